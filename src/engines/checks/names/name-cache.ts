import { domainToASCII } from "node:url";
import { type IpLiteral, parseIp, withoutZone } from "#lib/ip";
import { createDnsCache } from "./dns-cache.ts";
import { createDnsClient, type DnsAnswer, type DnsClient } from "./dns-query.ts";
import { NameNotResolved, TargetRefused } from "./errors.ts";
import {
  fullNames,
  type NameFiles,
  parseHosts,
  parseResolvConf,
  systemNameFiles,
  watchedFile,
} from "./system-files.ts";

/** An address to connect to. It may end in a zone (`fe80::1%eth0`). */
export type ResolvedAddress = IpLiteral;

/** Turns the hosts of targets into permitted addresses: literals, the hosts file, then DNS with its search domains. */
export interface NameCache {
  /**
   * The address for a name or a literal (IPv6 with or without brackets). Without `family` IPv4 is preferred and IPv6
   * the fallback. `timeoutMs` bounds this call; a query goes on for others who wait for it.
   * @throws NameNotResolved, TargetRefused
   */
  resolve(host: string, family: 4 | 6 | undefined, timeoutMs: number): Promise<ResolvedAddress>;
  /**
   * The same, at once, for what needs no query; `null` when DNS has to be asked.
   * @throws NameNotResolved, TargetRefused
   */
  known(host: string, family: 4 | 6 | undefined): ResolvedAddress | null;
  /** Ends the lookups under way: each fails with NameNotResolved. */
  close(): void;
}

export interface NameCacheOptions {
  /** `null`, or why the address is forbidden. Asked on every call and without zone: a name cannot rebind past it. */
  permit(address: string, host: string): string | null;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** `address:port` of DNS servers in place of the system's. */
  servers?: readonly string[];
  files?: NameFiles;
}

/** A cache that honours the hosts file and the TTLs of DNS. Nothing is kept about what was permitted. */
export function createNameCache(options: NameCacheOptions): NameCache {
  const now = options.now ?? (() => performance.now());
  const files = options.files ?? systemNameFiles;
  const hosts = watchedFile(files.hosts, parseHosts, now);
  let client: DnsClient | null = null;
  let closed = false;
  const rules = watchedFile(
    files.resolvConf,
    (text) => {
      client = null; // c-ares reads the servers only once
      return parseResolvConf(text);
    },
    now,
  );

  async function ask(name: string, family: 4 | 6 | 0): Promise<DnsAnswer> {
    const candidates = fullNames(name, rules());
    client ??= createDnsClient(options.servers);
    const asked = client;
    let none: DnsAnswer = { kind: "none", why: "NXDOMAIN" };
    for (const full of candidates) {
      for (const each of family === 0 ? ([4, 6] as const) : [family]) {
        const answer = await asked.ask(full, each);
        if (answer.kind !== "none") return answer;
        if (answer.why === "NXDOMAIN") break; // holds for every family
        none = answer;
      }
    }
    return none;
  }
  const answers = createDnsCache(ask, now);

  function choose(addresses: readonly string[], host: string): ResolvedAddress {
    let refusal = "";
    for (const text of addresses) {
      const found = parseIp(text);
      if (found === null) continue;
      const reason = options.permit(withoutZone(found.address), host);
      if (reason === null) return found;
      refusal ||= `${host === text ? "" : `${host} has the address `}${found.address}, refused as a target: ${reason}`;
    }
    throw new TargetRefused(refusal);
  }

  function local(host: string, family: 4 | 6 | undefined): ResolvedAddress | null {
    if (closed) throw new NameNotResolved(`DNS: stopped before "${host}" was looked up`);
    const literal = parseIp(host);
    if (literal === null) return fromHosts(host, family);
    const reason = options.permit(withoutZone(literal.address), host);
    if (reason !== null) {
      throw new TargetRefused(`${literal.address} is refused as a target: ${reason}`);
    }
    if (family !== undefined && family !== literal.family) {
      throw new NameNotResolved(
        `DNS: ${host} is an IPv${literal.family} address, but IPv${family} is asked for`,
      );
    }
    return literal;
  }

  function fromHosts(host: string, family: 4 | 6 | undefined): ResolvedAddress | null {
    const name = plainName(host);
    const listed = hosts().get(name) ?? [];
    const own = isLocalhost(name) ? [...listed, "127.0.0.1", "::1"] : listed;
    const v4 = family === 6 ? [] : own.filter((each) => parseIp(each)?.family === 4);
    const v6 = family === 4 ? [] : own.filter((each) => parseIp(each)?.family === 6);
    return v4.length + v6.length > 0 ? choose([...v4, ...v6], host) : null;
  }

  return {
    known(host, family) {
      const found = local(host, family);
      if (found !== null) return found;
      const addresses = answers.fresh(asciiName(host), family ?? 0);
      return addresses === null ? null : choose(addresses, host);
    },
    async resolve(host, family, timeoutMs) {
      const found = local(host, family);
      if (found !== null) return found;
      return choose(await answers.lookUp(asciiName(host), family ?? 0, timeoutMs), host);
    },
    close() {
      closed = true;
      client?.close();
    },
  };
}

function plainName(host: string): string {
  return (host.endsWith(".") ? host.slice(0, -1) : host).toLowerCase();
}

/** RFC 6761 section 6.3: these names never leave the machine. */
function isLocalhost(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

/** The name as DNS carries it, a final dot kept. @throws NameNotResolved for what no name can be */
function asciiName(host: string): string {
  const name = host.toLowerCase();
  // eslint-disable-next-line no-control-regex -- ASCII is meant, control characters included
  const ascii = /^[\u0000-\u007f]*$/.test(name) ? name : domainToASCII(name);
  if (!/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/.test(ascii) || ascii.length > 254) {
    throw new NameNotResolved(`DNS: ${JSON.stringify(host.slice(0, 100))} is not a host name`);
  }
  return ascii;
}
