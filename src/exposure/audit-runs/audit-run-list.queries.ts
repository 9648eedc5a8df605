import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** What a run shows in lists. What could not be checked by machine, or does not apply, is no part of the score. */
export const runColumns = `t.id, t.agent_id as "agentId", t.hostname, t.bundle_id as "bundleId",
    t.bundle_name as "bundleName", t.run_at as "runAt",
    round(100.0 * t.satisfied / nullif(t.satisfied::bigint + t.failed + t.unknown, 0), 1)::double precision as "scorePct",
    t.satisfied, t.failed, t.not_applicable as "notApplicable", t.not_checkable as "notCheckable", t.unknown, t.source,
    t.asset_id as "assetId", t.site_id as "siteId", t.engine, t.privileged, t.benchmark_version as "benchmarkVersion",
    t.profile_id as "profileId", t.profile_title as "profileTitle", t.native_score as "nativeScore",
    t.native_score_max as "nativeScoreMax", t.scoring_system as "scoringSystem"`;

const order = "t.run_at desc, t.id";

type Row = WithNulls<ListedAuditRun>;

/** The newest first. */
export const auditList = tableList<[], Row>("audits.list", () => ({
  table: "audit_runs",
  columns: runColumns,
  order,
}));

/** Which runs are wanted besides; `null`: whichever. */
type Others = [
  agentId: string | null,
  assetId: string | null,
  bundleId: string | null,
  siteId: string | null,
];

/** Those that have one value in one column, which an index has in the order of the list. */
const listBy = (name: string, column: string, type: string) =>
  tableList<[value: string, ...Others], Row>(`audits.list-of-${name}`, (value) => {
    const only = (wanted: string, position: number, wantedType: string) =>
      `(${value(position)}::${wantedType} is null or t.${wanted} = ${value(position)}::${wantedType})`;
    return {
      table: "audit_runs",
      columns: runColumns,
      where: [
        `t.${column} = ${value(1)}::${type}`,
        only("agent_id", 2, "uuid"),
        only("asset_id", 3, "uuid"),
        only("bundle_id", 4, "text"),
        only("site_id", 5, "uuid"),
      ].join(" and "),
      order,
    };
  });

export const agentAuditList = listBy("agent", "agent_id", "uuid");
export const assetAuditList = listBy("asset", "asset_id", "uuid");
export const bundleAuditList = listBy("bundle", "bundle_id", "text");
export const siteAuditList = listBy("site", "site_id", "uuid");
