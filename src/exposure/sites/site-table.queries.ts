import { consoleTable } from "#platform/pagination";
import type { SiteRow } from "./site-row.ts";

export const siteSorts = ["name", "companyName", "assets", "timeZone", "createdAt"] as const;

const countOf = (table: string) =>
  `(select count(*) from ${table} x where x.tenant_id = t.tenant_id and x.site_id = t.id)`;

/** The sites of a tenant, as pages show them. */
export const siteTable = consoleTable<
  (typeof siteSorts)[number],
  readonly [
    limitedTo: readonly string[] | null,
    search: string | null,
    companyIds: readonly string[] | null,
  ],
  SiteRow
>("sites.table", (value) => ({
  from: "sites t left join companies c on c.tenant_id = t.tenant_id and c.id = t.company_id",
  columns: `t.id, t.name, t.company_id as "companyId", c.name as "companyName", t.subnets, t.time_zone as "timeZone",
    ${countOf("assets")} as assets, ${countOf("scans")} as scans, ${countOf("directories")} as directories,
    t.created_at as "createdAt"`,
  where: `(${value(1)}::uuid[] is null or t.company_id = any(${value(1)}))
    and (${value(2)}::text is null or t.name ilike ${value(2)} or c.name ilike ${value(2)}
      or array_to_string(t.subnets, ' ') ilike ${value(2)})
    and (${value(3)}::uuid[] is null or t.company_id = any(${value(3)}))`,
  sorts: {
    name: "lower(t.name)",
    companyName: "lower(c.name)",
    assets: countOf("assets"),
    timeZone: "t.time_zone",
    createdAt: "t.created_at",
  },
}));
