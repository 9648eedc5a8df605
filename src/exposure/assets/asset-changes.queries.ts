import { newId } from "#lib/ids";
import { type Queryable, statement } from "#platform/db";
import type { KnownAsset } from "./asset.ts";
import { keysOf } from "./identity.ts";
import type { AssetPlan } from "./plan-assets.ts";
import type { Platform, Sighting } from "./sighting.ts";

interface AssetRow {
  id: string;
  ip: string | null;
  agent_id: string | null;
  hardware_uuid: string | null;
  mac_address: string | null;
  vendor: string | null;
  hostname: string | null;
  hostnames: readonly string[];
  site_id: string | null;
  probe_id: string | null;
  os: string | null;
  os_cpe: string | null;
  os_confidence: number | null;
  platform: Platform | null;
  device_type: string | null;
  device_confidence: number | null;
  device_evidence: readonly string[];
  open_ports: readonly number[];
  udp_ports: readonly number[];
  tags: readonly string[];
  first_seen_at: number;
  last_seen_at: number;
  last_scanned_at: number | null;
}

const columns = `id, host(ip) as ip, agent_id, hardware_uuid, mac_address, vendor, hostname, hostnames, site_id, probe_id, os,
  os_cpe, os_confidence, platform, device_type, device_confidence, device_evidence, open_ports, udp_ports, tags,
  first_seen_at, last_seen_at, last_scanned_at`;

const assetsByKeys = statement<
  [
    tenantId: string,
    ips: readonly string[],
    macs: readonly string[],
    hostnames: readonly string[],
    agents: readonly string[],
    hardware: readonly string[],
  ],
  AssetRow
>(
  "assets.by_keys",
  `select ${columns} from assets where tenant_id = $1 and id in (
     select id from assets where tenant_id = $1 and ip = any($2::inet[])
     union select id from assets where tenant_id = $1 and mac_address = any($3::text[])
     union select id from assets where tenant_id = $1 and hostname = any($4::text[])
     union select id from assets where tenant_id = $1 and agent_id = any($5::uuid[])
     union select id from assets where tenant_id = $1 and hardware_uuid = any($6::text[]))`,
);

const assetsByIds = statement<[tenantId: string, ids: readonly string[]], AssetRow>(
  "assets.by_ids",
  `select ${columns} from assets where tenant_id = $1 and id = any($2::uuid[])`,
);

const clearAddresses = statement<[tenantId: string, ids: readonly string[]], never>(
  "assets.clear_addresses",
  "update assets set ip = null where tenant_id = $1 and id = any($2::uuid[])",
);

const recordColumns = `id uuid, ip inet, agent_id uuid, hardware_uuid text, mac_address text, vendor text, hostname text,
  hostnames text[], site_id uuid, probe_id uuid, os text, os_cpe text, os_confidence smallint, platform text,
  device_type text, device_confidence smallint, device_evidence text[], open_ports integer[], udp_ports integer[],
  first_seen_at bigint, last_seen_at bigint, last_scanned_at bigint`;

const insertAssets = statement<[tenantId: string, rows: string], never>(
  "assets.insert",
  `insert into assets (tenant_id, id, ip, agent_id, hardware_uuid, mac_address, vendor, hostname, hostnames, site_id,
     probe_id, os, os_cpe, os_confidence, platform, device_type, device_confidence, device_evidence, open_ports, udp_ports,
     first_seen_at, last_seen_at, last_scanned_at, company_id)
   select $1, r.*, s.company_id
   from jsonb_to_recordset($2::jsonb) as r (${recordColumns})
     left join sites as s on s.tenant_id = $1 and s.id = r.site_id`,
);

const updateAssets = statement<[tenantId: string, rows: string], never>(
  "assets.update",
  `update assets as a set ip = r.ip, agent_id = r.agent_id, hardware_uuid = r.hardware_uuid, mac_address = r.mac_address,
     vendor = r.vendor, hostname = r.hostname, hostnames = r.hostnames, site_id = r.site_id, probe_id = r.probe_id,
     os = r.os, os_cpe = r.os_cpe, os_confidence = r.os_confidence, platform = r.platform, device_type = r.device_type,
     device_confidence = r.device_confidence, device_evidence = r.device_evidence, open_ports = r.open_ports,
     udp_ports = r.udp_ports, first_seen_at = r.first_seen_at, last_seen_at = r.last_seen_at,
     last_scanned_at = r.last_scanned_at, company_id = coalesce(s.company_id, a.company_id)
   from jsonb_to_recordset($2::jsonb) as r (${recordColumns})
     left join sites as s on s.tenant_id = $1 and s.id = r.site_id
   where a.tenant_id = $1 and a.id = r.id`,
);

const insertAssetEvents = statement<
  [
    tenantId: string,
    assetIds: readonly string[],
    ids: readonly string[],
    at: readonly number[],
    kinds: readonly string[],
    texts: readonly string[],
  ],
  never
>(
  "assets.events.insert",
  `insert into asset_events (tenant_id, asset_id, id, at, kind, text)
   select $1, * from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::text[], $6::text[])`,
);

/** Scores of assets, written only where they changed. */
export const updateAssetRisks = statement<
  [
    tenantId: string,
    ids: readonly string[],
    scores: readonly number[],
    accepted: readonly number[],
    factors: readonly string[],
  ],
  never
>(
  "assets.update_risks",
  `update assets as a set risk_score = v.score, accepted_risk = v.accepted, risk_factors = v.factors::jsonb
   from unnest($2::uuid[], $3::double precision[], $4::double precision[], $5::text[]) as v (id, score, accepted, factors)
   where a.tenant_id = $1 and a.id = v.id
     and (a.risk_score, a.accepted_risk, a.risk_factors) is distinct from (v.score, v.accepted, v.factors::jsonb)`,
);

/** Every asset that shares a key with any of the sightings. */
export async function findAssetsLike(
  tx: Queryable,
  tenantId: string,
  sightings: readonly Sighting[],
): Promise<KnownAsset[]> {
  const keys = sightings.map(keysOf);
  const values = (key: "ip" | "mac" | "hostname" | "agentId" | "hardwareUuid"): string[] => [
    ...new Set(keys.flatMap((one) => one[key] ?? [])),
  ];
  const rows = await tx.run(assetsByKeys, [
    tenantId,
    values("ip"),
    values("mac"),
    values("hostname"),
    values("agentId"),
    values("hardwareUuid"),
  ]);
  return rows.map(assetFrom);
}

/** Assets by id. */
export async function findAssets(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<KnownAsset[]> {
  return (await tx.run(assetsByIds, [tenantId, ids])).map(assetFrom);
}

/** Saves what `planAssets` decided. Addresses are given up before they are taken: each is one asset's at any time. */
export async function saveAssets(tx: Queryable, tenantId: string, plan: AssetPlan): Promise<void> {
  const { inserted, updated, withoutAddress, events } = plan;
  if (withoutAddress.length > 0) await tx.run(clearAddresses, [tenantId, withoutAddress]);
  if (inserted.length > 0) {
    await tx.run(insertAssets, [tenantId, JSON.stringify(inserted.map(rowOf))]);
  }
  if (updated.length > 0) {
    await tx.run(updateAssets, [tenantId, JSON.stringify(updated.map(rowOf))]);
  }
  if (events.length > 0) {
    await tx.run(insertAssetEvents, [
      tenantId,
      events.map((event) => event.assetId),
      events.map(() => newId()),
      events.map((event) => event.at),
      events.map((event) => event.kind),
      events.map((event) => event.text),
    ]);
  }
}

function rowOf(asset: KnownAsset): Omit<AssetRow, "tags"> {
  return {
    id: asset.id,
    ip: asset.ip,
    agent_id: asset.agentId,
    hardware_uuid: asset.hardwareUuid,
    mac_address: asset.mac,
    vendor: asset.vendor,
    hostname: asset.hostname,
    hostnames: asset.hostnames,
    site_id: asset.siteId,
    probe_id: asset.probeId,
    os: asset.os,
    os_cpe: asset.osCpe,
    os_confidence: asset.osConfidence,
    platform: asset.platform,
    device_type: asset.deviceType,
    device_confidence: asset.deviceConfidence,
    device_evidence: asset.deviceEvidence,
    open_ports: asset.openPorts,
    udp_ports: asset.udpPorts,
    first_seen_at: asset.firstSeenAt,
    last_seen_at: asset.lastSeenAt,
    last_scanned_at: asset.lastScannedAt,
  };
}

function assetFrom(row: AssetRow): KnownAsset {
  return {
    id: row.id,
    ip: row.ip,
    agentId: row.agent_id,
    hardwareUuid: row.hardware_uuid,
    mac: row.mac_address,
    vendor: row.vendor,
    hostname: row.hostname,
    hostnames: row.hostnames,
    siteId: row.site_id,
    probeId: row.probe_id,
    os: row.os,
    osCpe: row.os_cpe,
    osConfidence: row.os_confidence,
    platform: row.platform,
    deviceType: row.device_type,
    deviceConfidence: row.device_confidence,
    deviceEvidence: row.device_evidence,
    openPorts: row.open_ports,
    udpPorts: row.udp_ports,
    tags: row.tags,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    lastScannedAt: row.last_scanned_at,
  };
}
