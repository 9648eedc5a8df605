import { installedService, softwareKey, sourcesOfService } from "#engines/matching";
import type { ServiceFacts } from "#engines/scan-types";
import type { Software } from "#engines/vulnerability-types";
import { findAgentRows } from "#exposure/agents";
import type { KnownAsset } from "#exposure/assets";
import { listPackagesOf } from "#exposure/packages";
import { findServices, saveServices } from "#exposure/services";
import type { Tx } from "#platform/db";

/** The feeds have revisions of 0 and more: what was matched with this is matched at the next occasion. */
const neverMatched = -1;

/** Tells what a service is by what is installed on its host; `null`: nothing tells. */
export type InstalledSoftware = (assetId: string, facts: ServiceFacts) => Software | null;

/**
 * Reads what is installed on those assets that have an agent, as far as it may be what answers there.
 *
 * @param looks services, each with the asset at which it answers.
 */
export async function readInstalledSoftware(
  tx: Tx,
  tenantId: string,
  looks: readonly { asset: Pick<KnownAsset, "id" | "agentId">; facts: ServiceFacts }[],
): Promise<InstalledSoftware> {
  const agentOf = new Map(looks.map(({ asset }) => [asset.id, asset.agentId]));
  const agentIds = [...new Set([...agentOf.values()].filter((id) => id !== null))];
  if (agentIds.length === 0) return () => null;
  const agents = await findAgentRows(tx, tenantId, agentIds);
  const hosts = new Map(
    agents.flatMap(({ id, inventory }) =>
      inventory === null ? [] : [[id, inventory.host] as const],
    ),
  );
  const sources = looks.flatMap(({ asset, facts }) => {
    const host = hosts.get(asset.agentId ?? "");
    return host === undefined ? [] : sourcesOfService(facts, host);
  });
  const installed = await listPackagesOf(tx, tenantId, agentIds, [...new Set(sources)]);
  return (assetId, facts) => {
    const agentId = agentOf.get(assetId) ?? "";
    const host = hosts.get(agentId);
    if (host === undefined) return null;
    return installedService(facts, host, installed.get(agentId) ?? []);
  };
}

/**
 * Looks again at what runs on assets whose packages have changed: what answers there is now known by its exact revision, or
 * by another one. It is matched anew soon after.
 */
export async function refineServices(
  tx: Tx,
  tenantId: string,
  assets: readonly Pick<KnownAsset, "id" | "agentId">[],
): Promise<void> {
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const services = await findServices(tx, tenantId, [...byId.keys()]);
  const looks = services.flatMap(({ assetId, facts }) => {
    const asset = byId.get(assetId);
    return asset === undefined ? [] : [{ asset, facts }];
  });
  const softwareIn = await readInstalledSoftware(tx, tenantId, looks);
  const saved = services.flatMap((service) => {
    const software = softwareIn(service.assetId, service.facts);
    if (software === null) return [];
    const key = softwareKey(software);
    if (key === service.softwareKey) return [];
    return [{ ...service, software, softwareKey: key, matchedRevision: neverMatched }];
  });
  await saveServices(tx, tenantId, { saved, touched: [], deleted: [] });
}
