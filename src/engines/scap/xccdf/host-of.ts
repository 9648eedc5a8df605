import type { AuditedHost } from "#engines/scap-types";
import { parseIp, withoutZone } from "#lib/ip";

/** What a file calls the host, as it stands there. */
export interface HostWords {
  /** Names, the surest first. */
  readonly names: readonly string[];
  readonly addresses: readonly string[];
  readonly macs: readonly string[];
}

const most = 200;
const hostname = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/;

/** Who is meant: what is no name, address or MAC is left out, and so is what every host has. */
export function hostOf({ names, addresses, macs }: HostWords): AuditedHost {
  const known = names
    .map((name) => name.trim().toLowerCase().replace(/\.$/, ""))
    .filter(
      (name) => hostname.test(name) && parseIp(name) === null && !/^localhost(\.|$)/.test(name),
    );
  const fqdn = known.find((name) => name.includes(".")) ?? null;
  const ips = [...addresses, ...names].flatMap(
    (text) => parseIp(withoutZone(text.trim()))?.address ?? [],
  );
  const cards = macs
    .map((mac) => mac.trim().toLowerCase().replaceAll("-", ":"))
    .filter((mac) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac) && mac !== "00:00:00:00:00:00");
  return {
    hostname: known[0] ?? null,
    fqdn,
    addresses: [...new Set(ips)]
      .filter((ip) => !/^(?:127\.|::1?$|0\.0\.0\.0$)/.test(ip))
      .slice(0, most),
    macs: [...new Set(cards)].slice(0, most),
  };
}
