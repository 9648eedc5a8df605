import type { Privileges } from "#engines/active-directory";
import type { FoundWeakness, Verdict } from "#engines/directory-types";
import { namedTogether } from "./name-list.ts";

/** A rule that was asked of so many targets. */
export function evaluated(
  judged: number,
  found: readonly FoundWeakness[],
  unread: readonly string[] = [],
): Verdict {
  return { kind: "evaluated", judged, found, unread };
}

/** A rule that nothing here can be said to: `needs` is a sentence. */
export function notEvaluated(needs: string): Verdict {
  return { kind: "not_evaluated", needs };
}

/** A rule about something that is not here: `because` is a sentence. */
export function notApplicable(because: string): Verdict {
  return { kind: "not_applicable", because };
}

/** What a rule about privileged accounts says when who is privileged could not be read; null: it could. */
export function unlessPrivilegesAreKnown({ unreadGroups }: Privileges): Verdict | null {
  if (unreadGroups.length === 0) return null;
  const groups = namedTogether(unreadGroups.map((name) => ({ name })));
  return notEvaluated(`Needs the right to read the members of ${groups}.`);
}
