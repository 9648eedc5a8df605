import { Resolver } from "node:dns/promises";
import { addressNumber } from "#lib/address-ranges";
import { createAddressSet, parseCidr } from "#lib/cidr";

const tryMs = 1500;
const tries = 2;
/** Look-ups at once: a resolver at a branch office is a small box. */
const atOnce = 100;
/** So many resolver failures in a row, and no name is looked up for a while: a dead resolver would slow every host. */
const failuresToRest = 5;
const restMs = 60_000;
/** A name longer than DNS allows is cut: it is data of a stranger. */
const longestName = 253;
const mostNames = 10;

/** Addresses that mean something else on each machine or link: no DNS knows them (RFC 6303). */
const local = createAddressSet(
  ["127.0.0.0/8", "::1/128", "169.254.0.0/16", "fe80::/10"]
    .map(parseCidr)
    .filter((block) => block !== null),
);

/** Finds the names that DNS has for addresses. The resolver is asked, never the host. */
export interface ReverseNames {
  /** In lower case; none when there are none or the resolver does not answer. */
  namesOf(address: string): Promise<string[]>;
  close(): void;
}

/**
 * @param servers `address:port` of the resolvers to ask; by default those of the system
 * @param tell hears when names are not looked up for a while
 */
export function createReverseNames(
  tell: (sentence: string) => void,
  servers?: readonly string[],
): ReverseNames {
  const resolver = new Resolver({ timeout: tryMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const waiting: (() => void)[] = [];
  let running = 0;
  let failures = 0;
  let restUntil = 0;

  async function lookUp(address: string): Promise<string[]> {
    if (performance.now() < restUntil) return [];
    try {
      const names = await resolver.resolvePtr(pointerName(address));
      failures = 0;
      return names
        .slice(0, mostNames)
        .map(cleanName)
        .filter((name) => name !== "");
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "";
      if (code === "ENOTFOUND" || code === "ENODATA") failures = 0;
      else if (code === "") throw error;
      else if (code !== "ECANCELLED" && ++failures >= failuresToRest) {
        failures = 0;
        restUntil = performance.now() + restMs;
        tell(
          `hosts go without names from DNS for ${restMs / 1000} s: ${resolver.getServers().join(", ")} failed ${failuresToRest} times in a row (${code})`,
        );
      }
      return [];
    }
  }

  return {
    async namesOf(address) {
      if (local.has(address)) return [];
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running++;
      try {
        return await lookUp(address);
      } finally {
        const next = waiting.shift();
        if (next === undefined) running--;
        else next();
      }
    },
    close: () => resolver.cancel(),
  };
}

/** Where DNS keeps the name of an address (RFC 1035 section 3.5, RFC 3596 section 2.5). */
function pointerName(address: string): string {
  if (!address.includes(":")) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
  const digits = [...addressNumber(address).toString(16).padStart(32, "0")];
  return `${digits.toReversed().join(".")}.ip6.arpa`;
}

/** What is no printable ASCII cannot be part of a host name, and is shown as what it is: a question. */
function cleanName(name: string): string {
  return name
    .slice(0, longestName)
    .replace(/\.$/, "")
    .replaceAll(/[^\x21-\x7e]/g, "?")
    .toLowerCase();
}
