import { Group, Text } from "@mantine/core";
import type { SensorRow } from "../../api/operations.generated.ts";
import type { Column } from "../../kit/data-table.tsx";
import { formatMs } from "../../kit/format-quantity.ts";
import { StateBadge } from "../../kit/state-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

/** The columns of the table of sensors. What is named as an order of the server's can be sorted by. */
export const sensorColumns: readonly Column<SensorRow>[] = [
  {
    name: "name",
    title: t("sensors.name"),
    width: "minmax(130px, 2fr)",
    sortable: true,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    name: "status",
    title: t("sensors.status"),
    width: "minmax(120px, 136px)",
    sortable: true,
    cell: ({ status }) => <StateBadge status={status} />,
  },
  {
    name: "stateSince",
    title: t("sensors.since"),
    width: "minmax(104px, 130px)",
    sortable: true,
    wide: true,
    cell: ({ stateSince }) => <Time at={stateSince} never="" />,
  },
  {
    name: "cause",
    title: t("sensors.why"),
    width: "minmax(120px, 2fr)",
    wide: true,
    cell: (sensor) => <Why sensor={sensor} />,
  },
  {
    name: "target",
    title: t("sensors.target"),
    width: "minmax(120px, 2fr)",
    sortable: true,
    wide: true,
    cell: ({ type, target }) => (
      <span title={target}>
        <Text component="span" size="xs" c="dimmed" mr={6}>
          {t(`sensors.type.${type}`)}
        </Text>
        {target}
      </span>
    ),
  },
  {
    name: "tags",
    title: t("sensors.tags"),
    width: "minmax(70px, 1fr)",
    wide: true,
    cell: ({ tags }) => <span title={tags.join(", ")}>{tags.join(", ")}</span>,
  },
  {
    name: "company",
    title: t("sensors.company"),
    width: "minmax(80px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ companyName }) => companyName,
  },
  {
    name: "latency",
    title: t("sensors.latency"),
    width: "minmax(88px, 96px)",
    sortable: true,
    align: "end",
    cell: ({ latencyMs }) => (latencyMs === null ? "" : formatMs(latencyMs)),
  },
  {
    name: "lastCheckedAt",
    title: t("sensors.lastCheck"),
    width: "minmax(104px, 130px)",
    sortable: true,
    wide: true,
    cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} />,
  },
];

/** Why it is not well, and whether somebody is at it. */
function Why({ sensor: { cause, flapping, acknowledgedBy } }: { sensor: SensorRow }) {
  const words = [
    flapping ? t("sensors.flapping") : null,
    acknowledgedBy === null ? null : t("sensors.acknowledgedBy", { name: acknowledgedBy }),
    cause,
  ].filter((each) => each !== null);
  return (
    <Group component="span" gap={4} wrap="nowrap">
      <Text component="span" size="sm" truncate title={words.join(" · ")}>
        {words.join(" · ")}
      </Text>
    </Group>
  );
}
