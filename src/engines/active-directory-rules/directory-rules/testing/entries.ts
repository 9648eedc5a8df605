import type { Ace, SecurityDescriptor, Sid } from "#engines/active-directory";
import { descriptor } from "#engines/active-directory/testing";

/** An entry that allows; `changes` makes it another. */
export function allow(sid: Sid, mask: number, changes: Partial<Ace> = {}): Ace {
  return {
    allow: true,
    sid,
    mask,
    objectType: null,
    inheritedObjectType: null,
    inherited: false,
    inheritOnly: false,
    ...changes,
  };
}

/** An entry that denies. */
export function deny(sid: Sid, mask: number, changes: Partial<Ace> = {}): Ace {
  return allow(sid, mask, { allow: false, ...changes });
}

/** As a sound object has them, with these entries before. */
export function withEntries(...entries: readonly Ace[]): SecurityDescriptor {
  return descriptor({ aces: [...entries, ...(descriptor().aces ?? [])] });
}
