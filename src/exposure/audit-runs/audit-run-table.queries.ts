import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import type { AuditRunRow } from "./audit-run-row.ts";

/** SQL: the run is of an asset of one of the companies that the value lists, if it lists any. */
function isOfCompanies(value: string): string {
  return `(${value}::uuid[] is null or t.asset_id in (
      select v.id from assets v where v.tenant_id = $1 and v.company_id = any(${value}::uuid[])))`;
}

/** Which runs are wanted; `null`: whichever. */
export type AuditRunTableFilter = readonly [
  /** What the person may see. */
  companyIds: readonly string[] | null,
  bundles: readonly string[] | null,
  siteIds: readonly string[] | null,
  auditIds: readonly string[] | null,
  assetIds: readonly string[] | null,
  sources: readonly string[] | null,
  from: number | null,
  /** No others of the same host, bundle and profile that are older. */
  newestOnly: boolean | null,
  search: string | null,
];

/** What the table can be sorted by. */
export const auditRunSorts = ["when", "score", "failed", "host", "bundle"] as const;

/** The console's table of runs. */
export const auditRunTable = consoleTable<
  (typeof auditRunSorts)[number],
  AuditRunTableFilter,
  AuditRunRow
>("audit-runs.console", (value) => ({
  from: `audit_runs t
    left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    left join audits u on u.tenant_id = t.tenant_id and u.id = t.audit_id`,
  columns: `t.id, t.hostname, t.asset_id as "assetId", t.site_id as "siteId", s.name as "siteName",
    t.audit_id as "auditId", u.name as "auditName", t.bundle_id as "bundleId", t.bundle_name as "bundleName",
    t.profile_title as "profileTitle", t.run_at as "runAt", t.source,
    round(100.0 * t.satisfied / nullif(t.satisfied::bigint + t.failed + t.unknown, 0), 1)::double precision as "scorePct",
    t.satisfied, t.failed, t.not_applicable as "notApplicable", t.not_checkable as "notCheckable", t.unknown`,
  where: [
    isOfCompanies(value(1)),
    `(${value(2)}::text[] is null or t.bundle_id = any(${value(2)}::text[]))`,
    `(${value(3)}::uuid[] is null or t.site_id = any(${value(3)}::uuid[]))`,
    `(${value(4)}::uuid[] is null or t.audit_id = any(${value(4)}::uuid[]))`,
    `(${value(5)}::uuid[] is null or t.asset_id = any(${value(5)}::uuid[]))`,
    `(${value(6)}::text[] is null or t.source = any(${value(6)}::text[]))`,
    `(${value(7)}::bigint is null or t.run_at >= ${value(7)}::bigint)`,
    `(${value(8)}::boolean is not true or t.id in (
      select distinct on (coalesce(n.asset_id::text, n.hostname), n.bundle_id, n.profile_id) n.id from audit_runs n
      where n.tenant_id = $1
      order by coalesce(n.asset_id::text, n.hostname), n.bundle_id, n.profile_id, n.run_at desc, n.id))`,
    `(${value(9)}::text is null or t.hostname ilike ${value(9)} or t.bundle_name ilike ${value(9)})`,
  ].join(" and "),
  sorts: {
    when: "t.run_at",
    score: "t.satisfied::double precision / nullif(t.satisfied::bigint + t.failed + t.unknown, 0)",
    failed: "t.failed",
    host: "lower(t.hostname)",
    bundle: "lower(t.bundle_name)",
  },
}));

/** A run as far as its page shows what is around it. */
export interface RunSurroundings {
  auditId: string | null;
  auditName: string | null;
  siteName: string | null;
  hasArf: boolean;
}

/** What is around a run; `null` when there is none of this id, or the person may not see it. */
export async function findRunSurroundings(
  db: Queryable,
  tenantId: string,
  id: string,
  companyIds: readonly string[] | null,
): Promise<RunSurroundings | null> {
  const [row] = await db.run(surroundingsStatement, [tenantId, id, companyIds]);
  return row ?? null;
}

const surroundingsStatement = statement<
  readonly [tenantId: string, id: string, companyIds: readonly string[] | null],
  RunSurroundings
>(
  "audit-runs.surroundings",
  `select u.id as "auditId", u.name as "auditName", s.name as "siteName",
     exists (select from audit_arfs f where f.tenant_id = t.tenant_id and f.job_id = t.job_id) as "hasArf"
   from audit_runs t
   left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
   left join audits u on u.tenant_id = t.tenant_id and u.id = t.audit_id
   where t.tenant_id = $1 and t.id = $2 and ${isOfCompanies("$3")}`,
);

/** What the table can be narrowed to, by name: bundles by their newest name. */
export async function listRunChoices(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<{ kind: "bundle" | "site" | "audit"; id: string; name: string }[]> {
  return db.run(choicesStatement, [tenantId, companyIds]);
}

const choicesStatement = statement<
  readonly [tenantId: string, companyIds: readonly string[] | null],
  { kind: "bundle" | "site" | "audit"; id: string; name: string }
>(
  "audit-runs.choices",
  `with seen as (
     select t.bundle_id, t.site_id, t.audit_id, max(t.bundle_name) as bundle_name
     from audit_runs t where t.tenant_id = $1 and ${isOfCompanies("$2")}
     group by t.bundle_id, t.site_id, t.audit_id)
   select 'bundle' as kind, bundle_id as id, max(bundle_name) as name from seen group by bundle_id
   union all
   select 'site', s.id::text, s.name from sites s
     where s.tenant_id = $1 and s.id in (select site_id from seen)
   union all
   select 'audit', u.id::text, u.name from audits u
     where u.tenant_id = $1 and u.id in (select audit_id from seen)
   order by 1, 3, 2`,
);
