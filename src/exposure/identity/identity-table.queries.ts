import type { ChosenFinding } from "#exposure/findings";
import type { FindingStatus } from "#exposure/life-cycle";
import { type Queryable, statement } from "#platform/db";
import { consoleTable, filtersAt, oftenSet, seldomSet } from "#platform/pagination";
import type { IdentityFindingRow } from "./identity-row.ts";

/** Which identity findings are wanted; `null`: whichever. */
export type WantedIdentityFindings = readonly [
  /** What the person may see. */
  companyIds: readonly string[] | null,
  statuses: readonly FindingStatus[] | null,
  /** 0 is CRITICAL, 4 is INFO. */
  severityRanks: readonly number[] | null,
  directoryIds: readonly string[] | null,
  ruleIds: readonly string[] | null,
  categories: readonly string[] | null,
  targetTypes: readonly string[] | null,
  /** First seen at this time or later, … */
  firstSeenFrom: number | null,
  /** … and by this one. */
  firstSeenTo: number | null,
  /** A pattern in small letters, of targets' names and rules. */
  search: string | null,
];

/**
 * SQL: the identity finding `t` is wanted. All of it is in the index identity_findings_of_tables: of rules and companies there
 * are few, and they are looked up first.
 *
 * @param place gives the place of a value of {@link WantedIdentityFindings}, from 1 on.
 */
function matches(place: (position: number) => string): string {
  const filter = filtersAt(place);
  const oneOf = (position: number, type: string, column: string) =>
    filter(position, `${type}[]`, (value) => `t.${column} = any(${value})`);
  const status = oneOf(2, "text", "status");
  return `${oftenSet(status)} and ${seldomSet([
    filter(
      1,
      "uuid[]",
      (value) => `t.directory_id in (
        select d.id from directories d join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id
        where d.tenant_id = $1 and s.company_id = any(${value}))`,
    ),
    oneOf(3, "smallint", "severity_rank"),
    oneOf(4, "uuid", "directory_id"),
    oneOf(5, "text", "rule_id"),
    filter(
      6,
      "text[]",
      (value) => `t.rule_id in (
        select r.rule_id from identity_rules r where r.tenant_id = $1 and r.category = any(${value}))`,
    ),
    oneOf(7, "text", "target_type"),
    filter(8, "bigint", (value) => `t.first_seen_at >= ${value}`),
    filter(9, "bigint", (value) => `t.first_seen_at <= ${value}`),
    filter(
      10,
      "text",
      (value) => `(t.search like ${value} or t.rule_id in (
        select r.rule_id from identity_rules r
        where r.tenant_id = $1 and (lower(r.title) like ${value} or r.rule_id like ${value})))`,
    ),
  ])}`;
}

export const identitySorts = [
  "severity",
  "target",
  "rule",
  "status",
  "firstSeen",
  "lastSeen",
] as const;

/** The console's table of identity findings. */
export const identityTable = consoleTable<
  (typeof identitySorts)[number],
  [...WantedIdentityFindings],
  IdentityFindingRow
>("identity.console", (value) => ({
  from: "identity_findings t join directories d on d.tenant_id = t.tenant_id and d.id = t.directory_id",
  matching: "identity_findings t",
  columns: `t.id, t.severity, t.title, t.rule_id as "ruleId", t.category, t.source, t.directory_id as "directoryId",
    d.name as "directoryName", t.target_type as "targetType", t.target_name as "targetName", t.status,
    t.status_at as "statusAt", t.accepted_until as "acceptedUntil", t.exception_id is not null as "isExcepted",
    t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt"`,
  where: matches(value),
  sorts: {
    // Ascends from the mildest, so that its dash brings the worst first; of equals the latest.
    severity: "-t.list_rank",
    target: "t.search",
    rule: "t.rule_id",
    status: "t.status",
    firstSeen: "t.first_seen_at",
    lastSeen: "t.last_seen_at",
  },
}));

const chosen = statement<
  [tenantId: string, limit: number, ...WantedIdentityFindings],
  ChosenFinding
>(
  "identity.chosen",
  `select t.id, t.status_at as "statusAt" from identity_findings t
   where t.tenant_id = $1 and ${matches((position) => `$${2 + position}`)}
   order by t.list_rank, t.id limit $2`,
);

/** Findings that are wanted, the most severe first: at most so many. */
export async function listChosenIdentityFindings(
  db: Queryable,
  tenantId: string,
  wanted: WantedIdentityFindings,
  limit: number,
): Promise<ChosenFinding[]> {
  return db.run(chosen, [tenantId, limit, ...wanted]);
}

/** Where an identity finding belongs; none when it is not there, or of companies that the caller does not see. */
export const findIdentityPlace = statement<
  [tenantId: string, id: string, companyIds: readonly string[] | null],
  { directoryName: string; assetId: string | null }
>(
  "identity.place",
  `select d.name as "directoryName", a.id as "assetId"
   from identity_findings t
   join directories d on d.tenant_id = t.tenant_id and d.id = t.directory_id
   left join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id
   left join lateral (
     select a.id from assets a where a.tenant_id = t.tenant_id and a.hostname = t.target_host order by a.id limit 1
   ) as a on true
   where t.tenant_id = $1 and t.id = $2 and ($3::uuid[] is null or s.company_id = any($3))`,
);
