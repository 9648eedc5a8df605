import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { createAddressSet, parseCidr } from "#lib/cidr";
import { nullIfMissing } from "#lib/missing-file";

/**
 * The default gateway in the text of Linux's /proc/net/route: the default route of the least metric. Addresses stand there
 * as hexadecimal numbers in the order of the machine's bytes, which is little-endian wherever Node runs.
 *
 * @returns `null` when there is no default route, or one without a gateway (a point-to-point line).
 */
export function parseDefaultGateway(text: string): string | null {
  let best: { address: string; metric: number } | null = null;
  for (const line of text.split("\n").slice(1)) {
    const [, destination, gateway, flags, , , metricText, mask] = line.split(/\s+/);
    if (destination !== "00000000" || mask !== "00000000") continue;
    const isUpWithGateway = (Number.parseInt(flags ?? "0", 16) & 0x3) === 0x3; // RTF_UP, RTF_GATEWAY
    if (!isUpWithGateway || gateway === undefined || !/^[0-9A-F]{8}$/.test(gateway)) continue;
    const bytes = (gateway.match(/../g) ?? [])
      .map((byte) => Number.parseInt(byte, 16))
      .toReversed();
    const metric = Number(metricText);
    if (best === null || metric < best.metric) best = { address: bytes.join("."), metric };
  }
  return best?.address ?? null;
}

/** This machine's default IPv4 gateway now; `null` where there is none, or no way to know (not Linux). */
export async function findDefaultGateway(): Promise<string | null> {
  const routes = await readFile("/proc/net/route", "utf8").catch(nullIfMissing);
  return routes === null ? null : parseDefaultGateway(routes);
}

/** Where an address is from here, by this machine's own addresses and networks. */
export function placeOfAddress(
  address: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): "nothing" | "network" | "gateway" {
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const loopback = createAddressSet(
    ["127.0.0.0/8", "::1"].flatMap((text) => parseCidr(text) ?? []),
  );
  if (loopback.has(address) || own.some((one) => one.address === address)) return "nothing";
  const networks = createAddressSet(own.flatMap(({ cidr }) => parseCidr(cidr ?? "") ?? []));
  return networks.has(address) ? "network" : "gateway";
}
