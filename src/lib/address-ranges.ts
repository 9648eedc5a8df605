import { parseCidr } from "./cidr.ts";
import { formatIpBytes, ipWords, parseIp } from "./ip.ts";

/** Neighbouring addresses of one family, as numbers of 32 or 128 bits; both ends belong to it. */
export interface AddressRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Reads an address, a CIDR block, or a range such as `10.0.0.1-10.0.0.20` or `10.0.0.1-20` (the last part alone, IPv4
 * only); `null` when it is none of these. All addresses of a block count, network and broadcast address too.
 */
export function parseAddressRange(text: string): AddressRange | null {
  const trimmed = text.trim();
  const block = parseCidr(trimmed);
  if (block !== null) {
    const address = addressNumber(block.address);
    const hostBits = BigInt((block.family === 4 ? 32 : 128) - block.prefix);
    const first = (address >> hostBits) << hostBits;
    return { family: block.family, first, last: first + (1n << hostBits) - 1n };
  }
  const [from = "", to = "", ...rest] = trimmed.split("-").map((part) => part.trim());
  const start = parseIp(from);
  if (start === null || rest.length > 0 || /[%[]/.test(trimmed)) return null;
  const short = start.family === 4 && /^\d{1,3}$/.test(to);
  const end = parseIp(short ? start.address.replace(/\d+$/, to) : to);
  if (end === null || end.family !== start.family) return null;
  const first = addressNumber(start.address);
  const last = addressNumber(end.address);
  return first <= last ? { family: start.family, first, last } : null;
}

/** How many addresses the ranges hold; they must not overlap. */
export function countAddresses(ranges: readonly AddressRange[]): bigint {
  return ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);
}

/** The same addresses in ascending order, IPv4 first, each once: what overlaps or touches becomes one. */
export function mergeRanges(ranges: readonly AddressRange[]): AddressRange[] {
  const merged: AddressRange[] = [];
  for (const range of ranges.toSorted(byFamilyAndStart)) {
    const before = merged.at(-1);
    if (before?.family !== range.family || range.first > before.last + 1n) merged.push(range);
    else if (range.last > before.last) merged[merged.length - 1] = { ...before, last: range.last };
  }
  return merged;
}

/** The addresses of the first ranges that are in none of the second, merged. */
export function subtractRanges(
  ranges: readonly AddressRange[],
  without: readonly AddressRange[],
): AddressRange[] {
  const holes = mergeRanges(without);
  return mergeRanges(ranges).flatMap(({ family, first, last }) => {
    const left: AddressRange[] = [];
    let from = first;
    for (const hole of holes) {
      if (hole.family !== family || hole.last < from || hole.first > last) continue;
      if (hole.first > from) left.push({ family, first: from, last: hole.first - 1n });
      from = hole.last + 1n;
    }
    if (from <= last) left.push({ family, first: from, last });
    return left;
  });
}

/** The addresses one by one, canonical; nothing is kept, however many there are. */
export function* addressesOf(ranges: Iterable<AddressRange>): Generator<string, void> {
  for (const { family, first, last } of ranges) {
    for (let each = first; each <= last; each++) yield formatAddress(family, each);
  }
}

/** The canonical text (RFC 5952) of an address given as a number. */
export function formatAddress(family: 4 | 6, address: bigint): string {
  if (family === 4) {
    const word = Number(address);
    return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
  }
  const hex = address.toString(16).padStart(32, "0");
  return formatIpBytes(Buffer.from(hex, "hex"));
}

/** An address as {@link parseIp} gives it, without zone, as a number. */
export function addressNumber(address: string): bigint {
  return ipWords(address).reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

function byFamilyAndStart(a: AddressRange, b: AddressRange): number {
  if (a.family !== b.family) return a.family - b.family;
  return a.first < b.first ? -1 : a.first > b.first ? 1 : 0;
}
