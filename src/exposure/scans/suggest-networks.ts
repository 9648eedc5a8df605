import type { NetworkInterfaceInfo } from "node:os";
import type { NetworkSuggestion } from "./scan-row.ts";

/** RFC 1918, section 3. */
const privateNetworks = [
  { first: 0x0a000000, bits: 8 },
  { first: 0xac100000, bits: 12 },
  { first: 0xc0a80000, bits: 16 },
] as const;
/** A first scan is to be done within minutes: of a larger network the part around the server is suggested. */
const largestBits = 22;
const suggestedBits = 24;

/**
 * The private IPv4 networks that a machine is in, for a first scan.
 *
 * @param interfaces as `os.networkInterfaces` tells them.
 */
export function suggestNetworks(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): NetworkSuggestion[] {
  const suggestions = new Map<string, NetworkSuggestion>();
  for (const [name, addresses = []] of Object.entries(interfaces)) {
    for (const { family, internal, address, netmask } of addresses) {
      if (family !== "IPv4" || internal) continue;
      const number = numberOf(address);
      if (!privateNetworks.some(({ first, bits }) => first === networkOf(number, bits))) continue;
      const declared = bitsOf(netmask);
      // A point-to-point link has nobody else on it.
      if (declared > 30) continue;
      const bits = declared < largestBits ? suggestedBits : declared;
      const network = `${textOf(networkOf(number, bits))}/${bits}`;
      const addressCount = 2 ** (32 - bits);
      suggestions.set(network, { network, address, interface: name, addresses: addressCount });
    }
  }
  return [...suggestions.values()];
}

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function networkOf(address: number, bits: number): number {
  const size = 2 ** (32 - bits);
  return Math.floor(address / size) * size;
}

function bitsOf(netmask: string): number {
  return numberOf(netmask).toString(2).replaceAll("0", "").length;
}

function textOf(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
}
