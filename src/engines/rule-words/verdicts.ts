import type { FoundWeakness, Verdict } from "#engines/directory-types";

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
