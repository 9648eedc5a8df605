import { strippedId } from "./stripped-id.ts";

/** A profile, as far as it is named. */
interface NamedProfile {
  readonly id: string;
}

/** More profiles than this nobody reads in a sentence. */
const shownProfiles = 40;

/**
 * The profile that is meant: `cis_level1_server` is `xccdf_org.ssgproject.content_profile_cis_level1_server` where that is the
 * only one that ends so. A whole name goes before an ending: `standard` is not `…_profile_anssi_standard`, if there is
 * `…_profile_standard`.
 *
 * @param profiles those of the content.
 * @returns the profile, or what is wrong, as a sentence without its subject.
 */
export function matchProfile<Profile extends NamedProfile>(
  wanted: string,
  profiles: readonly Profile[],
): Profile | { fault: string } {
  const exact = profiles.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  for (const ending of [`_profile_${wanted}`, `_${wanted}`]) {
    const found = wanted === "" ? [] : profiles.filter(({ id }) => id.endsWith(ending));
    const [profile] = found;
    if (found.length === 1 && profile !== undefined) return profile;
    if (found.length > 1) return { fault: `could be ${named(found)}` };
  }
  if (profiles.length === 0) return { fault: "is not there: the content has no profiles" };
  const more = profiles.length - shownProfiles;
  const others = more > 0 ? ` and ${more} more` : "";
  return { fault: `is not there: the content has ${named(profiles)}${others}` };
}

function named(profiles: readonly NamedProfile[]): string {
  return profiles
    .slice(0, shownProfiles)
    .map(({ id }) => strippedId(id))
    .join(", ");
}
