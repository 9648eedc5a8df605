import type { WithNulls } from "#lib/without-nulls";
import { statement } from "#platform/db";
import { type TableListStatements, pageOf, tableList } from "#platform/pagination";
import type { FindingStatus } from "#exposure/life-cycle";
import type { IdentityFindingDetail, ListedIdentityFinding } from "./listed-identity-finding.ts";

const shared = `t.id, t.source, t.directory_id as "directoryId", t.rule_id as "ruleId", t.target_type as "targetType",
    t.target_id as "targetId", t.target_name as "targetName", t.target_path as "targetPath", t.target_host as host,
    t.category, t.severity, t.title, t.evidence, t.remediation, t.site_id as "siteId", t.first_seen_at as "firstSeenAt",
    t.last_seen_at as "lastSeenAt", t.status`;
const isOpen = "t.status in ('open', 'in_progress')";
// As the indexes have it: list_rank grows with milder severity and earlier time.
const order = "t.list_rank, t.id";

type Row = WithNulls<ListedIdentityFinding>;

/** Which are wanted besides: a span of ranks (see `list_rank` of the table), and a source and a category, `null` whichever. */
type Rest = [
  lowestRank: number,
  highestRank: number,
  source: string | null,
  category: string | null,
];

const span = (lowest: string, highest: string) => `t.list_rank between ${lowest} and ${highest}`;

const either = (column: string, place: string, type: string) =>
  `(${place}::${type} is null or t.${column} = ${place})`;

/**
 * The statements of a list of open findings, the most severe first. How many there are and where a late page begins does not depend
 * on how many there are: identity_totals knows how many have which rank, so reading begins at the rank in which the page
 * begins.
 *
 * @param place a condition of findings and of their totals, which have the columns that it may use: `directory_id`, `site_id` and
 * `rule_id`. Its values follow those of {@link Rest}; it is given the place of each, from 5 on.
 */
function rankedList<Place extends readonly (string | null)[]>(
  name: string,
  place: (value: (position: number) => string) => string,
): TableListStatements<[...Rest, ...Place], Row> {
  const after = (count: number) => {
    const value = (position: number) => `$${count + position}`;
    const rest = `${either("source", value(3), "text")} and ${either("category", value(4), "text")}`;
    return { value, wanted: `t.tenant_id = $1 and ${place(value)} and ${rest}` };
  };
  const [page, measure, all] = [after(3), after(1), after(2)];
  const total = "select coalesce(sum(open), 0)::bigint as total from";
  return {
    page: statement(
      `${name}.page`,
      pageOf({
        before: `ranks as materialized (
            select t.list_rank, sum(t.open)::bigint as open from identity_totals t
            where ${page.wanted} and ${span(page.value(1), page.value(2))} group by t.list_rank),
          start as materialized (
            select list_rank, until - open as before
            from (select list_rank, open, sum(open) over (order by list_rank)::bigint as until from ranks) as running
            where until > $3 order by list_rank limit 1),`,
        total: `${total} ranks`,
        ids: `select t.id from identity_findings t
          where ${page.wanted} and ${isOpen} and ${span("(select list_rank from start)", page.value(2))}
          order by ${order} limit $2 offset $3 - (select before from start)`,
        shown: `select ${shared} from identity_findings t`,
      }),
    ),
    measure: statement(
      `${name}.measure`,
      `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version from (
         select ${shared} from identity_findings t
         where ${measure.wanted} and ${isOpen} and ${span(measure.value(1), measure.value(2))}) as shown`,
    ),
    all: statement(
      `${name}.all`,
      `select ${shared} from identity_findings t
       where ${all.wanted} and ${isOpen} and ${span(all.value(1), all.value(2))} order by ${order} offset $2`,
    ),
  };
}

/** Open and in progress, the most severe first. */
export const identityList = rankedList<[]>("identity.list", () => "true");

/** Those of one site. */
export const siteIdentityList = rankedList<[siteId: string]>(
  "identity.list-of-site",
  (value) => `t.site_id = ${value(5)}`,
);

/** Those of one directory. */
export const directoryIdentityList = rankedList<[directoryId: string, siteId: string | null]>(
  "identity.list-of-directory",
  (value) => `t.directory_id = ${value(5)} and ${either("site_id", value(6), "uuid")}`,
);

/** Those of one rule. */
export const ruleIdentityList = rankedList<
  [ruleId: string, directoryId: string | null, siteId: string | null]
>(
  "identity.list-of-rule",
  (value) => `t.rule_id = ${value(5)} and ${either("directory_id", value(6), "uuid")}
    and ${either("site_id", value(7), "uuid")}`,
);

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
  where: `${few(`f.target_host = ${value(5)}`)} and ${either("rule_id", value(6), "text")}
      and ${either("directory_id", value(7), "uuid")} and ${either("site_id", value(8), "uuid")} and ${isOpen}
      and ${either("source", value(3), "text")} and ${either("category", value(4), "text")} and ${span(value(1), value(2))}`,
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
