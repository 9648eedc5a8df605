import { type PackagedSoftware, fixCommand, softwareKey } from "#engines/matching";
import type { FindingContent, SeenFinding } from "#exposure/findings";
import type { KnownService } from "#exposure/services";
import { contentOfMatch } from "./content-of-match.ts";
import type { FoundMatches } from "./find-matches.ts";
import { isInternetFacing } from "./internet-facing.ts";
import type { AgentHost } from "./match-packages.ts";

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

const onHost: readonly Place[] = [{ protocol: "", port: 0, serviceName: null }];

/**
 * Tells the vulnerabilities of installed packages: at the ports where a package answers, else at the host. What is said of
 * them is worked out once for all hosts on which it is the same.
 *
 * @param known what was said before, and what is said now.
 * @returns the findings of one host.
 */
export function vulnerablePackagesIn(
  matches: FoundMatches,
  known: SaidOfPackages,
): (
  host: AgentHost,
  installed: readonly PackagedSoftware[],
  services: readonly KnownService[],
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
    const before = known.get(look);
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
    known.set(look, said);
    return said;
  }

  return (host, installed, services) => {
    const ports = portsOf(services);
    return installed.flatMap((one) =>
      (ports.get(one.source) ?? onHost).flatMap(({ protocol, port, serviceName }) =>
        saidOf(one, host, serviceName).map(({ cve, content }) => ({
          assetId: host.asset.id,
          protocol,
          port,
          weakness: cve,
          package: protocol === "" ? one.source : "",
          packageSource: one.source,
          at: host.at,
          content,
        })),
      ),
    );
  };
}

/** At which ports software of a source package answers. */
function portsOf(services: readonly KnownService[]): ReadonlyMap<string, readonly Place[]> {
  const ports = new Map<string, Place[]>();
  for (const { protocol, port, facts, software } of services) {
    const source = software?.package?.source ?? null;
    if (source === null) continue;
    const place = { protocol, port, serviceName: facts.name ?? null };
    ports.set(source, [...(ports.get(source) ?? []), place]);
  }
  return ports;
}
