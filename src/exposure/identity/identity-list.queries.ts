import type { WithNulls } from "#lib/without-nulls";
import { statement } from "#platform/db";
import { tableList } from "#platform/pagination";
import type { FindingStatus } from "#exposure/life-cycle";
import type { IdentityFindingDetail, ListedIdentityFinding } from "./listed-identity-finding.ts";

const shared = `t.id, t.source, t.directory_id as "directoryId", t.rule_id as "ruleId", t.target_type as "targetType",
    t.target_id as "targetId", t.target_name as "targetName", t.target_path as "targetPath", t.target_host as host,
    t.category, t.severity, t.title, t.evidence, t.remediation, t.site_id as "siteId", t.first_seen_at as "firstSeenAt",
    t.last_seen_at as "lastSeenAt", t.status`;
const isOpen = "t.status in ('open', 'in_progress')";
const order = "t.severity_rank, t.last_seen_at desc, t.id";

type Row = WithNulls<ListedIdentityFinding>;

/** Which are wanted besides: a span of severities by rank, and a source and a category, `null` whichever. */
type Rest = [
  lowestRank: number,
  highestRank: number,
  source: string | null,
  category: string | null,
];

const rest = (value: (position: number) => string) =>
  `t.severity_rank between ${value(1)} and ${value(2)} and (${value(3)}::text is null or t.source = ${value(3)})
      and (${value(4)}::text is null or t.category = ${value(4)})`;

const only = (column: string, place: string, type: string) =>
  `(${place}::${type} is null or t.${column} = ${place})`;

/** Open and in progress, the most severe first. */
export const identityList = tableList<Rest, Row>("identity.list", (value) => ({
  table: "identity_findings",
  columns: shared,
  where: `${isOpen} and ${rest(value)}`,
  order,
}));

/** Those of one site. */
export const siteIdentityList = tableList<[...Rest, siteId: string], Row>(
  "identity.list-of-site",
  (value) => ({
    table: "identity_findings",
    columns: shared,
    where: `t.site_id = ${value(5)} and ${isOpen} and ${rest(value)}`,
    order,
  }),
);

/** Those of one directory. */
export const directoryIdentityList = tableList<
  [...Rest, directoryId: string, siteId: string | null],
  Row
>("identity.list-of-directory", (value) => ({
  table: "identity_findings",
  columns: shared,
  where: `t.directory_id = ${value(5)} and ${only("site_id", value(6), "uuid")} and ${isOpen} and ${rest(value)}`,
  order,
}));

/** Those of one rule. Directories are few: with their ids the index of places is walked, which begins with them. */
export const ruleIdentityList = tableList<
  [...Rest, ruleId: string, directoryId: string | null, siteId: string | null],
  Row
>("identity.list-of-rule", (value) => ({
  table: "identity_findings",
  columns: shared,
  where: `t.directory_id = any (array(select d.id from directories d where d.tenant_id = $1
        and (${value(6)}::uuid is null or d.id = ${value(6)})))
      and t.rule_id = ${value(5)} and ${only("site_id", value(7), "uuid")} and ${isOpen} and ${rest(value)}`,
  order,
}));

// The ids come first, by their own index: whatever PostgreSQL believes of how many there are, it never walks through all
// findings of the tenant in their order to find those few.
const few = (condition: string) =>
  `t.id = any (array(select f.id from identity_findings f where f.tenant_id = $1 and ${condition}))`;

/** Those of one computer, by its host name in lower case. */
export const hostIdentityList = tableList<
  [...Rest, host: string, ruleId: string | null, directoryId: string | null, siteId: string | null],
  Row
>("identity.list-of-host", (value) => ({
  table: "identity_findings",
  columns: shared,
  where: `${few(`f.target_host = ${value(5)}`)} and ${only("rule_id", value(6), "text")}
      and ${only("directory_id", value(7), "uuid")} and ${only("site_id", value(8), "uuid")} and ${isOpen} and ${rest(value)}`,
  order,
}));

/** A finding as who reads it alone is shown it. */
type DetailRow = WithNulls<Omit<IdentityFindingDetail, "history" | "exception">> & {
  exception: WithNulls<NonNullable<IdentityFindingDetail["exception"]>> | null;
};

export const findListedIdentityFinding = statement<[tenantId: string, id: string], DetailRow>(
  "identity.find-listed",
  `select ${shared}, t.status_at as "statusAt", t.accepted_until as "acceptedUntil", t.reopened_at as "reopenedAt",
     t.resolved_at as "resolvedAt", r.asks, coalesce(r.links, '[]') as references,
     case when e.id is not null then jsonb_build_object('id', e.id, 'reason', e.reason, 'owner', e.owner,
       'expiresAt', e.expires_at) end as exception
   from identity_findings t
   left join identity_rules r on r.tenant_id = t.tenant_id and r.directory_id = t.directory_id and r.rule_id = t.rule_id
   left join identity_exceptions e on e.tenant_id = t.tenant_id and e.id = t.exception_id
   where t.tenant_id = $1 and t.id = $2`,
);

/** A finding as the command line shows it in lists. */
export interface OperatorIdentityFinding extends Omit<Row, "status"> {
  readonly status: FindingStatus;
  readonly acceptedUntil: number | null;
}

/** Of one directory, the most severe first. */
export const listOperatorIdentityFindings = statement<
  [
    tenantId: string,
    directoryId: string,
    ruleId: string | null,
    statuses: readonly FindingStatus[],
    limit: number,
  ],
  OperatorIdentityFinding
>(
  "identity.list-for-operators",
  `select ${shared}, t.accepted_until as "acceptedUntil" from identity_findings t
   where t.tenant_id = $1 and t.directory_id = $2 and ($3::text is null or t.rule_id = $3) and t.status = any($4::text[])
   order by ${order} limit $5`,
);
