import type { HostReport } from "#engines/scan-types";

/** What was learnt about one host at one time, in the terms of assets. `null`: not learnt. */
export interface Sighting {
  /** Canonical; `null`: an agent's host that has none but its own loopback. */
  readonly address: string | null;
  readonly at: number;
  readonly siteId: string | null;
  readonly probeId: string | null;
  readonly agentId: string | null;
  readonly hardwareUuid: string | null;
  /** Lower case with colons, as seen; only some identify a host, see {@link identifyingMac}. */
  readonly mac: string | null;
  readonly vendor: string | null;
  /** The best name first. */
  readonly hostnames: readonly string[];
  readonly os: {
    name: string;
    cpe: string | null;
    confidence: number;
    platform: Platform | null;
  } | null;
  readonly device: { type: string; confidence: number; evidence: readonly string[] } | null;
  /** Ports looked at and found open; `null`: none were looked at. */
  readonly tcp: PortsSeen | null;
  readonly udp: PortsSeen | null;
  /** Services were identified, too. */
  readonly isFullScan: boolean;
}

export type Platform = "linux" | "windows" | "macos" | "bsd";

/** Which ports were tried, and which of them are open. */
export interface PortsSeen {
  readonly looked: (port: number) => boolean;
  readonly open: readonly number[];
}

/** The most trustworthy first: what the network's own records say before what a host says of itself. */
const nameOrder = ["dns", "netbios", "smb", "mdns", "snmp", "nmap", "target", "tls"] as const;

/** The names of a host, the best first, each once, in lower case without a final dot. Addresses and `localhost` are none. */
export function hostnamesOf(names: HostReport["names"]): string[] {
  const ordered = nameOrder.flatMap((source) => names.filter((name) => name.source === source));
  return cleanHostnames(ordered.map(({ name }) => name));
}

/** Names as they are kept: each once, in lower case, without a final dot; what names no host is left out. */
export function cleanHostnames(names: readonly string[]): string[] {
  const cleaned = names.map((name) => name.trim().toLowerCase().replace(/\.$/, ""));
  return [...new Set(cleaned)].filter((name) => isHostname(name));
}

/** RFC 1123 labels, the underscore of Windows names included; a wildcard of a certificate names no host. */
const hostname =
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

function isHostname(name: string): boolean {
  return hostname.test(name) && !/^(localhost(\..*)?|[\d.]+)$/.test(name);
}

/**
 * The MAC address when it tells hosts apart. Not those that are made up (the locally administered bit, IEEE 802-2014
 * section 8.4: privacy of phones, containers, virtual machines), groups, and addresses that several routers share: VRRP
 * (RFC 9568 section 7.3), HSRP and GLBP.
 */
export function identifyingMac(mac: string | null): string | null {
  if (mac === null) return null;
  const first = Number.parseInt(mac.slice(0, 2), 16);
  if ((first & 0b10) !== 0 || (first & 0b1) !== 0 || mac === "00:00:00:00:00:00") return null;
  return shared.some((prefix) => mac.startsWith(prefix)) ? null : mac;
}

const shared = [
  "00:00:5e:00:01:",
  "00:00:5e:00:02:",
  "00:00:0c:07:ac:",
  "00:00:0c:9f:f",
  "00:07:b4:00:",
];
