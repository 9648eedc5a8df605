import type { SensorRow } from "../../api/operations.generated.ts";
import { Aside } from "../../kit/aside.tsx";
import type { Column } from "../../kit/data-table.tsx";
import { Duration } from "../../kit/duration.tsx";
import { formatMs } from "../../kit/format-quantity.ts";
import { StateBadge } from "../../kit/state-badge.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { useRoomy } from "../../kit/use-roomy.ts";
import { t } from "../../text/text.ts";

/** What is named as an order of the server's can be sorted by. */
const columns: readonly Column<SensorRow>[] = [
  {
    name: "name",
    title: t("sensors.name"),
    width: "minmax(150px, 3fr)",
    sortable: true,
    cell: ({ name, tags }) => (
      <span title={[name, ...tags].join(" · ")}>
        {name}
        {tags.length > 0 && (
          <>
            {" "}
            <Aside>{tags.join(", ")}</Aside>
          </>
        )}
      </span>
    ),
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
    width: "minmax(96px, 104px)",
    sortable: true,
    wide: true,
    cell: ({ stateSince }) => stateSince !== null && <Since at={stateSince} />,
  },
  {
    name: "cause",
    title: t("sensors.why"),
    width: "minmax(140px, 3fr)",
    wide: true,
    cell: (sensor) => <Why sensor={sensor} />,
  },
  {
    name: "target",
    title: t("sensors.target"),
    width: "minmax(140px, 3fr)",
    sortable: true,
    wide: true,
    cell: ({ type, target }) => (
      <span title={target}>
        <Aside>{t(`sensors.type.${type}`)}</Aside> {target}
      </span>
    ),
  },
  {
    name: "company",
    title: t("sensors.company"),
    width: "minmax(96px, 1fr)",
    sortable: true,
    wide: true,
    cell: ({ companyName }) => companyName,
  },
  {
    name: "collector",
    title: t("sensors.collector"),
    width: "minmax(96px, 1fr)",
    wide: true,
    cell: ({ collectorName }) => collectorName,
  },
  {
    name: "latency",
    title: t("sensors.latency"),
    width: "minmax(96px, 100px)",
    sortable: true,
    wide: true,
    align: "end",
    cell: ({ latencyMs }) => (latencyMs === null ? "" : formatMs(latencyMs)),
  },
  {
    name: "lastCheckedAt",
    title: t("sensors.lastCheck"),
    width: "minmax(112px, 124px)",
    sortable: true,
    wide: true,
    cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} />,
  },
];

const forRoom: ReadonlySet<string> = new Set(["collector", "lastCheckedAt"]);

/** The columns of the table of sensors, as many as there is room for. */
export function useSensorColumns(): readonly Column<SensorRow>[] {
  return useRoomy(columns, forRoom);
}

/** For how long it has been so: shorter than when it began, which is told on hover. */
function Since({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExact(at)}>
      <Duration from={at} to={null} />
    </time>
  );
}

/** Why it is not well, and whether somebody is at it. */
function Why({ sensor: { cause, flapping, acknowledgedBy } }: { sensor: SensorRow }) {
  const words = [
    flapping ? t("sensors.flapping") : null,
    acknowledgedBy === null ? null : t("sensors.acknowledgedBy", { name: acknowledgedBy }),
    cause,
  ].filter((each) => each !== null);
  return <span title={words.join(" · ")}>{words.join(" · ")}</span>;
}
