import type { FindingStatus } from "#exposure/life-cycle";
import type { Detector } from "./life-cycle.ts";

/** Which findings are wanted; `null`: whichever. The order is that of {@link matchesFinding}. */
export type WantedFindings = readonly [
  /** What the person may see. */
  companyIds: readonly string[] | null,
  statuses: readonly FindingStatus[] | null,
  /** 0 is CRITICAL, 4 is INFO. */
  severityRanks: readonly number[] | null,
  kev: boolean | null,
  /** 0 to 1. */
  minEpss: number | null,
  /** Per cent. */
  minConfidence: number | null,
  siteIds: readonly string[] | null,
  ofCompanies: readonly string[] | null,
  assetIds: readonly string[] | null,
  /** By whom it is seen now: one of them. */
  detectors: readonly Detector[] | null,
  /** A CVE, or not. */
  isCve: boolean | null,
  /** CVEs and names of checks. */
  weaknesses: readonly string[] | null,
  /** They were first seen at this time or later, … */
  firstSeenFrom: number | null,
  /** … and by this one. */
  firstSeenTo: number | null,
  fixable: boolean | null,
  /** A pattern in small letters. */
  search: string | null,
];

/** Those with one of these statuses, of the site if one is named. */
export function findingsWith(
  statuses: readonly FindingStatus[],
  siteId: string | null,
): WantedFindings {
  const any = null;
  const siteIds = siteId === null ? null : [siteId];
  return [any, statuses, any, any, any, any, siteIds, any, any, any, any, any, any, any, any, any];
}

const ofCompanies = (value: string) =>
  `(${value}::uuid[] is null or t.asset_id in (
      select o.id from assets o where o.tenant_id = $1 and o.company_id = any(${value}::uuid[])))`;

/**
 * SQL: the finding `t` is wanted. All of it is in the index findings_of_tables.
 *
 * @param value gives the place of a value of {@link WantedFindings}, from 1 on.
 */
export function matchesFinding(value: (position: number) => string): string {
  const either = (position: number, type: string, condition: string) =>
    `(${value(position)}::${type} is null or ${condition} ${value(position)}::${type})`;
  const oneOf = (position: number, type: string, column: string) =>
    `(${value(position)}::${type}[] is null or ${column} = any(${value(position)}::${type}[]))`;
  const conditions = [
    ofCompanies(value(1)),
    oneOf(2, "text", "t.status"),
    oneOf(3, "smallint", "t.severity_rank"),
    either(4, "boolean", "t.kev ="),
    either(5, "double precision", "t.epss_score >="),
    either(6, "smallint", "t.confidence >="),
    oneOf(7, "uuid", "t.site_id"),
    ofCompanies(value(8)),
    oneOf(9, "uuid", "t.asset_id"),
    `(${value(10)}::text[] is null or (t.scan_seen_at is not null and 'scan' = any(${value(10)}::text[]))
      or (t.agent_seen_at is not null and 'agent' = any(${value(10)}::text[]))
      or (t.import_seen_at is not null and 'import' = any(${value(10)}::text[])))`,
    either(11, "boolean", "(t.weakness like 'CVE-%') ="),
    oneOf(12, "text", "t.weakness"),
    either(13, "bigint", "t.first_seen_at >="),
    either(14, "bigint", "t.first_seen_at <="),
    either(15, "boolean", "t.is_fixable ="),
    `(${value(16)}::text is null or t.search like ${value(16)}::text or t.asset_id in (
      select o.id from assets o where o.tenant_id = $1
        and (o.hostname like ${value(16)}::text or host(o.ip) like ${value(16)}::text)))`,
  ];
  // As one condition: PostgreSQL would multiply its guesses for each, expect a single row, and join row by row.
  return `coalesce(${conditions.join(" and ")}, false)`;
}
