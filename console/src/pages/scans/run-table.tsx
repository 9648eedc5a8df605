import { Text } from "@mantine/core";
import type { ScanRunRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { type Column, DataTable } from "../../kit/data-table.tsx";
import { Duration } from "../../kit/duration.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { RunState } from "./run-state.tsx";

const columns: readonly Column<ScanRunRow>[] = [
  {
    name: "createdAt",
    title: t("scans.askedFor"),
    width: "minmax(116px, 170px)",
    sortable: true,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: "state",
    title: t("scans.outcome"),
    width: "minmax(130px, 170px)",
    sortable: true,
    cell: (run) => <RunState run={run} />,
  },
  {
    name: "duration",
    title: t("scans.duration"),
    width: "minmax(90px, 130px)",
    sortable: true,
    wide: true,
    cell: ({ startedAt, finishedAt }) =>
      startedAt === null ? null : <Duration from={startedAt} to={finishedAt} />,
  },
  {
    name: "requestedBy",
    title: t("scans.requestedBy"),
    width: "minmax(110px, 1fr)",
    wide: true,
    cell: ({ requestedBy }) => askerOf(requestedBy),
  },
  {
    name: "error",
    title: t("scans.why"),
    width: "minmax(120px, 2fr)",
    wide: true,
    cell: ({ error }) => <span title={error ?? undefined}>{error}</span>,
  },
];

/** All runs of a scan, the newest first. */
export function RunTable({ scanId }: { scanId: string }) {
  const tenant = useTenant();
  return (
    <DataTable
      operation="listScanRuns"
      args={{ query: { scanId } }}
      columns={columns}
      label={t("scans.runs")}
      defaultSort="-createdAt"
      nameOf={({ createdAt }) => formatExact(createdAt)}
      hrefOf={({ id }) => paths.scanRun(tenant.name, id)}
      live="scan_runs"
      empty={<Text size="sm">{t("scans.noRuns")}</Text>}
    />
  );
}

/** Who asked for a run, for people. */
export function askerOf(requestedBy: string): string {
  return requestedBy === "schedule" ? t("scans.bySchedule") : requestedBy;
}
