import { type Sighting, identifyingMac } from "./sighting.ts";

/** What of a known asset decides whether a sighting is of it. */
export interface Candidate {
  readonly id: string;
  readonly ip: string | null;
  readonly agentId: string | null;
  readonly hardwareUuid: string | null;
  readonly mac: string | null;
  readonly hostname: string | null;
  readonly siteId: string | null;
  readonly lastSeenAt: number;
}

/** Which asset a sighting is of; `assetId` null: one that was not known. The reason is kept with the asset. */
export interface Identity {
  readonly assetId: string | null;
  readonly reason: string;
}

type Key = "agentId" | "hardwareUuid" | "mac" | "hostname" | "ip";

/** The order of trust of `docs/decisions/0012-identity-of-assets.md`. */
const keys: readonly Key[] = ["agentId", "hardwareUuid", "mac", "hostname", "ip"];
/** Two hosts never share one of these, so a difference speaks against; names and addresses are given anew all the time. */
const hardKeys: readonly Key[] = ["agentId", "hardwareUuid", "mac"];

const words: Record<Key, string> = {
  agentId: "its agent",
  hardwareUuid: "its hardware UUID",
  mac: "its MAC address",
  hostname: "its host name",
  ip: "its address",
};

/**
 * Decides which asset was seen: the one that shares the strongest key, unless a still stronger one that both have differs.
 *
 * @param candidates all that share any key with the sighting.
 * @param claimedAt where an asset was already seen in the same run (`null`: nowhere): a host with two addresses that share
 * a name or a MAC address is two assets there, or its findings would come and go.
 */
export function decideIdentity(
  sighting: Sighting,
  candidates: readonly Candidate[],
  claimedAt: (assetId: string) => string | null,
): Identity {
  const seen = keysOf(sighting);
  for (const key of keys) {
    const value = seen[key];
    if (value === null) continue;
    const matches = candidates.filter(
      (one) =>
        valueOf(one, key) === value &&
        !isContradicted(one, seen, key) &&
        (key !== "hostname" || isNameOf(sighting, one)) &&
        (claimedAt(one.id) ?? sighting.address) === sighting.address,
    );
    const [best] = matches.toSorted((a, b) => preference(a, b, sighting.address));
    if (best !== undefined)
      return { assetId: best.id, reason: `recognised by ${words[key]} ${value}` };
  }
  const taken = candidates.find((one) => one.ip !== null && one.ip === sighting.address);
  const against = hardKeys.find((key) => taken !== undefined && differs(taken, seen, key));
  const reason =
    against === undefined
      ? "seen for the first time"
      : `${words[against]} is another one than that of the asset that had the address`;
  return { assetId: null, reason };
}

/** What identifies a sighting, by key. */
export function keysOf(sighting: Sighting): Record<Key, string | null> {
  return {
    agentId: sighting.agentId,
    hardwareUuid: sighting.hardwareUuid,
    mac: identifyingMac(sighting.mac),
    hostname: sighting.hostnames[0] ?? null,
    ip: sighting.address,
  };
}

function valueOf(candidate: Candidate, key: Key): string | null {
  return key === "mac" ? identifyingMac(candidate.mac) : candidate[key];
}

function isContradicted(candidate: Candidate, seen: Record<Key, string | null>, key: Key): boolean {
  const stronger = hardKeys.slice(0, keys.indexOf(key));
  return stronger.some((other) => differs(candidate, seen, other));
}

function differs(candidate: Candidate, seen: Record<Key, string | null>, key: Key): boolean {
  const theirs = valueOf(candidate, key);
  return theirs !== null && seen[key] !== null && theirs !== seen[key];
}

/** `printer` at two sites is two printers; a name with a domain is one host anywhere. */
function isNameOf(sighting: Sighting, candidate: Candidate): boolean {
  return (sighting.hostnames[0] ?? "").includes(".") || candidate.siteId === sighting.siteId;
}

function preference(a: Candidate, b: Candidate, address: string | null): number {
  const here = address === null ? 0 : Number(b.ip === address) - Number(a.ip === address);
  return here || b.lastSeenAt - a.lastSeenAt || (a.id < b.id ? -1 : 1);
}
