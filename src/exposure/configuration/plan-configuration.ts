import { type PlacedProblem, type Prune, isPruned } from "#platform/declarations";
import { type KnownNames, checkNames, findStrayTargets } from "./check-names.ts";
import { type ConfigurationChanges, diffConfiguration } from "./diff-configuration.ts";
import type { ExposureDeclaration } from "./read-configuration.ts";
import type { ExistingExposure } from "./read-existing-configuration.ts";
import type { AuthorityFiles } from "./read-authority-files.ts";
import { wantDirectories } from "./wanted-directories.ts";
import { type BundleFiles, checkProfiles, profilesOf, wantBundles } from "./wanted-bundles.ts";

/** What is to be done for a tenant's exposure service. With any problem or refusal, nothing may be changed. */
export interface ExposurePlan {
  changes: ConfigurationChanges;
  problems: PlacedProblem[];
  /** A sentence each. */
  refusals: string[];
  /** What is worth a look, and done all the same. */
  warnings: PlacedProblem[];
}

/** Compares what a tenant has with what its files declare. */
export function planExposure(
  { configuration, names }: ExposureDeclaration,
  existing: ExistingExposure,
  options: {
    prune: Prune;
    /** Those there will be. */
    companies: ReadonlySet<string>;
    /** As `readBundleFiles` read them. */
    bundleFiles: BundleFiles;
    /** As `readAuthorityFiles` read them. */
    authorityFiles: AuthorityFiles;
  },
): ExposurePlan {
  const known = knownNames(existing, options);
  const { configuration: before } = existing;
  const bundles = wantBundles(configuration.bundles, options.bundleFiles);
  const zones = new Map(
    [...before.sites, ...configuration.sites].map(({ name, timeZone }) => [name, timeZone]),
  );
  const directories = wantDirectories(configuration.directories, options.authorityFiles, {
    zoneOf: (site) => zones.get(site ?? "") ?? "UTC",
    embedded: before.probes.find((probe) => probe.embedded)?.name,
  });
  const read = { bundles, directories };
  const { changes, refusals } = diffConfiguration(before, configuration, read, options);
  const declared = new Set(names.bundles.map(({ name }) => name));
  const staying = before.bundles.filter(
    ({ name }) => known.bundles.has(name) && !declared.has(name),
  );
  const subnets = new Map(
    [...before.sites, ...configuration.sites].map((site) => [site.name, site.subnets]),
  );
  return {
    changes,
    refusals,
    problems: [
      ...checkNames(names, known),
      ...checkProfiles(names.profiles, profilesOf([...staying, ...bundles])),
    ],
    warnings: findStrayTargets(names, subnets),
  };
}

/** What a file may refer to without declaring it. */
function knownNames(
  { configuration: { sites, probes, bundles } }: ExistingExposure,
  { prune, companies }: { prune: Prune; companies: ReadonlySet<string> },
): KnownNames {
  const staying = (list: string, items: readonly { name: string; embedded?: boolean }[]) =>
    new Set(
      items
        .filter(({ name, embedded = false }) => embedded || !isPruned(prune, list, name))
        .map(({ name }) => name),
    );
  return {
    companies,
    sites: staying("sites", sites),
    probes: staying("probes", probes),
    bundles: staying("bundles", bundles),
  };
}
