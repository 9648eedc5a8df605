import { largestIpv6Block, mostScanAddresses } from "#engines/scan-types";
import {
  type AddressRange,
  countAddresses,
  parseAddressRange,
  subtractRanges,
} from "#lib/address-ranges";
import { InvalidTarget, parseHost } from "#lib/ip";
import { type Path, type Violation, findRepeats } from "#platform/declarations";

const expected = "must be an address, a network such as 10.0.0.0/24 or a range such as 10.0.0.1-20";

/**
 * What is wrong with the targets and exclusions of a scan: what does not parse, and what is too much or nothing. What is
 * no list, or no text in it, is the schema's business.
 */
export function findTargetFaults(
  { targets, exclude = [] }: Readonly<Record<string, unknown>>,
  path: Path,
): Violation[] {
  const found = [
    ...faultsOf(targets, [...path, "targets"], targetFault),
    ...faultsOf(exclude, [...path, "exclude"], (text) =>
      parseAddressRange(text) === null ? expected : null,
    ),
  ];
  if (found.length > 0 || !Array.isArray(targets) || !Array.isArray(exclude)) return found;
  const wanted = rangesIn(targets);
  const left = countAddresses(subtractRanges(wanted, rangesIn(exclude)));
  if (left > mostScanAddresses) {
    const message = `are ${left} addresses; one scan takes at most ${mostScanAddresses}: make several of it`;
    return [{ path: [...path, "targets"], message }];
  }
  const onlyRanges = wanted.length === targets.length;
  if (targets.length === 0 || !onlyRanges || left > 0n) return [];
  return [{ path: [...path, "exclude"], message: "leaves nothing of the targets to scan" }];
}

function faultsOf(
  list: unknown,
  path: Path,
  faultOf: (text: string) => string | null,
): Violation[] {
  if (!Array.isArray(list)) return [];
  const wrong = list.flatMap((text: unknown, i): Violation[] => {
    if (typeof text !== "string" || text === "") return [];
    const isTrimmed = text === text.trim();
    const message = isTrimmed ? faultOf(text) : "must neither begin nor end with a space";
    return message === null ? [] : [{ path: [...path, i], message }];
  });
  return [...wrong, ...findRepeats(list, path)];
}

function targetFault(text: string): string | null {
  const range = parseAddressRange(text);
  if (range !== null) {
    const isTooLarge = range.family === 6 && range.last - range.first >= largestIpv6Block;
    return isTooLarge
      ? "is an IPv6 network larger than a /112 (65,536 addresses); name the hosts in it"
      : null;
  }
  // `10.0.0.300` and `10.0.0.0/33` are slips, not names.
  if (/^[\d.\s-]*$|[/:%]/.test(text)) return expected;
  try {
    parseHost(text);
    return null;
  } catch (error) {
    if (error instanceof InvalidTarget) return `${expected}, or a host name: ${error.message}`;
    throw error;
  }
}

function rangesIn(texts: readonly unknown[]): AddressRange[] {
  return texts.flatMap((text) => (typeof text === "string" ? parseAddressRange(text) : null) ?? []);
}

/** Whether all addresses of a target lie in some networks. Of a host name, nobody knows before the scan. */
export function isWithin(target: string, networks: readonly string[]): boolean {
  const range = parseAddressRange(target);
  return range === null || subtractRanges([range], rangesIn(networks)).length === 0;
}
