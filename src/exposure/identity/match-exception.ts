/** What an exception covers, and how long. */
export interface ExceptionScope {
  readonly id: string;
  /** `null`: all directories. */
  readonly directoryId: string | null;
  /** `null`: all rules. */
  readonly ruleId: string | null;
  /** Names of targets, `*` for any text, without case; `null`: all targets. */
  readonly target: string | null;
  readonly reason: string;
  readonly owner: string;
  /** Unix epoch milliseconds: from then on it does not hold; `null`: until it is ended. */
  readonly expiresAt: number | null;
}

/** What of a finding exceptions are asked by. */
export interface ExceptedTarget {
  readonly directoryId: string;
  readonly ruleId: string;
  readonly targetName: string;
}

/** Answers the exception that covers a finding, `null` when none does. */
export type ExceptionMatcher = (finding: ExceptedTarget) => ExceptionScope | null;

/**
 * Prepares exceptions to be asked of many findings. Of several that cover one, that which holds longest does, so that a finding
 * changes hands as seldom as can be; of those the newest.
 *
 * @param exceptions that nobody ended.
 * @param at Unix epoch milliseconds: those whose time is over then cover nothing.
 */
export function exceptionMatcher(
  exceptions: readonly ExceptionScope[],
  at: number,
): ExceptionMatcher {
  const holding = exceptions
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > at)
    .toSorted((a, b) => endOf(b) - endOf(a) || (a.id < b.id ? 1 : -1))
    .map((one, rank) => ({ one, rank, fits: namePattern(one.target) }));
  const byRule = Map.groupBy(holding, ({ one }) => one.ruleId);
  const ofAnyRule = byRule.get(null) ?? [];
  return ({ directoryId, ruleId, targetName }) => {
    const covers = ({ one, fits }: (typeof holding)[number]) =>
      (one.directoryId === null || one.directoryId === directoryId) && fits(targetName);
    const [a, b] = [byRule.get(ruleId)?.find(covers), ofAnyRule.find(covers)];
    if (a === undefined || b === undefined) return (a ?? b)?.one ?? null;
    return a.rank < b.rank ? a.one : b.one;
  };
}

/**
 * Whether a name is one of those that a pattern means: `*` stands for any text, also none, everything else for itself, without
 * regard to case. It takes one walk through the name, whatever the pattern: each part between stars is taken where it comes first.
 *
 * @param pattern `null`: any name.
 */
export function namePattern(pattern: string | null): (name: string) => boolean {
  if (pattern === null) return () => true;
  const parts = pattern.toUpperCase().split("*");
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return (name) => name.toUpperCase() === first;
  const between = parts.slice(1, -1).filter((part) => part !== "");
  return (name) => {
    const text = name.toUpperCase();
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let from = first.length;
    for (const part of between) {
      const at = text.indexOf(part, from);
      if (at === -1) return false;
      from = at + part.length;
    }
    return from <= end;
  };
}

function endOf({ expiresAt }: ExceptionScope): number {
  return expiresAt ?? Number.MAX_SAFE_INTEGER;
}
