import { createSocket } from "node:dgram";
import { isIPv4 } from "node:net";
import type { HostFiles } from "./host-files.ts";
import { globalAddress, type SeenInterfaces } from "./interfaces.ts";

/** linux/route.h: the route is usable; it refuses what is sent there. */
const isUsable = 0x1;
const isRefusal = 0x200;

interface DefaultRoute {
  readonly device: string;
  readonly metric: number;
}

/**
 * The address from which Linux reaches the rest of the world: the first of the interface with the best default route, IPv4 before
 * IPv6. Read from the kernel's tables; nothing is sent. `null`: there is no default route.
 */
export async function linuxPrimaryAddress(
  files: HostFiles,
  seen: SeenInterfaces,
): Promise<string | null> {
  const four = parseRoutes((await files.read("/proc/net/route")).text ?? "");
  const six = parseIpv6Routes((await files.read("/proc/net/ipv6_route")).text ?? "");
  return firstAddress(four, 4, seen) ?? firstAddress(six, 6, seen);
}

function firstAddress(
  routes: readonly DefaultRoute[],
  family: 4 | 6,
  seen: SeenInterfaces,
): string | null {
  for (const { device } of routes.toSorted((a, b) => a.metric - b.metric)) {
    for (const { address, internal } of seen[device] ?? []) {
      const found = internal ? null : globalAddress(address);
      if (found !== null && isIPv4(found) === (family === 4)) return found;
    }
  }
  return null;
}

/** Default routes of /proc/net/route: numbers in hexadecimal but the metric. */
function parseRoutes(text: string): DefaultRoute[] {
  return text.split("\n").flatMap((line) => {
    const [device = "", destination, , flagText = "", , , metric = "", mask] = line.split(/\s+/);
    const flags = Number.parseInt(flagText, 16);
    const isDefault = destination === "00000000" && mask === "00000000";
    if (!isDefault || (flags & isUsable) === 0 || (flags & isRefusal) !== 0) return [];
    return [{ device, metric: Number(metric) || 0 }];
  });
}

/** Default routes of /proc/net/ipv6_route: all numbers in hexadecimal, the source of any address. */
function parseIpv6Routes(text: string): DefaultRoute[] {
  return text.split("\n").flatMap((line) => {
    const [to, length, , fromLength, , metric = "", , , flagText = "", device = ""] =
      line.split(/\s+/);
    const flags = Number.parseInt(flagText, 16);
    const isDefault = /^0{32}$/.test(to ?? "") && length === "00" && fromLength === "00";
    if (!isDefault || (flags & isUsable) === 0 || (flags & isRefusal) !== 0) return [];
    return [{ device, metric: Number.parseInt(metric, 16) || 0 }];
  });
}

/** Addresses of documentation (RFC 5737, RFC 3849): the way there is the default route. */
const elsewhere = [
  { type: "udp4", address: "198.51.100.1" },
  { type: "udp6", address: "2001:db8::1" },
] as const;

/** The same for systems without these tables: connecting a datagram socket chooses a source address and sends nothing. */
export async function chosenSourceAddress(): Promise<string | null> {
  for (const { type, address } of elsewhere) {
    const socket = createSocket(type);
    const { promise, resolve } = Promise.withResolvers<string | null>();
    socket.once("error", () => resolve(null)); // no route, or no such family: it has none
    socket.once("connect", () => resolve(globalAddress(socket.address().address)));
    socket.connect(9, address);
    const found = await promise;
    socket.close();
    if (found !== null) return found;
  }
  return null;
}
