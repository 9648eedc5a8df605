/** How many outcomes in a row make a change certain. */
export interface ConfirmationPolicy {
  failuresBeforeDown: number;
  successesBeforeUp: number;
}

/**
 * What a collector takes a sensor to be, only to know when to look again soon. The opinion that counts is the server's.
 */
export interface Confirmation {
  /** `null`: new, nothing is certain yet. */
  believed: "up" | "down" | null;
  /** Outcomes of one kind in a row, the latest included; the other is 0. */
  failures: number;
  successes: number;
}

/** A sensor that was just assigned: its first state is to be confirmed soon. */
export const newlyAssigned: Confirmation = { believed: null, failures: 0, successes: 0 };

/**
 * A sensor that was probably polled before this process started. A success then surprises nobody, so that a restart does
 * not double the load; a failure is confirmed as ever.
 */
export const alreadyPolled: Confirmation = { believed: "up", failures: 0, successes: 0 };

export function nextConfirmation(
  before: Confirmation,
  ok: boolean,
  policy: ConfirmationPolicy,
): Confirmation {
  const failures = ok ? 0 : before.failures + 1;
  const successes = ok ? before.successes + 1 : 0;
  let { believed } = before;
  if (failures >= policy.failuresBeforeDown) believed = "down";
  if (successes >= policy.successesBeforeUp) believed = "up";
  return { believed, failures, successes };
}

/** Whether the latest outcomes point to a change that is not certain yet. */
export function isUnconfirmed({ believed, failures, successes }: Confirmation): boolean {
  return (failures > 0 && believed !== "down") || (successes > 0 && believed !== "up");
}

/** Outcomes that confirm or refute a change come this fast: max(5 s, interval / 4), at most the interval. */
export function recheckAfterMs(intervalMs: number): number {
  return Math.min(intervalMs, Math.max(5000, intervalMs / 4));
}
