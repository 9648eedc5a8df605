import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedAuditRun } from "./listed-audit-run.ts";

/** The newest first. What could not be checked by machine, or does not apply, is no part of the score. */
export const auditList = tableList<[], WithNulls<ListedAuditRun>>("audits.list", () => ({
  table: "audit_runs",
  columns: `t.id, t.agent_id as "agentId", t.hostname, t.bundle_id as "bundleId", t.bundle_name as "bundleName",
    t.run_at as "runAt",
    round(100.0 * t.satisfied / nullif(t.satisfied::bigint + t.failed + t.unknown, 0), 1)::double precision as "scorePct",
    t.satisfied, t.failed, t.not_applicable as "notApplicable", t.not_checkable as "notCheckable", t.unknown`,
  order: "t.run_at desc, t.id",
}));
