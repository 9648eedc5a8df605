import { type KnownAsset, type Platform, type Sighting, cleanHostnames } from "#exposure/assets";
import type { HostFacts } from "#engines/inventory-types";
import { createAddressSet, parseCidr } from "#lib/cidr";

/** From where an inventory comes. */
export interface InventoryOrigin {
  readonly agentId: string;
  readonly siteId: string | null;
  /** When it was taken, in epoch milliseconds. */
  readonly at: number;
}

/**
 * What an agent says of its host, in the terms of assets: once for each of its addresses, that from which it reaches the world
 * first; for a host without any, once without.
 */
export function sightingsOfInventory(host: HostFacts, origin: InventoryOrigin): Sighting[] {
  const { agentId, siteId, at } = origin;
  const places = host.interfaces.flatMap(({ mac, addresses }) =>
    addresses.filter((one) => !nobodys.has(one)).map((address) => ({ address, mac })),
  );
  const ordered = places.toSorted((a, b) => rankOf(a.address, host) - rankOf(b.address, host));
  const anyMac = host.interfaces.find(({ mac }) => mac !== null)?.mac ?? null;
  const shared = {
    at,
    siteId,
    probeId: null,
    agentId,
    hardwareUuid: host.hardware.uuid,
    vendor: null,
    hostnames: cleanHostnames([...(host.fqdn === null ? [] : [host.fqdn]), host.hostname]),
    os: {
      name: host.os.name,
      cpe: cpeOf(host.os),
      confidence: 100,
      platform: platformOf(host.os.family),
    },
    device: null,
    tcp: null,
    udp: null,
    isFullScan: false,
  };
  if (ordered.length === 0) return [{ ...shared, address: null, mac: anyMac }];
  return ordered.map((place) => ({ ...shared, ...place }));
}

/**
 * The sighting that is to be believed of a host with several addresses: at the one that its asset has, or at one under which
 * a probe found it, so that it joins that asset; else at the first.
 *
 * @param known assets that share a key with any of them.
 */
export function preferredSighting(
  sightings: readonly Sighting[],
  known: readonly KnownAsset[],
): Sighting | undefined {
  const [first] = sightings;
  const own = known.filter(({ agentId }) => agentId !== null && agentId === first?.agentId);
  const free = known.filter(({ agentId }) => agentId === null);
  for (const assets of [own, free]) {
    const taken = new Set(assets.flatMap(({ ip }) => ip ?? []));
    const there = sightings.find(({ address }) => address !== null && taken.has(address));
    if (there !== undefined) return there;
  }
  return first;
}

/**
 * Addresses that many hosts have, or none: this network, loopback, link-local, multicast and reserved (RFC 6890 section 2.2,
 * RFC 4291 section 2.4). An asset is at none of them, whatever its agent says.
 */
const nobodys = createAddressSet(
  [
    "0.0.0.0/8",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "224.0.0.0/3",
    "::/127",
    "fe80::/10",
    "ff00::/8",
  ].flatMap((block) => parseCidr(block) ?? []),
);

/** The primary address first, then IPv4 before IPv6: probes are told of networks in IPv4. */
function rankOf(address: string, { primaryAddress }: HostFacts): number {
  if (address === primaryAddress) return 0;
  return address.includes(":") ? 2 : 1;
}

function platformOf(family: HostFacts["os"]["family"]): Platform | null {
  return family === "other" ? null : family;
}

/** Vendor and product of distributions in the CPE dictionary. */
const dictionary: ReadonlyMap<string, string> = new Map([
  ["debian", "debian:debian_linux"],
  ["ubuntu", "canonical:ubuntu_linux"],
  ["rhel", "redhat:enterprise_linux"],
  ["almalinux", "almalinux:almalinux"],
  ["rocky", "rocky:linux"],
  ["centos", "centos:centos"],
  ["fedora", "fedoraproject:fedora"],
  ["alpine", "alpinelinux:alpine_linux"],
]);

function cpeOf({ id, version }: HostFacts["os"]): string | null {
  const product = dictionary.get(id);
  // Letters, digits and dots need no quoting in a CPE.
  if (product === undefined || version === null || !/^[\w.]+$/.test(version)) return null;
  return `cpe:2.3:o:${product}:${version}:*:*:*:*:*:*:*`;
}
