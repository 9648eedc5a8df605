import type { DnsAnswer } from "./dns-query.ts";
import { NameNotResolved } from "./errors.ts";

const minTtlMs = 1000;
const maxTtlMs = 3_600_000;
const negativeTtlMs = 5000;

/**
 * While DNS fails (silence, SERVFAIL; never NXDOMAIN) the last answer is good for this long past its end: a resolver
 * that restarts alarms nobody, and an outage of DNS is called that two minutes later.
 */
const staleMs = 120_000;
const maxNames = 50_000;

/** Answers kept for as long as DNS says: 1 s to 1 h; "no such name" and failures for 5 s. */
export interface DnsCache {
  /** The addresses, if they are fresh; `null` if DNS has to be asked. @throws NameNotResolved for a fresh "no" */
  fresh(name: string, family: 4 | 6 | 0): readonly string[] | null;
  /** The addresses; asks DNS at most once however many wait. @throws NameNotResolved */
  lookUp(name: string, family: 4 | 6 | 0, timeoutMs: number): Promise<readonly string[]>;
}

interface Entry {
  addresses: readonly string[];
  failure: string | null;
  freshUntil: number;
  staleUntil: number;
  pending: Promise<void> | null;
}

/** `ask` makes the query; family 0 = IPv4, else IPv6. `now` is in milliseconds and never goes back. */
export function createDnsCache(
  ask: (name: string, family: 4 | 6 | 0) => Promise<DnsAnswer>,
  now: () => number,
): DnsCache {
  const entries = new Map<string, Entry>();

  function entryFor(key: string): Entry {
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (entries.size >= maxNames) forgetOldest(entries);
    const entry: Entry = {
      addresses: [],
      failure: null,
      freshUntil: -Infinity,
      staleUntil: -Infinity,
      pending: null,
    };
    entries.set(key, entry);
    return entry;
  }

  function record(entry: Entry, name: string, answer: DnsAnswer): void {
    const at = now();
    if (answer.kind === "addresses") {
      entry.addresses = answer.addresses;
      entry.failure = null;
      entry.freshUntil = at + Math.min(maxTtlMs, Math.max(minTtlMs, answer.ttlSec * 1000));
      entry.staleUntil = entry.freshUntil + staleMs;
      return;
    }
    entry.freshUntil = at + negativeTtlMs;
    if (answer.kind === "none") {
      entry.failure = `DNS: no address for "${name}" (${answer.why})`;
      entry.staleUntil = -Infinity;
    } else {
      entry.failure = `DNS: ${answer.why} (asked for "${name}")`;
    }
  }

  function query(entry: Entry, name: string, family: 4 | 6 | 0): Promise<void> {
    entry.pending ??= ask(name, family)
      .then((answer) => record(entry, name, answer))
      .finally(() => {
        entry.pending = null;
      });
    return entry.pending;
  }

  return {
    fresh(name, family) {
      const entry = entries.get(`${family} ${name}`);
      return entry === undefined || now() >= entry.freshUntil ? null : read(entry, now(), "");
    },
    async lookUp(name, family, timeoutMs) {
      const entry = entryFor(`${family} ${name}`);
      if (now() < entry.freshUntil) return read(entry, now(), "");
      await within(query(entry, name, family), timeoutMs);
      const late = `DNS: resolver did not answer within ${timeoutMs / 1000} s (asked for "${name}")`;
      return read(entry, now(), late);
    },
  };
}

function read(entry: Entry, at: number, late: string): readonly string[] {
  const usable = entry.failure === null && at < entry.freshUntil;
  if (usable || at < entry.staleUntil) return entry.addresses;
  throw new NameNotResolved(at < entry.freshUntil && entry.failure !== null ? entry.failure : late);
}

/** Resolves when `promise` does or the time is over, whichever is first. */
async function within(promise: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  try {
    await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

function forgetOldest(entries: Map<string, Entry>): void {
  for (const [key, entry] of entries) {
    if (entry.pending !== null) continue;
    entries.delete(key);
    return;
  }
}
