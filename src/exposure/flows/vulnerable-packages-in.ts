import { type PackagedSoftware, fixCommand, softwareKey } from "#engines/matching";
import type { FindingContent, KnownFinding, SeenFinding } from "#exposure/findings";
import type { KnownService } from "#exposure/services";
import { contentOfMatch } from "./content-of-match.ts";
import type { FoundMatches } from "./find-matches.ts";
import { isInternetFacing } from "./internet-facing.ts";
import type { AgentHost } from "./agent-host.ts";
import { packageAtPort } from "./package-at-port.ts";

/** What is said of a vulnerable package, by all that it depends on. It is good as long as the feeds stay as they are. */
export type SaidOfPackages = Map<string, Said>;

type Said = readonly { readonly cve: string; readonly content: FindingContent }[];

/** Where a vulnerable package is told of. */
interface Place {
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  /** `null`: the host itself. */
  readonly serviceName: string | null;
}

const onHost: Place = { protocol: "", port: 0, serviceName: null };

/**
 * Tells the vulnerabilities of installed packages: at the ports where a package answers; else where a scan still sees them, as
 * only the end of a scan tells that they are not there any more; else at the host. What is said of them is worked out once for
 * all hosts on which it is the same.
 *
 * @param told what was said before, and what is said now.
 * @returns the findings of one host; `known` are those that it has.
 */
export function vulnerablePackagesIn(
  matches: FoundMatches,
  told: SaidOfPackages,
): (
  host: AgentHost,
  installed: readonly PackagedSoftware[],
  services: readonly KnownService[],
  known: readonly KnownFinding[],
) => SeenFinding[] {
  function saidOf(one: PackagedSoftware, host: AgentHost, serviceName: string | null): Said {
    const internetFacing = isInternetFacing(host.asset);
    const key = softwareKey(one.software);
    const names = one.binaries.map(({ name }) => name);
    const manager = host.host.packageManager;
    const look = JSON.stringify([
      key,
      one.source,
      one.note,
      names,
      manager,
      serviceName,
      internetFacing,
    ]);
    const before = told.get(look);
    if (before !== undefined) return before;
    const said = matches
      .of(key)
      .filter(({ affected }) => affected)
      .map((match) => {
        const command = fixCommand(host.host, one.binaries, match.fixedVersion);
        const installed = {
          package: one.source,
          version: one.installedVersion,
          fixCommand: command,
          note: one.note,
        };
        const content = contentOfMatch(match, matches.rating(match.cve), {
          what: `${one.source} ${one.installedVersion}`,
          serviceName,
          internetFacing,
          installed,
          shown: {
            package: one.source,
            installed: one.binaries.map(({ name, version }) => `${name} ${version}`),
            installedVersion: one.installedVersion,
            fixCommand: command,
          },
        });
        return { cve: match.cve, content };
      });
    told.set(look, said);
    return said;
  }

  return (host, installed, services, known) => {
    const answering = portsOf(services);
    const scanned = placesOf(known);
    return installed.flatMap((one) => {
      const ports = answering.get(one.source);
      if (ports === undefined) {
        return saidOf(one, host, null).flatMap((said) =>
          (scanned.get(weaknessKey(one.source, said.cve)) ?? [onHost]).map((place) =>
            seenAt(place, said, one, host),
          ),
        );
      }
      return ports.flatMap((port) =>
        saidOf(one, host, port.serviceName).map((said) => seenAt(port, said, one, host)),
      );
    });
  };
}

function seenAt(
  { protocol, port }: Place,
  { cve, content }: Said[number],
  { source }: PackagedSoftware,
  { asset, at }: AgentHost,
): SeenFinding {
  return {
    assetId: asset.id,
    protocol,
    port,
    weakness: cve,
    package: protocol === "" ? source : "",
    packageSource: source,
    at,
    content,
  };
}

/** At which ports software of a source package answers. */
function portsOf(services: readonly KnownService[]): ReadonlyMap<string, readonly Place[]> {
  const ports = new Map<string, Place[]>();
  for (const service of services) {
    const { protocol, port, facts } = service;
    const source = packageAtPort(service);
    if (source === null) continue;
    const place = { protocol, port, serviceName: facts.name ?? null };
    ports.set(source, [...(ports.get(source) ?? []), place]);
  }
  return ports;
}

/** Where scans still see the weaknesses of source packages, though nothing of those is known to answer there. */
function placesOf(known: readonly KnownFinding[]): ReadonlyMap<string, readonly Place[]> {
  const places = new Map<string, Place[]>();
  for (const { protocol, port, weakness, seenAt: by, scanPackage } of known) {
    if (protocol === "" || scanPackage === null || by.scan === null) continue;
    const key = weaknessKey(scanPackage, weakness);
    places.set(key, [...(places.get(key) ?? []), { protocol, port, serviceName: null }]);
  }
  return places;
}

function weaknessKey(source: string, weakness: string): string {
  return `${source} ${weakness}`;
}
