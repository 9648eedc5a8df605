import { AuditFailed } from "./audit-failed.ts";

/** So many are named to one who asked for another. */
const mostNamed = 20;

interface Profile {
  readonly id: string;
  /** Rules that it selects. */
  readonly rules: number;
}

/**
 * The profile that is meant: the one with that id, or the only one whose id ends so, as oscap(8) has it.
 *
 * @throws AuditFailed `bad_content` that names those that there are.
 */
export function profileOf(profiles: readonly Profile[], wanted: string): Profile {
  const exact = profiles.find(({ id }) => id === wanted);
  if (exact !== undefined) return exact;
  const [one, ...others] = profiles.filter(({ id }) => id.endsWith(wanted));
  if (one !== undefined && others.length === 0) return one;
  if (one !== undefined) {
    const sentence = `"${wanted}" may be any of these profiles: ${named([one, ...others])}.`;
    throw new AuditFailed("bad_content", sentence);
  }
  if (profiles.length === 0) {
    throw new AuditFailed("bad_content", `The content has no profiles, so not "${wanted}" either.`);
  }
  throw new AuditFailed(
    "bad_content",
    `The content has no profile "${wanted}". It has: ${named(profiles)}.`,
  );
}

function named(profiles: readonly Profile[]): string {
  const some = profiles.slice(0, mostNamed).map(({ id }) => shortId(id));
  const more = profiles.length - some.length;
  return some.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Of `xccdf_org.ssgproject.content_profile_standard` the part that tells profiles apart, which is enough to name it. */
function shortId(id: string): string {
  return id.replace(/^xccdf_[^_]+_profile_/, "");
}
