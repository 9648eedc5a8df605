import { parseCidr } from "#lib/cidr";
import { Problem } from "#platform/errors";

/**
 * Which addresses a remote part may touch, as CIDRs or single addresses: none in `deny`, and, when `allow` is not empty,
 * only those in it.
 */
export interface TargetLists {
  allow: readonly string[];
  deny: readonly string[];
}

const mostEntries = 1000;

/** @throws Problem `invalid_request` that names an entry that is no CIDR. */
export function checkTargetLists({ allow, deny }: TargetLists): TargetLists {
  return { allow: checked(allow), deny: checked(deny) };
}

/** Whether they say the same, entry by entry. */
export function areSameTargetLists(a: TargetLists, b: TargetLists): boolean {
  return a.allow.join() === b.allow.join() && a.deny.join() === b.deny.join();
}

function checked(entries: readonly string[]): string[] {
  if (entries.length > mostEntries) {
    throw new Problem("invalid_request", `A target list has at most ${mostEntries} entries.`);
  }
  for (const entry of entries) {
    if (parseCidr(entry) !== null) continue;
    const what = `${JSON.stringify(entry.slice(0, 100))} is no address and no CIDR such as 10.0.0.0/8`;
    throw new Problem("invalid_request", `${what}.`);
  }
  return entries.map((entry) => entry.trim());
}
