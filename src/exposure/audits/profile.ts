/** A profile, as far as it is named. */
interface NamedProfile {
  id: string;
  title: string;
}

/** An id that agents take (`wire/agent.v1.ts`): it becomes an argument of `oscap`. */
const profilePattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;
const longestProfile = 300;

/** More profiles than this nobody reads in a sentence. */
const shownProfiles = 40;

/** Whether an agent would take it for the id of a profile, or the end of one. */
export function isProfileId(profile: string): boolean {
  return profile.length <= longestProfile && profilePattern.test(profile);
}

/**
 * The full id of a profile: `cis_level1_server` is `xccdf_org.ssgproject.content_profile_cis_level1_server` where that is
 * the only one that ends so. A whole name goes before an ending: `standard` is not `…_profile_anssi_standard`, if there is
 * `…_profile_standard`.
 *
 * @param profiles those of the content.
 * @returns the id, or what is wrong, as a sentence without its subject.
 */
export function matchProfile(
  profile: string,
  profiles: readonly NamedProfile[],
): { id: string } | { fault: string } {
  const ids = profiles.map(({ id }) => id);
  if (ids.includes(profile)) return { id: profile };
  for (const ending of [`_profile_${profile}`, `_${profile}`]) {
    const found = profile === "" ? [] : ids.filter((id) => id.endsWith(ending));
    const [id] = found;
    if (found.length === 1 && id !== undefined) return { id };
    if (found.length > 1) return { fault: `could be ${found.map(shortProfile).join(", ")}` };
  }
  if (ids.length === 0) return { fault: "is not there: the content has no profiles" };
  const shown = ids.slice(0, shownProfiles).map(shortProfile).join(", ");
  const more = ids.length > shownProfiles ? ` and ${ids.length - shownProfiles} more` : "";
  return { fault: `is not there: the content has ${shown}${more}` };
}

/** What people call a profile: `xccdf_org.ssgproject.content_profile_standard` is `standard`. */
export function shortProfile(id: string): string {
  return id.replace(/^xccdf_.+?_profile_/, "");
}
