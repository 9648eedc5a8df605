import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import type { FindingPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { plural, t } from "../../text/text.ts";

const shown = 5;

/** Other open findings of the same weakness: the riskiest, and the way to all of them. */
export function FindingsElsewhere({ finding }: { finding: FindingPage }) {
  const { name } = useTenant();
  const { weakness, id } = finding.row;
  const rows = useApi(
    "listFindingRows",
    { query: { weakness, limit: shown + 1 } },
    { enabled: finding.elsewhere > 0 },
  );
  if (finding.elsewhere === 0) return <Text size="sm">{t("findings.elsewhereNone")}</Text>;
  return (
    <Loaded query={rows}>
      {({ items }) => (
        <Stack gap="xs">
          {items
            .filter((other) => other.id !== id)
            .slice(0, shown)
            .map((other) => (
              <Group key={other.id} gap="sm">
                <Anchor component={Link} to={paths.finding(name, other.id)} size="sm">
                  {other.port === null
                    ? other.assetName
                    : `${other.assetName} ${other.protocol}/${other.port}`}
                </Anchor>
                <FindingStatusBadge status={other.status} />
              </Group>
            ))}
          {finding.elsewhere > shown && (
            <Anchor
              component={Link}
              to={`${paths.findings(name)}?weakness=${encodeURIComponent(weakness)}`}
              size="sm"
            >
              {plural("findings.elsewhereAll", finding.elsewhere)}
            </Anchor>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
