import { Anchor, List, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AssetPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";

/** What the agent on a host tells of it, and what it could not see. */
export function AssetAgent({ asset: { row, detail, identity } }: { asset: AssetPage }) {
  const { name, companyIds } = useTenant();
  const { agent } = detail;
  if (row.agentId === null) {
    return (
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t("assets.agentNone")}</Text>
        {companyIds === null && (
          <Anchor component={Link} to={paths.agents(name)} size="sm">
            {t("assets.toAgents")}
          </Anchor>
        )}
      </Stack>
    );
  }
  return (
    <Facts
      facts={[
        [t("assets.name"), identity.agentName],
        [t("assets.agentVersion"), identity.agentVersion],
        [t("assets.agentLastSeen"), <Time key="seen" at={row.agentLastSeenAt} />],
        [
          t("assets.inventoryAt"),
          agent === undefined ? null : <Time key="inventory" at={agent.inventoryAt} />,
        ],
        [t("assets.kernel"), agent?.kernel],
        [t("assets.architecture"), agent?.architecture],
        [
          t("assets.bootedAt"),
          agent === undefined ? null : <Time key="booted" at={agent.bootedAt} />,
        ],
        [t("assets.hardware"), agent?.hardware],
        [t("assets.addresses"), agent?.addresses.join(", ")],
        [
          t("assets.packagesJudged"),
          agent?.packagesJudged === undefined ? null : formatNumber(agent.packagesJudged),
        ],
        [
          t("assets.notJudged"),
          agent === undefined || agent.notJudged.length === 0 ? null : (
            <List key="not" size="sm">
              {agent.notJudged.map(({ reason, packages }) => (
                <List.Item key={reason}>
                  {plural("assets.notJudgedCount", packages, { reason })}
                </List.Item>
              ))}
            </List>
          ),
        ],
        [
          t("assets.blindSpots"),
          agent === undefined || agent.blindSpots.length === 0 ? null : (
            <List key="blind" size="sm">
              {agent.blindSpots.map(({ what, why }) => (
                <List.Item key={what}>
                  {what}: {why}
                </List.Item>
              ))}
            </List>
          ),
        ],
      ]}
    />
  );
}
