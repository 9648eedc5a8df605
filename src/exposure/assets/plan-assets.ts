import { type KnownAsset, mergeSighting, newAsset } from "./asset.ts";
import { decideIdentity } from "./identity.ts";
import type { Sighting } from "./sighting.ts";

/** Why an asset is the one it is; kept with it. */
export interface AssetEvent {
  readonly assetId: string;
  readonly at: number;
  readonly kind: "made" | "recognised" | "lost_address";
  readonly text: string;
}

/** What a batch of sightings changes. */
export interface AssetPlan {
  /** By the sighting's address: the asset that was seen there. */
  readonly byAddress: ReadonlyMap<string, KnownAsset>;
  /** The same for every sighting, in their order. */
  readonly seen: readonly KnownAsset[];
  readonly inserted: readonly KnownAsset[];
  readonly updated: readonly KnownAsset[];
  /** Assets that no longer have the address they had. */
  readonly withoutAddress: readonly string[];
  readonly events: readonly AssetEvent[];
}

/**
 * Decides which assets were seen, one sighting after the other, and what they become. An address is one asset's: whoever is
 * seen there takes it, and the one that had it loses it.
 *
 * @param known every asset that shares a key with any of the sightings.
 * @param claimed addresses at which assets were seen earlier in the same run, by asset id.
 */
export function planAssets(
  known: readonly KnownAsset[],
  sightings: readonly Sighting[],
  claimed: ReadonlyMap<string, string>,
  newId: () => string,
): AssetPlan {
  const assets = new Map(known.map((asset) => [asset.id, asset]));
  const claims = new Map(claimed);
  const isNew = new Set<string>();
  const touched = new Set<string>();
  const losers = new Set<string>();
  const events: AssetEvent[] = [];
  const seenIds: string[] = [];

  for (const one of sightings) {
    const { at, address } = one;
    const identity = decideIdentity(one, [...assets.values()], (id) => claims.get(id) ?? null);
    const before = identity.assetId === null ? undefined : assets.get(identity.assetId);
    const merged = before === undefined ? newAsset(newId(), one) : mergeSighting(before, one);
    const holder =
      address === null
        ? undefined
        : [...assets.values()].find(({ id, ip }) => ip === address && id !== merged.id);
    // A report that arrives late does not take the address from the host that was seen there since.
    const isTaken = merged.ip === address && holder !== undefined && holder.lastSeenAt > at;
    const after = isTaken ? { ...merged, ip: null } : merged;
    if (holder !== undefined && after.ip === address) {
      assets.set(holder.id, { ...holder, ip: null });
      touched.add(holder.id);
      losers.add(holder.id);
      const text = `${address} is another asset's now: ${identity.reason}`;
      events.push({ assetId: holder.id, at, kind: "lost_address", text });
    }
    if (before === undefined) {
      isNew.add(after.id);
      events.push({ assetId: after.id, at, kind: "made", text: identity.reason });
    } else if (before.ip !== after.ip) {
      losers.add(after.id);
      const text = `moved from ${before.ip ?? "no address"} to ${address ?? "none"}: ${identity.reason}`;
      const since = isTaken ? "; another asset was seen there since" : "";
      events.push({ assetId: after.id, at, kind: "recognised", text: `${text}${since}` });
    }
    if (before !== undefined && before.agentId !== after.agentId) {
      const text = `agent ${after.agentId} is on it now: ${identity.reason}`;
      events.push({ assetId: after.id, at, kind: "recognised", text });
    }
    assets.set(after.id, after);
    touched.add(after.id);
    if (address !== null) claims.set(after.id, address);
    seenIds.push(after.id);
  }

  const changed = [...touched].flatMap((id) => assets.get(id) ?? []);
  const seen = seenIds.flatMap((id) => assets.get(id) ?? []);
  return {
    seen,
    byAddress: new Map(
      seen.flatMap((asset, i) => {
        const address = sightings[i]?.address ?? null;
        return address === null ? [] : [[address, asset] as const];
      }),
    ),
    inserted: changed.filter(({ id }) => isNew.has(id)),
    updated: changed.filter(({ id }) => !isNew.has(id)),
    withoutAddress: [...losers].filter((id) => !isNew.has(id)),
    events,
  };
}
