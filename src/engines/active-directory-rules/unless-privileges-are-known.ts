import type { Privileges } from "#engines/active-directory";
import type { Verdict } from "#engines/directory-types";
import { namedTogether, notEvaluated } from "#engines/rule-words";

/** What a rule about privileged accounts says when who is privileged could not be read; null: it could. */
export function unlessPrivilegesAreKnown({ unreadGroups }: Privileges): Verdict | null {
  if (unreadGroups.length === 0) return null;
  return notEvaluated(`Needs the right to read the members of ${namedTogether(unreadGroups)}.`);
}
