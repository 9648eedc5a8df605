import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedSite } from "./listed-site.ts";

/** By id. */
export const siteList = tableList<[], WithNulls<ListedSite>>("sites.list", () => ({
  table: "sites",
  columns: `t.id, t.name, t.company_id as "companyId", t.subnets, t.time_zone as timezone, t.created_at as "createdAt"`,
  order: "t.id",
}));
