import type { FindingStatus } from "#exposure/life-cycle";
import { filtersAt, oftenSet, seldomSet } from "#platform/pagination";
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

const ofCompanies = (value: string) => `t.asset_id in (
      select o.id from assets o where o.tenant_id = $1 and o.company_id = any(${value}))`;

/**
 * SQL: the finding `t` is wanted. All of it is in the index findings_of_tables.
 *
 * @param place gives the place of a value of {@link WantedFindings}, from 1 on.
 */
export function matchesFinding(place: (position: number) => string): string {
  const filter = filtersAt(place);
  const either = (position: number, type: string, condition: string) =>
    filter(position, type, (value) => `${condition} ${value}`);
  const oneOf = (position: number, type: string, column: string) =>
    filter(position, `${type}[]`, (value) => `${column} = any(${value})`);
  const status = oneOf(2, "text", "t.status");
  const others = seldomSet([
    filter(1, "uuid[]", ofCompanies),
    oneOf(3, "smallint", "t.severity_rank"),
    either(4, "boolean", "t.kev ="),
    either(5, "double precision", "t.epss_score >="),
    either(6, "smallint", "t.confidence >="),
    oneOf(7, "uuid", "t.site_id"),
    filter(8, "uuid[]", ofCompanies),
    oneOf(9, "uuid", "t.asset_id"),
    filter(
      10,
      "text[]",
      (value) => `((t.scan_seen_at is not null and 'scan' = any(${value}))
        or (t.agent_seen_at is not null and 'agent' = any(${value}))
        or (t.import_seen_at is not null and 'import' = any(${value})))`,
    ),
    either(11, "boolean", "(t.weakness like 'CVE-%') ="),
    oneOf(12, "text", "t.weakness"),
    either(13, "bigint", "t.first_seen_at >="),
    either(14, "bigint", "t.first_seen_at <="),
    either(15, "boolean", "t.is_fixable ="),
    filter(
      16,
      "text",
      (value) => `(t.search like ${value} or t.asset_id in (
        select o.id from assets o where o.tenant_id = $1 and (o.hostname like ${value} or host(o.ip) like ${value})))`,
    ),
  ]);
  // As one condition: PostgreSQL would multiply its guesses for each, expect a single row, and join row by row.
  return `coalesce(${oftenSet(status)} and ${others}, false)`;
}
