import { isIP } from "node:net";
import type { HostReport } from "#engines/scan-types";

/**
 * By which names a host's clients may be expected to call it: those that the scan was told, else its own in DNS, in lower
 * case and with a domain; then by its address. Empty: no name is known. One that a provider made of the address is none,
 * since nobody uses it.
 */
export function expectedNames({ address, names }: Pick<HostReport, "address" | "names">): string[] {
  const of = (wanted: "target" | "dns"): string[] => {
    const all = names
      .filter(({ source }) => source === wanted)
      .map(({ name }) => name.trim().toLowerCase().replace(/\.$/, ""));
    return [...new Set(all)].filter((name) => name.includes(".") && isIP(name) === 0);
  };
  const told = of("target");
  const known = told.length > 0 ? told : of("dns").filter((name) => !isMadeOf(name, address));
  return known.length > 0 ? [...known, address] : [];
}

/** `static.7.113.0.203.example.net` of 203.0.113.7. */
function isMadeOf(name: string, address: string): boolean {
  if (isIP(address) !== 4) return false;
  const numbers = new Set((name.match(/\d+/g) ?? []).map(Number));
  return address.split(".").every((octet) => numbers.has(Number(octet)));
}
