import type { Candidate } from "./identity.ts";
import type { Platform, PortsSeen, Sighting } from "./sighting.ts";

/** A host as it is kept. Times are epoch milliseconds. */
export interface KnownAsset extends Candidate {
  readonly hostnames: readonly string[];
  readonly os: string | null;
  readonly osCpe: string | null;
  readonly osConfidence: number | null;
  readonly platform: Platform | null;
  readonly deviceType: string | null;
  readonly deviceConfidence: number | null;
  readonly deviceEvidence: readonly string[];
  readonly openPorts: readonly number[];
  readonly udpPorts: readonly number[];
  readonly vendor: string | null;
  readonly tags: readonly string[];
  readonly probeId: string | null;
  readonly firstSeenAt: number;
  readonly lastScannedAt: number | null;
}

/** More are of no use to anybody: a proxy's certificate may name hundreds. */
const mostHostnames = 20;

/**
 * The asset after a sighting of it. What was not learnt stays; a late sighting fills gaps and overwrites nothing. What an
 * agent on the host says of it (its system, its names, its hardware) stands whatever is seen of it from outside.
 */
export function mergeSighting(before: KnownAsset, seen: Sighting): KnownAsset {
  const isNewer = seen.at >= before.lastSeenAt;
  const pick = <T>(news: T | null, old: T | null): T | null =>
    isNewer ? (news ?? old) : (old ?? news);
  const isOutside = before.agentId !== null && seen.agentId === null;
  const pickOwn = <T>(news: T | null, old: T | null): T | null => {
    if (isOutside) return old ?? news;
    // An agent's messages are in order; what a probe saw since is no later word on it.
    return seen.agentId === null ? pick(news, old) : (news ?? old);
  };
  const takesOs =
    seen.os !== null &&
    (before.os === null || (!isOutside && isBetter(seen.os, before.osConfidence, seen)));
  const takesDevice =
    seen.device !== null &&
    (before.deviceType === null || isBetter(seen.device, before.deviceConfidence, seen));
  return {
    ...before,
    ip: isNewer ? (seen.address ?? before.ip) : before.ip,
    agentId: pick(seen.agentId, before.agentId),
    hardwareUuid: pickOwn(seen.hardwareUuid, before.hardwareUuid),
    mac: pickOwn(seen.mac, before.mac),
    vendor: pick(seen.vendor, before.vendor),
    hostname: pickOwn(seen.hostnames[0] ?? null, before.hostname),
    hostnames: isOutside
      ? mergeNames(before.hostnames, seen.hostnames)
      : mergeNames(seen.hostnames, before.hostnames),
    siteId: pick(seen.siteId, before.siteId),
    probeId: pick(seen.probeId, before.probeId),
    ...(takesOs && seen.os !== null
      ? {
          os: seen.os.name,
          osCpe: seen.os.cpe,
          osConfidence: seen.os.confidence,
          platform: seen.os.platform ?? before.platform,
        }
      : {}),
    ...(takesDevice && seen.device !== null
      ? {
          deviceType: seen.device.type,
          deviceConfidence: seen.device.confidence,
          deviceEvidence: seen.device.evidence,
        }
      : {}),
    openPorts: isNewer ? mergePorts(before.openPorts, seen.tcp) : before.openPorts,
    udpPorts: isNewer ? mergePorts(before.udpPorts, seen.udp) : before.udpPorts,
    firstSeenAt: Math.min(before.firstSeenAt, seen.at),
    lastSeenAt: Math.max(before.lastSeenAt, seen.at),
    lastScannedAt: seen.isFullScan
      ? Math.max(before.lastScannedAt ?? seen.at, seen.at)
      : before.lastScannedAt,
  };
}

/** An asset that was never seen before. */
export function newAsset(id: string, seen: Sighting): KnownAsset {
  const nothing: KnownAsset = {
    id,
    ip: seen.address,
    agentId: null,
    hardwareUuid: null,
    mac: null,
    hostname: null,
    hostnames: [],
    siteId: null,
    probeId: null,
    os: null,
    osCpe: null,
    osConfidence: null,
    platform: null,
    deviceType: null,
    deviceConfidence: null,
    deviceEvidence: [],
    openPorts: [],
    udpPorts: [],
    vendor: null,
    tags: [],
    firstSeenAt: seen.at,
    lastSeenAt: seen.at,
    lastScannedAt: null,
  };
  return mergeSighting(nothing, seen);
}

/** A full scan's opinion replaces an older one; a lesser look only a less certain one. */
function isBetter(news: { confidence: number }, old: number | null, seen: Sighting): boolean {
  return seen.isFullScan || seen.agentId !== null || news.confidence >= (old ?? 0);
}

function mergeNames(news: readonly string[], old: readonly string[]): string[] {
  return [...new Set([...news, ...old])].slice(0, mostHostnames);
}

/** Ports that nobody looked at this time are as they were. */
function mergePorts(before: readonly number[], seen: PortsSeen | null): readonly number[] {
  if (seen === null) return before;
  const unseen = before.filter((port) => !seen.looked(port));
  return [...new Set([...unseen, ...seen.open])].toSorted((a, b) => a - b);
}
