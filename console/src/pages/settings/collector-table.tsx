import { Anchor, Group, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { CollectorRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { formatDuration } from "../../kit/format-duration.ts";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";
import { type CollectorDeed, CollectorMenu } from "./collector-menu.tsx";
import { PartState } from "./part-state.tsx";

/** All collectors: how they are, what they poll, and what they may ask. */
export function CollectorTable({
  collectors,
  onChoose,
}: {
  collectors: readonly CollectorRow[];
  onChoose: (collector: CollectorRow, deed: CollectorDeed) => void;
}) {
  const tenant = useTenant();
  return (
    <WideTable
      label={t("collectors.title")}
      minWidth={960}
      heads={[
        t("common.name"),
        t("parts.state"),
        t("collectors.lastSeen"),
        t("collectors.sensors"),
        t("collectors.health"),
        t("collectors.targets"),
        t("collectors.version"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {collectors.map((collector) => (
          <Table.Tr key={collector.id}>
            <Table.Td>
              <Text size="sm" fw={500}>
                {collector.name}
              </Text>
              <Text size="xs" c="dimmed">
                {collector.embedded ? t("collectors.embedded") : collector.hostname}
              </Text>
            </Table.Td>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <PartState status={collector.status} />
                {collector.openIncidentId !== null && (
                  <Anchor
                    component={Link}
                    to={paths.incident(tenant.name, collector.openIncidentId)}
                    size="xs"
                  >
                    {t("collectors.toIncident")}
                  </Anchor>
                )}
              </Group>
            </Table.Td>
            <Table.Td>
              <Time at={collector.lastSeenAt} />
            </Table.Td>
            <Table.Td>
              <Anchor
                component={Link}
                to={`${paths.sensors(tenant.name)}?collector=${collector.id}`}
                size="sm"
                style={{ whiteSpace: "nowrap" }}
              >
                {plural("collectors.count", collector.sensors)}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Health collector={collector} />
            </Table.Td>
            <Table.Td>
              <Targets collector={collector} />
            </Table.Td>
            <Table.Td>{collector.version}</Table.Td>
            <Table.Td>
              <CollectorMenu collector={collector} onChoose={(deed) => onChoose(collector, deed)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

/** Below this nobody notices, in milliseconds. */
const lateFromMs = 1000;

function Health({ collector: { health, status } }: { collector: CollectorRow }) {
  if (health === null || status === "pending" || status === "revoked") return null;
  const { lagP99Ms, spooledResults, droppedResults } = health;
  const words = [
    ...(lagP99Ms >= lateFromMs
      ? [t("collectors.late", { duration: formatDuration(lagP99Ms) })]
      : []),
    ...(spooledResults > 0 ? [plural("collectors.spooled", spooledResults)] : []),
    ...(droppedResults > 0 ? [plural("collectors.dropped", droppedResults)] : []),
  ];
  if (words.length === 0) return t("collectors.punctual");
  return (
    <Stack gap={0}>
      {words.map((word) => (
        <Text key={word} size="sm">
          {word}
        </Text>
      ))}
    </Stack>
  );
}

function Targets({ collector: { targetAllow, targetDeny } }: { collector: CollectorRow }) {
  const allowed = targetAllow.length === 0 ? t("collectors.everything") : shortened(targetAllow);
  if (targetDeny.length === 0) return <Text size="sm">{allowed}</Text>;
  return (
    <Stack gap={0}>
      <Text size="sm">{allowed}</Text>
      <Text size="sm">{t("collectors.butNot", { networks: shortened(targetDeny) })}</Text>
    </Stack>
  );
}

const shownNetworks = 3;

function shortened(networks: readonly string[]): string {
  const more = networks.length - shownNetworks;
  const shown = networks.slice(0, shownNetworks).join(", ");
  return more > 0 ? t("collectors.andMore", { networks: shown, count: more }) : shown;
}
