import { type Queryable, statement } from "#platform/db";
import type { IncidentRow } from "./incident-row.ts";
import { incidentRowColumns, incidentRowsFrom, isOfCompanies } from "./incident-table.queries.ts";

type Companies = readonly string[] | null;

/** How many incidents are open, and how many of them nobody has taken on. */
export interface OpenIncidentCount {
  open: number;
  unacknowledged: number;
}

/** Counts the incidents that are open. @param companyIds what the person may see; `null`: all. */
export async function countOpenIncidents(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
): Promise<OpenIncidentCount> {
  const [row] = await db.run(countStatement, [tenantId, companyIds]);
  return row ?? { open: 0, unacknowledged: 0 };
}

const countStatement = statement<
  readonly [tenantId: string, companyIds: Companies],
  OpenIncidentCount
>(
  "incidents.open.count",
  `select count(*)::int as open, (count(*) filter (where t.acknowledged_at is null))::int as unacknowledged
   from incidents t where t.tenant_id = $1 and t.closed_at is null and ${isOfCompanies("$2")}`,
);

/** Open incidents: those that nobody has taken on first, each the newest first. */
export async function listOpenIncidents(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
  limit: number,
): Promise<IncidentRow[]> {
  return db.run(listStatement, [tenantId, companyIds, limit]);
}

const listStatement = statement<
  readonly [tenantId: string, companyIds: Companies, limit: number],
  IncidentRow
>(
  "incidents.open.list",
  `select ${incidentRowColumns} from ${incidentRowsFrom}
   where t.tenant_id = $1 and t.closed_at is null and ${isOfCompanies("$2")}
   order by t.acknowledged_at is not null, t.opened_at desc, t.id limit $3`,
);

/** How many incidents opened from each of the bounds to the next; spans without any are left out. */
export async function countOpenedBySpan(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
  bounds: readonly number[],
): Promise<{ span: number; opened: number }[]> {
  return db.run(bySpanStatement, [tenantId, companyIds, bounds]);
}

const bySpanStatement = statement<
  readonly [tenantId: string, companyIds: Companies, bounds: readonly number[]],
  { span: number; opened: number }
>(
  "incidents.open.by-span",
  `select width_bucket(t.opened_at, $3::bigint[]) - 1 as span, count(*)::int as opened
   from incidents t
   where t.tenant_id = $1 and t.opened_at >= ($3::bigint[])[1]
     and t.opened_at < ($3::bigint[])[cardinality($3::bigint[])] and ${isOfCompanies("$2")}
   group by 1 order by 1`,
);
