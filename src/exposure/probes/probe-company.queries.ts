import { statement } from "#platform/db";

/** Answers a row when something changed. */
export const updateProbeCompany = statement<
  readonly [tenantId: string, id: string, companyId: string | null],
  { id: string }
>(
  "probes.update_company",
  `update probes set company_id = $3
   where tenant_id = $1 and id = $2 and company_id is distinct from $3 returning id`,
);
