import { ScanRefused, largestIpv6Block, mostScanAddresses } from "#engines/scan-types";
import {
  type AddressRange,
  countAddresses,
  mergeRanges,
  parseAddressRange,
  subtractRanges,
} from "#lib/address-ranges";
import { InvalidTarget, parseHost } from "#lib/ip";

/** Targets as they were written, read: blocks of addresses, and host names that are to be looked up. */
export interface ParsedTargets {
  /** Merged; without network and broadcast addresses of IPv4 blocks. */
  readonly ranges: readonly AddressRange[];
  readonly excluded: readonly AddressRange[];
  /** Addresses that were written one by one. */
  readonly single: readonly AddressRange[];
  readonly hostNames: readonly string[];
}

/** @throws ScanRefused with a sentence that names the target */
export function parseTargets(
  targets: readonly string[],
  exclude: readonly string[],
): ParsedTargets {
  const ranges: AddressRange[] = [];
  const hostNames: string[] = [];
  for (const text of targets) {
    const range = parseAddressRange(text);
    if (range === null) hostNames.push(hostName(text));
    else ranges.push(withoutEnds(text, checkedSize(text, range)));
  }
  const excluded = exclude.map((text) => {
    const range = parseAddressRange(text);
    if (range === null) throw new ScanRefused(`exclusion ${quote(text)} ${expected}`);
    return range;
  });
  return {
    ranges: mergeRanges(ranges),
    excluded,
    single: ranges.filter(({ first, last }) => first === last),
    hostNames: [...new Set(hostNames)],
  };
}

/** What is to be scanned in the end. @throws ScanRefused when it is nothing, or too much */
export function selectAddresses(
  wanted: readonly AddressRange[],
  excluded: readonly AddressRange[],
): { ranges: AddressRange[]; count: number } {
  const ranges = subtractRanges(wanted, excluded);
  const count = countAddresses(ranges);
  if (count === 0n) throw new ScanRefused("nothing is left to scan: all targets are excluded");
  if (count > mostScanAddresses) {
    throw new ScanRefused(
      `the targets are ${count} addresses; one scan takes at most ${mostScanAddresses}: scan them in parts`,
    );
  }
  return { ranges, count: Number(count) };
}

const expected =
  "is no address, no block such as 10.0.0.0/24 and no range such as 10.0.0.1-10.0.0.20 or 10.0.0.1-20";

function checkedSize(text: string, range: AddressRange): AddressRange {
  if (range.family === 6 && range.last - range.first >= largestIpv6Block) {
    throw new ScanRefused(
      `target ${quote(text)} is an IPv6 block larger than a /112 (65,536 addresses): name the hosts in it`,
    );
  }
  return range;
}

/** The first and the last address of an IPv4 subnet belong to no host (RFC 950), except in a /31 (RFC 3021). */
function withoutEnds(text: string, range: AddressRange): AddressRange {
  const isBlock = text.includes("/");
  if (!isBlock || range.family === 6 || range.last - range.first < 2n) return range;
  return { family: 4, first: range.first + 1n, last: range.last - 1n };
}

/** What is no address has to be a name; `10.0.0.300` is a slip, not a name. */
function hostName(text: string): string {
  if (/^[\d.\s-]*$|[/:%]/.test(text)) {
    throw new ScanRefused(
      `target ${quote(text)} ${expected}${text.includes("%") ? "; a zone cannot be scanned" : ""}`,
    );
  }
  try {
    return parseHost(text).toLowerCase();
  } catch (error) {
    if (!(error instanceof InvalidTarget)) throw error;
    throw new ScanRefused(error.message);
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
