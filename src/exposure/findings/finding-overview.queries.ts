import { type Queryable, statement } from "#platform/db";
import type { FindingRow } from "./finding-row.ts";
import { listRiskiestFindings } from "./finding-table.queries.ts";

const openStatuses = ["open", "in_progress"] as const;

type Companies = readonly string[] | null;

/** Findings of one severity that appeared and went away in the same spans. */
export interface FindingSpans {
  /** 0 is CRITICAL, 4 is INFO. */
  rank: number;
  /** From which of the bounds to the next they were first seen; -1: before the first. */
  appeared: number;
  /** The same of when they were resolved, accepted or refuted; `null`: they are open. */
  gone: number | null;
  findings: number;
  /** Of those, the ones that are known to be exploited. */
  kev: number;
}

/**
 * Counts findings by when they came and went; those that had gone before the first of the bounds are left out. All of it is in the index
 * findings_of_tables.
 *
 * @param companyIds what the person may see; `null`: all.
 */
export async function countFindingSpans(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
  bounds: readonly number[],
): Promise<FindingSpans[]> {
  return db.run(spansStatement, [tenantId, companyIds, bounds, openStatuses]);
}

const spansStatement = statement<
  readonly [
    tenantId: string,
    companyIds: Companies,
    bounds: readonly number[],
    open: readonly string[],
  ],
  FindingSpans
>(
  "findings.overview.spans",
  `select rank, appeared, gone, count(*)::int as findings, (count(*) filter (where kev))::int as kev
   from (
     select t.severity_rank as rank, t.kev,
       width_bucket(t.first_seen_at, $3::bigint[]) - 1 as appeared,
       case when t.status = any($4::text[]) then null else width_bucket(t.status_at, $3::bigint[]) - 1 end as gone
     from findings t
     where t.tenant_id = $1 and (t.status = any($4::text[]) or t.status_at >= ($3::bigint[])[1])
       and ($2::uuid[] is null or t.asset_id in (
         select o.id from assets o where o.tenant_id = $1 and o.company_id = any($2::uuid[])))
   ) as spans group by 1, 2, 3`,
);

/** Open findings, the riskiest first. */
export async function listWorstFindings(
  db: Queryable,
  tenantId: string,
  companyIds: Companies,
  limit: number,
): Promise<FindingRow[]> {
  return listRiskiestFindings(db, tenantId, { companyIds, statuses: openStatuses, limit });
}
