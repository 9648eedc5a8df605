import type { WithNulls } from "#lib/without-nulls";
import { statement } from "#platform/db";
import { type ListMeasure, type TablePageRow, pageOf, tableList } from "#platform/pagination";
import {
  type FindingDetail,
  type ListedFinding,
  type StatusChangeEntry,
  shownChanges,
} from "./listed-finding.ts";

const ownColumns = `t.asset_id as "assetId", nullif(t.port, 0) as port, nullif(t.protocol, '') as protocol,
    t.service, coalesce(t.affected_package, nullif(t.package, '')) as package,
    t.installed_version as "installedVersion", t.fixed_version as "fixedVersion", t.title, t.weakness, t.cve, t.severity, t.cvss_score as "cvssScore",
    t.epss_score as "epssScore", t.epss_percentile as "epssPercentile", t.kev, t.ransomware,
    t.risk_score as "riskScore", t.confidence, t.remediation, t.status as "remediationStatus",
    t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt", t.site_id as "siteId"`;

const columns = `t.id, a.ip as "assetIp", a.hostname, ${ownColumns}`;

// For each row by its key, so that a whole list keeps the order of its index and is never sorted.
const join = `left join lateral (
      select host(a.ip) as ip, a.hostname from assets a where a.tenant_id = t.tenant_id and a.id = t.asset_id offset 0
    ) as a on true`;

const version = `coalesce((select v.version::text from finding_versions v where v.tenant_id = $1), '')`;

const isOpen = "t.status in ('open', 'in_progress')";

// As the indexes findings_most_severe and findings_most_severe_of_site have it. A rank has one CVSS score.
const order = "t.list_rank, t.epss_score desc nulls last, t.last_seen_at desc, t.id";

type Row = WithNulls<ListedFinding>;

/** Which ranks a list holds (those of one severity, or all; see `list_rank` of the table), and how sure its findings are. */
type Span = [lowestRank: number, highestRank: number, minConfidence: number];

const sure = (low: string, high: string, confidence: string) =>
  `t.list_rank between ${low} and ${high} and t.confidence >= ${confidence}`;

/**
 * The statements of the open findings of a tenant or of one of its sites, the most severe first. Neither the number of all
 * nor a late page depends on how many there are: finding_totals knows how many have which rank, so reading begins at the
 * rank in which the page begins.
 *
 * @param place of findings and of their totals: conditions for the alias `t`, given where the site's id stands.
 */
function rankedList<Site extends readonly string[]>(
  name: string,
  place: { findings: (site: string) => string; totals: (site: string) => string },
) {
  return {
    page: statement<
      [tenantId: string, limit: number, offset: number, ...Span, ...Site],
      TablePageRow<Row>
    >(
      `${name}.page`,
      pageOf({
        before: `ranks as materialized (
            select t.list_rank, sum(t.open)::bigint as open from finding_totals t
            where t.tenant_id = $1 and ${place.totals("$7")} and ${sure("$4", "$5", "$6")} group by t.list_rank),
          start as materialized (
            select list_rank, until - open as before
            from (select list_rank, open, sum(open) over (order by list_rank)::bigint as until from ranks) as running
            where until > $3 order by list_rank limit 1),`,
        total: "select coalesce(sum(open), 0)::bigint as total from ranks",
        ids: `select t.id from findings t
          where t.tenant_id = $1 and ${place.findings("$7")} and ${isOpen}
            and ${sure("(select list_rank from start)", "$5", "$6")}
          order by ${order} limit $2 offset $3 - (select before from start)`,
        shown: `select ${columns} from findings t ${join}`,
      }),
    ),
    measure: statement<[tenantId: string, ...Span, ...Site], ListMeasure>(
      `${name}.measure`,
      `select coalesce(sum(t.open), 0)::bigint as total, ${version} as version from finding_totals t
       where t.tenant_id = $1 and ${place.totals("$5")} and ${sure("$2", "$3", "$4")}`,
    ),
    all: statement<[tenantId: string, offset: number, ...Span, ...Site], Row>(
      `${name}.all`,
      `select ${columns} from findings t ${join}
       where t.tenant_id = $1 and ${place.findings("$6")} and ${isOpen} and ${sure("$3", "$4", "$5")}
       order by ${order} offset $2`,
    ),
  };
}

/** All open findings of the tenant. */
export const findingList = rankedList<[]>("findings.list", {
  findings: () => "true",
  totals: () => "t.site_id = '00000000-0000-0000-0000-000000000000'",
});

/** Those of one site. */
export const siteFindingList = rankedList<[siteId: string]>("findings.list-of-site", {
  findings: (site) => `t.site_id = ${site}`,
  totals: (site) => `t.site_id = ${site}`,
});

// The ids come first, by their own index: whatever PostgreSQL believes of how many there are, it never walks through all
// findings of the tenant in their order to find those few.
const few = (condition: string) =>
  `t.id = any (array(select f.id from findings f where f.tenant_id = $1 and ${condition}))`;

const onlySite = (place: string) => `(${place}::uuid is null or t.site_id = ${place})`;

/** Those of one asset. */
export const assetFindingList = tableList<
  [...Span, assetId: string, siteId: string | null, cve: string | null],
  Row
>("findings.list-of-asset", (value) => ({
  table: "findings",
  columns,
  join,
  where: `${few(`f.asset_id = ${value(4)}`)} and ${onlySite(value(5))}
    and (${value(6)}::text is null or t.cve = ${value(6)}) and ${isOpen} and ${sure(value(1), value(2), value(3))}`,
  order,
  version,
}));

/** Those with one CVE. */
export const cveFindingList = tableList<[...Span, cve: string, siteId: string | null], Row>(
  "findings.list-of-cve",
  (value) => ({
    table: "findings",
    columns,
    join,
    where: `${few(`f.cve = ${value(4)}`)} and ${onlySite(value(5))} and ${isOpen} and ${sure(value(1), value(2), value(3))}`,
    order,
    version,
  }),
);

export const findListedFinding = statement<
  [tenantId: string, id: string],
  WithNulls<Omit<FindingDetail, "history">>
>(
  "findings.find-listed",
  `select ${columns}, t.status_at as "statusAt", t.accepted_until as "acceptedUntil", t.reopened_at as "reopenedAt",
     t.resolved_at as "resolvedAt", t.cvss_vector as "cvssVector", t.ssvc, t.risk_factors as "riskFactors", t.evidence
   from findings t ${join} where t.tenant_id = $1 and t.id = $2`,
);

/** The newest first. */
export const listFindingHistory = statement<
  [tenantId: string, findingId: string],
  WithNulls<StatusChangeEntry>
>(
  "findings.history",
  `select at, from_status as "from", to_status as "to", actor_name as "by", actor_kind as "byKind", notes,
     accepted_until as "acceptedUntil"
   from finding_events where tenant_id = $1 and finding_id = $2 order by at desc, id desc limit ${shownChanges}`,
);
