import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import type { AssetRow } from "./asset-row.ts";

/** Which assets are wanted; `null`: whichever. */
export type WantedAssets = readonly [
  /** What the person may see. */
  companyIds: readonly string[] | null,
  siteIds: readonly string[] | null,
  ofCompanies: readonly string[] | null,
  deviceTypes: readonly string[] | null,
  /** One of them. */
  tags: readonly string[] | null,
  hasAgent: boolean | null,
  /** It has findings that are open or in progress. */
  hasFindings: boolean | null,
  /** Open there, TCP or UDP: one of them. */
  ports: readonly number[] | null,
  minRisk: number | null,
  /** Last seen at this time or later, … */
  seenFrom: number | null,
  /** … and by this one. */
  seenTo: number | null,
  search: string | null,
];

/** What the table can be sorted by. */
export const assetSorts = [
  "risk",
  "name",
  "ip",
  "os",
  "type",
  "site",
  "company",
  "ports",
  "lastSeen",
  "firstSeen",
] as const;

const from = `assets t
    left join sites s on s.tenant_id = t.tenant_id and s.id = t.site_id
    left join companies y on y.tenant_id = t.tenant_id and y.id = t.company_id`;

const open = `status in ('open', 'in_progress')`;

const counts = `(select jsonb_build_object(
      'critical', count(*) filter (where f.severity_rank = 0), 'high', count(*) filter (where f.severity_rank = 1),
      'medium', count(*) filter (where f.severity_rank = 2), 'low', count(*) filter (where f.severity_rank = 3),
      'info', count(*) filter (where f.severity_rank = 4))
    from findings f where f.tenant_id = t.tenant_id and f.asset_id = t.id and f.${open})`;

const columns = `t.id, coalesce(t.hostname, host(t.ip), t.id::text) as name, t.hostname, host(t.ip) as ip, t.os,
    t.device_type as "deviceType", t.vendor, t.tags, t.risk_score as "riskScore", t.site_id as "siteId",
    s.name as "siteName", t.company_id as "companyId", y.name as "companyName", t.open_ports as "openPorts",
    t.udp_ports as "udpPorts", ${counts} as findings, t.agent_id as "agentId",
    t.agent_last_seen_at as "agentLastSeenAt", t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt",
    t.last_scanned_at as "lastScannedAt"`;

/** The console's table of assets. */
export const assetTable = consoleTable<(typeof assetSorts)[number], [...WantedAssets], AssetRow>(
  "assets.console",
  (value) => {
    const oneOf = (position: number, type: string, column: string) =>
      `(${value(position)}::${type}[] is null or ${column} = any(${value(position)}::${type}[]))`;
    const either = (position: number, type: string, condition: string) =>
      `(${value(position)}::${type} is null or ${condition} ${value(position)}::${type})`;
    return {
      from,
      columns,
      where: [
        oneOf(1, "uuid", "t.company_id"),
        oneOf(2, "uuid", "t.site_id"),
        oneOf(3, "uuid", "t.company_id"),
        oneOf(4, "text", "t.device_type"),
        `(${value(5)}::text[] is null or t.tags && ${value(5)}::text[])`,
        either(6, "boolean", "(t.agent_id is not null) ="),
        either(
          7,
          "boolean",
          `exists (select from findings f where f.tenant_id = $1 and f.asset_id = t.id and f.${open}) =`,
        ),
        `(${value(8)}::integer[] is null or t.open_ports && ${value(8)}::integer[]
          or t.udp_ports && ${value(8)}::integer[])`,
        either(9, "double precision", "t.risk_score >="),
        either(10, "bigint", "t.last_seen_at >="),
        either(11, "bigint", "t.last_seen_at <="),
        `(${value(12)}::text is null or array_to_string(t.hostnames, ' ') ilike ${value(12)}
          or t.hostname ilike ${value(12)} or host(t.ip) like ${value(12)} or t.os ilike ${value(12)}
          or t.mac_address ilike ${value(12)} or t.vendor ilike ${value(12)}
          or array_to_string(t.tags, ' ') ilike ${value(12)})`,
      ].join(" and "),
      sorts: {
        risk: "t.risk_score",
        name: "t.hostname",
        ip: "t.ip",
        os: "lower(t.os)",
        type: "t.device_type",
        site: "lower(s.name)",
        company: "lower(y.name)",
        ports: "cardinality(t.open_ports) + cardinality(t.udp_ports)",
        lastSeen: "t.last_seen_at",
        firstSeen: "t.first_seen_at",
      },
    };
  },
);

/** One asset as the table shows it, if it is of one of these companies; `null` companies: all. */
export const findAssetRow = statement<
  [tenantId: string, id: string, companyIds: readonly string[] | null],
  AssetRow
>(
  "assets.console-row",
  `select ${columns} from ${from}
   where t.tenant_id = $1 and t.id = $2 and ($3::uuid[] is null or t.company_id = any($3::uuid[]))`,
);

/** What filters can choose from, as far as the person may see. */
export interface AssetFacets {
  deviceTypes: string[];
  tags: string[];
  sites: { id: string; name: string }[];
  companies: { id: string; name: string }[];
}

const facetsStatement = statement<
  [tenantId: string, companyIds: readonly string[] | null],
  AssetFacets
>(
  "assets.console-facets",
  `with seen as (
     select device_type, tags, site_id, company_id from assets
     where tenant_id = $1 and ($2::uuid[] is null or company_id = any($2::uuid[])))
   select coalesce((select array_agg(distinct device_type order by device_type) from seen
       where device_type is not null), '{}') as "deviceTypes",
     coalesce((select array_agg(tag order by tag) from (
       select distinct tag from seen, unnest(tags) as tag order by tag limit 200) as tags_seen), '{}') as tags,
     coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by lower(s.name))
       from sites s where s.tenant_id = $1 and s.id in (select site_id from seen)), '[]') as sites,
     coalesce((select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name) order by lower(y.name))
       from companies y where y.tenant_id = $1 and y.id in (select company_id from seen)), '[]') as companies`,
);

/** What assets there are can be told apart by: only what at least one of them has. */
export async function findAssetFacets(
  db: Queryable,
  tenantId: string,
  companyIds: readonly string[] | null,
): Promise<AssetFacets> {
  const [facets] = await db.run(facetsStatement, [tenantId, companyIds]);
  if (facets === undefined) throw new Error("a select without a from has one row");
  return facets;
}
