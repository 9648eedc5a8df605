import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import type { RunProgress } from "#wire/probe.v1";
import type { RunState } from "./run.ts";
import type { ScanSettings } from "./scan.ts";
import type { ScanRow } from "./scan-row.ts";

const from = `scans t
  join sites site on site.tenant_id = t.tenant_id and site.id = t.site_id
  join probes p on p.tenant_id = t.tenant_id and p.id = t.probe_id
  left join lateral (
    select r.id, r.state, r.error, r.progress, r.stop_requested, r.created_at, r.started_at, r.finished_at from scan_runs r
    where r.tenant_id = t.tenant_id and r.scan_id = t.id order by r.created_at desc, r.id limit 1
  ) as latest on true`;

const columns = `t.id, t.name, t.site_id as "siteId", site.name as "siteName", t.probe_id as "probeId", p.name as "probeName",
  t.scan_type as "scanType", t.targets, t.schedule, t.time_zone as timezone, t.enabled, t.last_run_at as "lastRunAt",
  case when t.enabled then t.next_run_at end as "nextRunAt", t.last_error as "lastError",
  case when latest.id is not null then jsonb_build_object('id', latest.id, 'state', latest.state, 'error', latest.error,
    'progress', latest.progress, 'stopRequested', latest.stop_requested, 'createdAt', latest.created_at,
    'startedAt', latest.started_at, 'finishedAt', latest.finished_at) end as "latestRun"`;

export const scanSorts = ["name", "site", "type", "lastRunAt", "nextRunAt"] as const;
type ScanSort = (typeof scanSorts)[number];

/** Which scans are wanted; `null`: whichever. */
type ScanFilter = [
  companyIds: readonly string[] | null,
  pattern: string | null,
  types: readonly string[] | null,
  siteIds: readonly string[] | null,
  states: readonly string[] | null,
];

/** The tenant's scans, each with its latest run. One that never ran is in the state `never`. */
export const scanTable = consoleTable<ScanSort, ScanFilter, ScanRow>("scans.table", (value) => ({
  from,
  columns,
  where: `(${value(1)}::uuid[] is null or site.company_id = any(${value(1)}))
    and (${value(2)}::text is null or t.name ilike ${value(2)} or site.name ilike ${value(2)}
      or array_to_string(t.targets, ' ') ilike ${value(2)})
    and (${value(3)}::text[] is null or t.scan_type = any(${value(3)}))
    and (${value(4)}::uuid[] is null or t.site_id = any(${value(4)}))
    and (${value(5)}::text[] is null or coalesce(latest.state, 'never') = any(${value(5)}))`,
  sorts: {
    name: "lower(t.name)",
    site: "lower(site.name)",
    type: "t.scan_type",
    lastRunAt: "t.last_run_at",
    nextRunAt: "case when t.enabled then t.next_run_at end",
  },
}));

/** One scan with its settings, as far as the caller's companies go; `null`: there is none. */
export async function findScanRow(
  db: Queryable,
  tenantId: string,
  id: string,
  companyIds: readonly string[] | null,
): Promise<(ScanRow & { settings: ScanSettings }) | null> {
  const [row] = await db.run(findStatement, [tenantId, id, companyIds]);
  return row ?? null;
}

const findStatement = statement<
  readonly [tenantId: string, id: string, companyIds: readonly string[] | null],
  ScanRow & { settings: ScanSettings }
>(
  "scans.find-row",
  `select ${columns}, t.settings from ${from}
   where t.tenant_id = $1 and t.id = $2 and ($3::uuid[] is null or site.company_id = any($3))`,
);

/** The latest run of a scan, as its row tells it. */
export interface LatestRun {
  id: string;
  state: RunState;
  error: string | null;
  progress: RunProgress | null;
  stopRequested: boolean;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
}
