import type { WithNulls } from "#lib/without-nulls";
import { statement } from "#platform/db";
import { tableList } from "#platform/pagination";
import type { AssetDetail, ListedAsset } from "./listed-asset.ts";

const services = `coalesce((
      select jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'protocol', s.protocol, 'port', s.port, 'name', s.name, 'product', s.product, 'version', s.version,
          'tls', case when s.facts ? 'tls' then jsonb_build_object(
            'protocols', s.facts #> '{tls,protocols}', 'subject', s.facts #> '{tls,certificate,subject}',
            'issuer', s.facts #> '{tls,certificate,issuer}', 'notAfter', s.facts #> '{tls,certificate,notAfter}',
            'selfSigned', s.facts #> '{tls,certificate,selfSigned}') end))
        order by s.protocol, s.port)
      from services s where s.tenant_id = t.tenant_id and s.asset_id = t.id), '[]') as services`;

// That no port is open is known only once ports were looked for.
const columns = `t.id, host(t.ip) as ip, t.hostname, t.hostnames, t.os, t.device_type as "deviceType", t.vendor,
    case when t.last_scanned_at is not null or t.open_ports <> '{}' then t.open_ports end as "openPorts",
    nullif(t.udp_ports, '{}') as "udpPorts", ${services}, t.mac_address as "macAddress", t.tags,
    t.risk_score as "riskScore", t.site_id as "siteId", t.probe_id as "probeId", t.company_id as "companyId",
    t.agent_id is not null as "agentInstalled", t.agent_version as "agentVersion",
    t.agent_last_seen_at as "agentLastSeenAt", t.first_seen_at as "firstSeenAt", t.last_seen_at as "lastSeenAt",
    t.last_scanned_at as "lastScannedAt"`;

const order = "t.risk_score desc, t.id";

/** The riskiest first. */
export const assetList = tableList<[], WithNulls<ListedAsset>>("assets.list", () => ({
  table: "assets",
  columns,
  order,
}));

/** Those of one site. */
export const siteAssetList = tableList<[siteId: string], WithNulls<ListedAsset>>(
  "assets.list-of-site",
  (value) => ({ table: "assets", columns, where: `t.site_id = ${value(1)}`, order }),
);

// What is null inside is left out as it is without.
const agent = `(select jsonb_strip_nulls(jsonb_build_object(
      'name', g.name, 'inventoryAt', g.inventory_at, 'kernel', g.inventory #> '{host,kernel}',
      'architecture', g.inventory #> '{host,architecture}', 'bootedAt', g.inventory #> '{host,bootedAt}',
      'hardware', g.inventory #> '{host,hardware,kind}', 'hardwareUuid', g.inventory #> '{host,hardware,uuid}',
      'addresses', coalesce((select jsonb_agg(address order by i, a)
        from jsonb_array_elements(g.inventory #> '{host,interfaces}') with ordinality as nics (nic, i),
          jsonb_array_elements(nic -> 'addresses') with ordinality as its (address, a)), '[]'),
      'listeners', g.inventory -> 'listeners', 'packagesJudged', g.coverage -> 'judged',
      'notJudged', coalesce(g.coverage -> 'notJudged', '[]'), 'blindSpots', g.inventory -> 'blindSpots'))
    from agents g where g.tenant_id = t.tenant_id and g.id = t.agent_id and g.inventory is not null) as agent`;

export const findListedAsset = statement<[tenantId: string, id: string], WithNulls<AssetDetail>>(
  "assets.find-listed",
  `select ${columns}, ${agent}, t.accepted_risk as "acceptedRisk", nullif(t.risk_factors, '[]') as "riskFactors"
   from assets t where t.tenant_id = $1 and t.id = $2`,
);
