import type { FindingContent, SeenFinding } from "#exposure/findings";
import type { KnownService } from "#exposure/services";
import { contentOfMatch, whatRuns } from "./content-of-match.ts";
import type { FoundMatches } from "./find-matches.ts";
import { packageAtPort } from "./package-at-port.ts";

type Said = readonly { readonly cve: string; readonly content: FindingContent }[];

/**
 * Tells the vulnerabilities of services. What is said of them is worked out once for all services that look the same, and is
 * one object for all of them.
 *
 * @returns the findings of one service.
 */
export function vulnerabilitiesIn(
  matches: FoundMatches,
): (service: KnownService, internetFacing: boolean) => SeenFinding[] {
  const known = new Map<string, Said>();
  return (service, internetFacing) => {
    const { facts, assetId, protocol, port, softwareKey, seenAt: at } = service;
    if (softwareKey === null) return [];
    const packageSource = packageAtPort(service);
    const shown = {
      package: packageSource,
      product: facts.product ?? null,
      version: facts.version ?? null,
      banner: facts.banner ?? null,
    };
    const serviceName = facts.name ?? null;
    const found = { what: whatRuns(facts), serviceName, internetFacing, shown };
    const look = JSON.stringify([softwareKey, found]);
    let said = known.get(look);
    if (said === undefined) {
      said = matches
        .of(softwareKey)
        .filter(({ affected }) => affected)
        .map((match) => ({
          cve: match.cve,
          content: contentOfMatch(match, matches.rating(match.cve), found),
        }));
      known.set(look, said);
    }
    const place = { assetId, protocol, port, package: "", packageSource, at };
    return said.map(({ cve, content }) => ({ ...place, weakness: cve, content }));
  };
}
