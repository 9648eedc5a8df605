import type { ConsoleCaller } from "#platform/http";
import { csvLine } from "#lib/csv";
import { findLimit, listCompanyUsage } from "./company-usage.queries.ts";
import type { UsageByCompany } from "./company-usage.ts";

/** Billable sensors by company. One who sees some companies only is shown theirs, and not the tenant's plan. */
export async function findUsageByCompany({
  database,
  tenantId,
  companyIds,
}: Pick<ConsoleCaller, "database" | "tenantId" | "companyIds">): Promise<UsageByCompany> {
  const db = database.forTenant(tenantId);
  const rows = await listCompanyUsage(db, tenantId, companyIds);
  const companies = rows.map((row) => ({
    ...row,
    total: row.baseSensors + row.interfaceSensors + row.hostSensors,
  }));
  const total = companies.reduce((sum, company) => sum + company.total, 0);
  const [plan] = companyIds === null ? await db.run(findLimit, [tenantId]) : [];
  return { total, limit: plan?.limit ?? null, companies };
}

const columns = [
  "companyName",
  "sensors",
  "baseSensors",
  "interfaceSensors",
  "hostSensors",
  "total",
] as const;

/** The same as a file for spreadsheets: a heading, then a line for each company; of none is empty. */
export function usageTable({ companies }: UsageByCompany): string {
  const lines = companies.map((company) => csvLine(columns.map((column) => company[column] ?? "")));
  return csvLine(["company", ...columns.slice(1)]) + lines.join("");
}
