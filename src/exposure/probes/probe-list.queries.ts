import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedProbe } from "./listed-probe.ts";

/** By id. Online are those that were seen at this time or later. */
export const probeList = tableList<[onlineSince: number], WithNulls<ListedProbe>>(
  "probes.list",
  (value) => ({
    table: "probes",
    columns: `t.id, t.name, t.status, coalesce(t.last_seen_at >= ${value(1)}::bigint, false) as online,
      t.last_seen_at as "lastSeenAt", t.company_id as "companyId", t.hostname, t.version`,
    order: "t.id",
  }),
);
