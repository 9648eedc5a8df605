import { matchProfile } from "#engines/scap";
import { AuditFailed } from "./audit-failed.ts";

/**
 * The profile that is meant, by its id or the end of it.
 *
 * @throws AuditFailed `bad_content` that names those that there are.
 */
export function profileOf<Profile extends { readonly id: string }>(
  profiles: readonly Profile[],
  wanted: string,
): Profile {
  const match = matchProfile(wanted, profiles);
  if ("id" in match) return match;
  throw new AuditFailed("bad_content", `The profile "${wanted}" ${match.fault}.`);
}
