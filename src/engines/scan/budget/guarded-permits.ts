import type { Permits } from "./permits.ts";

/** How old the word may be that an address may be touched. */
const recheckMs = 500;

/** What was allowed when the scan began is not allowed any more; the message is the reason. */
export class NoLongerAllowed extends Error {
  override name = "NoLongerAllowed";
}

/** Permits that also ask, again and again, whether the address may still be touched. @throws NoLongerAllowed */
export function guardPermits(
  permits: Permits,
  refuse: (address: string) => string | null,
): Permits {
  const askedAt = new Map<string, number>();
  const check = (address: string): void => {
    const now = performance.now();
    if (now - (askedAt.get(address) ?? -Infinity) < recheckMs) return;
    const reason = refuse(address);
    if (reason !== null) throw new NoLongerAllowed(reason);
    askedAt.set(address, now);
  };
  return {
    grab(address, most) {
      check(address);
      return permits.grab(address, most);
    },
    async take(address, probes) {
      await permits.take(address, probes);
      check(address);
    },
  };
}
