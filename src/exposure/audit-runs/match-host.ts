import type { AuditedHost } from "#engines/scap-types";

/** A host that is known, and what it could be recognised by. */
export interface KnownHost {
  readonly assetId: string;
  readonly siteId: string | null;
  /** Of the agent there; `null`: there is none. */
  readonly agentId: string | null;
  /** Lower case, with or without domain: of the asset and of the agent there. */
  readonly names: readonly string[];
  /** Lower case with colons. */
  readonly mac: string | null;
  readonly address: string | null;
}

type Fits = (known: KnownHost, host: AuditedHost) => boolean;

/** A name without its domain. */
export const shortName = (name: string) => name.split(".")[0] ?? name;

/** From the one that says most. */
const signs: readonly Fits[] = [
  ({ names }, { fqdn }) => fqdn !== null && names.includes(fqdn),
  ({ names }, { hostname }) => hostname !== null && names.includes(hostname),
  // A checklist mostly has the name without the domain, a scan the one with it.
  ({ names }, { hostname }) =>
    hostname !== null &&
    !hostname.includes(".") &&
    names.some((one) => shortName(one) === hostname),
  ({ mac }, { macs }) => mac !== null && macs.includes(mac),
  ({ address }, { addresses }) => address !== null && addresses.includes(address),
  // What calls itself `web1` and has no other name may be `web1.example.net`; `web1.example.org` is not.
  ({ names }, { hostname }) =>
    hostname !== null &&
    names.includes(shortName(hostname)) &&
    !names.some((one) => one.includes(".")),
];

/**
 * Which known hosts may be meant: those that fit the strongest sign that any fits. Where several do, those that fit a weaker
 * one as well are left, until it is one.
 */
export function matchHosts(host: AuditedHost, known: readonly KnownHost[]): readonly KnownHost[] {
  let left: readonly KnownHost[] = [];
  for (const fits of signs) {
    const matching = (left.length === 0 ? known : left).filter((one) => fits(one, host));
    if (matching.length === 1) return matching;
    if (matching.length > 1) left = matching;
  }
  return left;
}

/** Which known host a result file is about. @returns `null`: none, or it cannot be told which. */
export function matchHost(host: AuditedHost, known: readonly KnownHost[]): KnownHost | null {
  const [only, ...others] = matchHosts(host, known);
  return only === undefined || others.length > 0 ? null : only;
}

/** How the host is called: as the file says, else by its address. */
export function nameOfHost({ hostname, fqdn, addresses }: AuditedHost): string {
  return hostname ?? fqdn ?? addresses[0] ?? "unknown";
}
