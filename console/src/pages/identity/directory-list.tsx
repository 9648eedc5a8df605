import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { DirectoryRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Empty } from "../../kit/empty.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { type Severity, SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { AssessButton } from "./assess-button.tsx";
import { AssessmentProgress, AssessmentState, openOf } from "./assessment-state.tsx";
import { PostureScore } from "./posture-score.tsx";

const shownSeverities: readonly Severity[] = ["CRITICAL", "HIGH", "MEDIUM"];

/** All directories: how sound each is, and how its latest assessment went. */
export function DirectoryList() {
  const tenant = useTenant();
  const directories = useApi("listDirectoryRows", {});
  useLiveRefresh(["assessments"], ["listDirectoryRows"]);
  return (
    <Loaded query={directories}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty
            title={t("identity.empty")}
            hint={t("identity.emptyHint")}
            action={
              tenant.companyIds === null && (
                <Button component={Link} to={paths.directories(tenant.name)}>
                  {t("identity.toSettings")}
                </Button>
              )
            }
          />
        ) : (
          <WideTable
            label={t("identity.tab.directories")}
            minWidth={880}
            heads={[
              t("identity.directory"),
              t("identity.score"),
              t("identity.openFindings"),
              t("identity.lastAssessment"),
              t("identity.next"),
              t("common.actions"),
            ]}
          >
            <Table.Tbody>
              {items.map((directory) => (
                <Row key={directory.id} directory={directory} />
              ))}
            </Table.Tbody>
          </WideTable>
        )
      }
    </Loaded>
  );
}

function Row({ directory }: { directory: DirectoryRow }) {
  const { name: tenant } = useTenant();
  const { id, name, type, domain, siteName, score, coverage, latest, lastError } = directory;
  const open = openOf(latest);
  const about = [t(`identity.type.${type}`), domain, siteName].filter((text) => text !== null);
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={paths.identityDirectory(tenant, id)} size="sm" fw={500}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {about.join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td>
        <PostureScore score={score} />
        {coverage !== null && (
          <Text size="xs" c="dimmed">
            {t("identity.coverageOf", { percent: Math.floor(coverage * 100) })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <OpenFindings directory={directory} />
      </Table.Td>
      <Table.Td maw={280}>
        {open !== null ? (
          <AssessmentProgress assessment={open} />
        ) : (
          <Stack gap={2}>
            <Group gap="xs" wrap="nowrap">
              <AssessmentState assessment={latest} />
              {latest !== null && <Time at={latest.endedAt} />}
            </Group>
            {lastError !== null && (
              <Text size="xs" c="red" lineClamp={3} title={lastError}>
                {lastError}
              </Text>
            )}
          </Stack>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={directory.nextRunAt} never={t("identity.notDue")} />
      </Table.Td>
      <Table.Td>
        <AssessButton directory={directory} compact />
      </Table.Td>
    </Table.Tr>
  );
}

function OpenFindings({ directory: { open } }: { directory: DirectoryRow }) {
  if (open === null) return null;
  const shown = shownSeverities.filter((severity) => open[severity] > 0);
  if (shown.length === 0) return t("identity.nothingBad");
  return (
    <Stack gap={2}>
      {shown.map((severity) => (
        <Group key={severity} gap={6} wrap="nowrap">
          <Text size="sm" fw={600}>
            {formatNumber(open[severity])}
          </Text>
          <SeverityBadge severity={severity} />
        </Group>
      ))}
    </Stack>
  );
}
