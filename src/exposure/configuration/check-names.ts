import { type PlacedProblem, danglingProblem, findDuplicates } from "#platform/declarations";
import { type DeclaredNames, lists } from "./declared-names.ts";
import { isWithin } from "./target-faults.ts";

/** What the installation has already, and will still have afterwards: not what `--prune` deletes. */
export interface KnownNames {
  /** Also those that the files declare. */
  companies: ReadonlySet<string>;
  sites: ReadonlySet<string>;
  probes: ReadonlySet<string>;
  bundles: ReadonlySet<string>;
}

const listOf = {
  company: "companies",
  site: "sites",
  probe: "probes",
  bundle: "bundles",
} as const;

/** Finds names that are declared twice or refer to nothing. */
export function checkNames(names: DeclaredNames, known: KnownNames): PlacedProblem[] {
  const declared = {
    company: known.companies,
    site: new Set([...known.sites, ...names.sites.map(({ name }) => name)]),
    probe: new Set([...known.probes, ...names.probes.map(({ name }) => name)]),
    bundle: new Set([...known.bundles, ...names.bundles.map(({ name }) => name)]),
  };
  return [
    ...lists.flatMap((list) => findDuplicates(names[list])),
    ...names.references
      .filter(({ to, name }) => !declared[to].has(name))
      .map((reference) => danglingProblem(reference.to, listOf[reference.to], reference)),
  ];
}

/**
 * Targets that lie outside of their site's networks. That may be meant (a site need not name all it has), so it is worth
 * a word and not an error.
 *
 * @param subnets of each site, by its name; of one without any, nothing is said.
 */
export function findStrayTargets(
  names: DeclaredNames,
  subnets: ReadonlyMap<string, readonly string[]>,
): PlacedProblem[] {
  return names.targets.flatMap(({ target, site, place }) => {
    const networks = subnets.get(site) ?? [];
    if (networks.length === 0 || isWithin(target, networks)) return [];
    const message = `${target} is not within the subnets of site ${JSON.stringify(site)}; it is scanned all the same`;
    return [{ path: place(), message }];
  });
}
