import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import type { ScanRunDetail, ScanRunHost, ScanRunRow } from "./scan-row.ts";

// What a run found belongs to the site that it looked at, wherever its scan looks now.
const from = `scan_runs t
  join scans s on s.tenant_id = t.tenant_id and s.id = t.scan_id
  left join sites site on site.tenant_id = t.tenant_id and site.id = t.site_id`;
const ofCompanies = (place: string) =>
  `(${place}::uuid[] is null or site.company_id = any(${place}))`;

const columns = `t.id, t.scan_id as "scanId", s.name as "scanName", t.site_id as "siteId", site.name as "siteName",
  t.spec ->> 'scanType' as "scanType", t.state, t.error, t.progress, t.stop_requested as "stopRequested",
  t.requested_by as "requestedBy", t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt"`;

export const runSorts = ["createdAt", "scan", "state", "duration"] as const;

/** The tenant's runs; `null` as a filter: whichever. */
export const runTable = consoleTable<
  (typeof runSorts)[number],
  [
    companyIds: readonly string[] | null,
    pattern: string | null,
    scanId: string | null,
    siteIds: readonly string[] | null,
    states: readonly string[] | null,
  ],
  ScanRunRow
>("scan-runs.table", (value) => ({
  from,
  columns,
  where: `${ofCompanies(value(1))}
    and (${value(2)}::text is null or s.name ilike ${value(2)} or t.requested_by ilike ${value(2)} or t.error ilike ${value(2)})
    and (${value(3)}::uuid is null or t.scan_id = ${value(3)})
    and (${value(4)}::uuid[] is null or t.site_id = any(${value(4)}))
    and (${value(5)}::text[] is null or t.state = any(${value(5)}))`,
  sorts: {
    createdAt: "t.created_at",
    scan: "lower(s.name)",
    state: "t.state",
    duration: "t.finished_at - t.started_at",
  },
}));

/** One run, as far as the caller's companies go; `null`: there is none. */
export async function findRunDetail(
  db: Queryable,
  tenantId: string,
  id: string,
  companyIds: readonly string[] | null,
): Promise<ScanRunDetail | null> {
  const [row] = await db.run(findStatement, [tenantId, id, companyIds]);
  return row ?? null;
}

const findStatement = statement<
  readonly [tenantId: string, id: string, companyIds: readonly string[] | null],
  ScanRunDetail
>(
  "scan-runs.find-detail",
  `select ${columns}, t.spec -> 'targets' as targets, t.attempts,
     case when p.id is not null then
       jsonb_build_object('name', p.name, 'status', p.status, 'lastSeenAt', p.last_seen_at) end as probe
   from ${from} left join probes p on p.tenant_id = t.tenant_id and p.id = t.probe_id
   where t.tenant_id = $1 and t.id = $2 and ${ofCompanies("$3")}`,
);

export const runHostSorts = ["address", "outcome", "finishedAt"] as const;

/** The hosts of one run, with the assets that they are. */
export const runHostTable = consoleTable<
  (typeof runHostSorts)[number],
  [runId: string, pattern: string | null, outcomes: readonly string[] | null],
  ScanRunHost
>("scan-run-hosts.table", (value) => ({
  from: `(select h.*, h.address as id from scan_run_hosts h where h.run_id = ${value(1)}) t
    left join assets a on a.tenant_id = t.tenant_id and a.id = t.asset_id`,
  columns: `host(t.id) as id, t.outcome, t.reason, t.asset_id as "assetId",
    coalesce(a.hostname, host(a.ip)) as "assetName", coalesce(cardinality(a.open_ports || a.udp_ports), 0) as "openPorts",
    (select count(*) from findings f where f.tenant_id = t.tenant_id and f.asset_id = t.asset_id
      and f.status in ('open', 'in_progress')) as "openFindings", t.finished_at as "finishedAt"`,
  where: `(${value(2)}::text is null or host(t.id) ilike ${value(2)} or a.hostname ilike ${value(2)}
      or t.reason ilike ${value(2)})
    and (${value(3)}::text[] is null or t.outcome = any(${value(3)}))`,
  sorts: { address: "t.id", outcome: "t.outcome", finishedAt: "t.finished_at" },
}));
