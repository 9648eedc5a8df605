import { matchProfile } from "#engines/scap";
import type { BundleFile, BundleToSave } from "#exposure/bundles";
import type { PlacedProblem } from "#platform/declarations";
import type { DeclaredBundle } from "./configuration.ts";
import type { PlacedProfile } from "./declared-names.ts";

/** Data streams that configuration files name, by where they are. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

/** A bundle as it is, or is to be. */
export interface ExistingBundle {
  name: string;
  source: "file" | "content";
  fileName: string;
  /** Of the XML in hex; `null` of a file that is not kept here, as is the version of its benchmark. */
  sha256: string | null;
  version: string | null;
  /** None of a file that is not kept here. */
  profiles: readonly { id: string; title: string }[];
}

/** A declared bundle, with what is in it. */
export interface WantedBundle extends ExistingBundle {
  content: BundleToSave["content"];
}

/** Declared bundles with the files that were read for them; one whose file could not be read is left out. */
export function wantBundles(
  declared: readonly DeclaredBundle[],
  files: BundleFiles,
): WantedBundle[] {
  return declared.flatMap(({ name, content }): WantedBundle[] => {
    if (content.source === "content") {
      const { fileName } = content;
      const unknown = { sha256: null, version: null, profiles: [] };
      return [{ name, source: "content", fileName, ...unknown, content }];
    }
    const file = files.get(content.path);
    if (file === undefined) return [];
    const { fileName, sha256, dataStream } = file;
    return [
      {
        name,
        source: "file",
        fileName,
        sha256,
        version: dataStream.content.benchmark.version,
        profiles: dataStream.profiles,
        content: { source: "file", file },
      },
    ];
  });
}

/** Profiles by bundle, of the last of each name; `null`: they show on hosts only. */
type Profiles = ReadonlyMap<string, ExistingBundle["profiles"] | null>;

export function profilesOf(bundles: readonly ExistingBundle[]): Profiles {
  return new Map(
    bundles.map(({ name, source, profiles }) => [name, source === "file" ? profiles : null]),
  );
}

/** The id under which a profile is kept; one that is not there, or whose bundle is unknown, as it is. */
export function fullProfile(
  profile: string,
  profiles: ExistingBundle["profiles"] | null | undefined,
): string {
  if (profiles === null || profiles === undefined) return profile;
  const match = matchProfile(profile, profiles);
  return "id" in match ? match.id : profile;
}

/** Finds audits whose profile their bundle does not have. Of a bundle that could not be read, nothing is said. */
export function checkProfiles(
  placed: readonly PlacedProfile[],
  profiles: Profiles,
): PlacedProblem[] {
  return placed.flatMap(({ profile, bundle, place }) => {
    const there = profiles.get(bundle);
    if (there === null || there === undefined) return [];
    const match = matchProfile(profile, there);
    return "fault" in match ? [{ path: place(), message: match.fault }] : [];
  });
}
