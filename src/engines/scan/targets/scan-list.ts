import { addressesOf } from "#lib/address-ranges";
import type { TargetPlan } from "./plan-targets.ts";

/** What comes next in a scan. */
export type ListedTarget =
  | { readonly kind: "scan"; readonly address: string }
  /** Needs no second look. */
  | { readonly kind: "done"; readonly address: string }
  /** Left alone; `count` neighbours for the same reason, told of once. */
  | {
      readonly kind: "skip";
      readonly address: string;
      readonly reason: string;
      readonly count: number;
    };

/**
 * The addresses of a plan one by one, each judged just before its turn: nothing is kept, however many there are.
 * Neighbours that are refused for the same reason become one entry, so that a denied /16 is one line and not 65,534.
 */
export function* scanList(
  plan: TargetPlan,
  done: ReadonlySet<string>,
  refuse: (address: string) => string | null,
): Generator<ListedTarget, void> {
  let run: { address: string; last: string; reason: string; count: number } | null = null;
  for (const address of addressesOf(plan.ranges)) {
    const reason = done.has(address) ? null : refuse(address);
    if (run !== null && run.reason !== reason) {
      yield skipped(run);
      run = null;
    }
    if (reason !== null) {
      run ??= { address, last: address, reason, count: 0 };
      run.last = address;
      run.count++;
    } else {
      yield { kind: done.has(address) ? "done" : "scan", address };
    }
  }
  if (run !== null) yield skipped(run);
}

function skipped(run: {
  address: string;
  last: string;
  reason: string;
  count: number;
}): ListedTarget {
  const { address, last, reason, count } = run;
  const more = count === 1 ? "" : ` (so are the ${count - 1} further targets up to ${last})`;
  const shown = reason.slice(0, 300 - more.length);
  return { kind: "skip", address, reason: `${shown}${more}`, count };
}
