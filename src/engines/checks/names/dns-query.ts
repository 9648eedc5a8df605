import { promises as dns } from "node:dns";

/** What DNS said: addresses and for how long they are good, or that there are none. */
export type DnsAnswer =
  | { kind: "addresses"; addresses: string[]; ttlSec: number }
  | { kind: "none"; why: "NXDOMAIN" | "no address records" }
  | { kind: "failed"; why: string };

/** Asks the servers that the system names. One instance serves all lookups; `close` ends those under way. */
export interface DnsClient {
  ask(name: string, family: 4 | 6): Promise<DnsAnswer>;
  servers(): string;
  close(): void;
}

// Two tries of 2 s for each server: a lost datagram is made good within a check's deadline, and a dead resolver is
// called dead within it.
const tryMs = 2000;
const tries = 2;

/** @param servers `address:port` of the servers to ask; by default those of the system. */
export function createDnsClient(servers?: readonly string[]): DnsClient {
  const resolver = new dns.Resolver({ timeout: tryMs, maxTimeout: tryMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async ask(name, family) {
      const startedAt = performance.now();
      try {
        const records =
          family === 4
            ? await resolver.resolve4(name, { ttl: true })
            : await resolver.resolve6(name, { ttl: true });
        if (records.length === 0) return { kind: "none", why: "no address records" };
        return {
          kind: "addresses",
          addresses: records.map((record) => record.address),
          ttlSec: Math.min(...records.map((record) => record.ttl)),
        };
      } catch (error) {
        const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
        return explain(error, resolver.getServers().join(", "), seconds);
      }
    },
    servers: () => resolver.getServers().join(", "),
    close: () => resolver.cancel(),
  };
}

/** c-ares codes: https://nodejs.org/api/dns.html#error-codes */
function explain(error: unknown, servers: string, seconds: number): DnsAnswer {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  switch (code) {
    case "ENOTFOUND":
      return { kind: "none", why: "NXDOMAIN" };
    case "ENODATA":
      return { kind: "none", why: "no address records" };
    case "ETIMEOUT":
      return { kind: "failed", why: `resolver ${servers} did not answer within ${seconds} s` };
    case "ECONNREFUSED":
      return { kind: "failed", why: `resolver ${servers} cannot be reached` };
    case "ESERVFAIL":
      return { kind: "failed", why: `resolver ${servers} answered SERVFAIL` };
    case "EREFUSED":
      return { kind: "failed", why: `resolver ${servers} answered REFUSED` };
    case "EFORMERR":
    case "EBADRESP":
      return { kind: "failed", why: `resolver ${servers} sent an answer that cannot be read` };
    case "EBADNAME":
      return { kind: "failed", why: "this is not a name that DNS can carry" };
    case "ECANCELLED":
      return { kind: "failed", why: "the lookup was stopped" };
    default:
      throw error;
  }
}
