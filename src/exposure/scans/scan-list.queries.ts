import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedScan } from "./listed-scan.ts";

const columns = `t.id, t.name, t.site_id as "siteId", t.probe_id as "probeId", t.scan_type as "scanType", t.schedule,
    t.time_zone as timezone, t.targets, t.enabled, t.last_run_at as "lastRunAt", t.last_attempt_at as "lastAttemptAt",
    case when t.enabled then t.next_run_at end as "nextRunAt", t.last_error as "lastError", t.created_at as "createdAt"`;

/** By id. */
export const scanList = tableList<[], WithNulls<ListedScan>>("scans.list", () => ({
  table: "scans",
  columns,
  order: "t.id",
}));

/** Those of one site. */
export const siteScanList = tableList<[siteId: string], WithNulls<ListedScan>>(
  "scans.list-of-site",
  (value) => ({ table: "scans", columns, where: `t.site_id = ${value(1)}`, order: "t.id" }),
);
