import { consoleTable } from "#platform/pagination";
import type { CompanyRow } from "./company-row.ts";

export const companySorts = ["name", "sensors", "sites", "assets", "createdAt"] as const;

const countOf = (table: string) =>
  `(select count(*) from ${table} x where x.tenant_id = t.tenant_id and x.company_id = t.id)`;

/** The companies of a tenant, as pages show them. */
export const companyTable = consoleTable<
  (typeof companySorts)[number],
  readonly [companyIds: readonly string[] | null, search: string | null],
  CompanyRow
>("companies.table", (value) => ({
  from: "companies t",
  columns: `t.id, t.name, t.created_at as "createdAt", ${countOf("sensors")} as sensors, ${countOf("sites")} as sites,
    ${countOf("assets")} as assets, ${countOf("probes")} as probes,
    (select count(*) from members x where x.tenant_id = t.tenant_id and t.id = any(x.company_ids)) as people`,
  where: `(${value(1)}::uuid[] is null or t.id = any(${value(1)}))
    and (${value(2)}::text is null or t.name ilike ${value(2)})`,
  sorts: {
    name: "lower(t.name)",
    sensors: countOf("sensors"),
    sites: countOf("sites"),
    assets: countOf("assets"),
    createdAt: "t.created_at",
  },
}));
