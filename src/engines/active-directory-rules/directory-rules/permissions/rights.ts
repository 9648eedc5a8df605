import {
  type Ace,
  type SecurityDescriptor,
  type Sid,
  ridOf,
  rids,
  sids,
} from "#engines/active-directory";

/** Bits of ACCESS_MASK, MS-ADTS 5.1.3.2. */
export const accessMask = {
  createChild: 0x1,
  /** Writes that the directory checks first: `Self-Membership` and others. */
  validatedWrite: 0x8,
  writeProperty: 0x20,
  /** Extended rights. */
  controlAccess: 0x100,
  changePermissions: 0x4_00_00,
  takeOwnership: 0x8_00_00,
  /** Everything that a directory object knows. */
  everything: 0xf_01_ff,
} as const;

/** Generic bits and what a directory makes of them, MS-ADTS 5.1.3.2. */
const genericRights: readonly (readonly [generic: number, specific: number])[] = [
  [0x1000_0000, accessMask.everything],
  [0x2000_0000, 0x2_00_04],
  [0x4000_0000, 0x2_00_28],
  [0x8000_0000, 0x2_00_94],
];

/** OWNER RIGHTS: entries for it say what the owner may, instead of what owners may anyway; MS-DTYP 2.5.3.2. */
const ownerRights = "S-1-3-4";

/** Something that can be done with an object. */
export interface Right {
  /** With somebody before it: `may change its members`. */
  readonly words: string;
  /** All of these bits are needed. */
  readonly mask: number;
  /** The extended right, property or class, and the property set that it is in; empty: only an entry for all of them gives it. */
  readonly objectTypes: readonly string[];
  /** Words of rights that include it: it is not told beside them. */
  readonly within?: readonly string[];
}

/** What one trustee may do with an object. */
export interface Control {
  readonly sid: Sid;
  /** Phrases that follow a name: `owns it`, `may change its permissions`. */
  readonly rights: readonly string[];
}

/** What an owner is said to have; owners may always change the permissions, MS-DTYP 2.5.3.2. */
export const ownership = "owns it, and so may change its permissions";
/** What everybody is said to have when there is no list. */
const withoutList = "may do anything with it, since it has no access control list";

/**
 * Who may do which of `rights` with the object that has this descriptor, in the order of its entries, the owner first.
 *
 * Entries are taken in their order, as MS-DTYP 2.5.3.2 has it: of each bit the first that concerns the trustee counts, so a
 * deny takes away what is allowed behind it. Entries that are only handed down do not count. A deny concerns those whom it
 * names, and who is among Everyone or Authenticated Users by nature; who is a member of another denied group is not followed,
 * so that more may be told than is so, never less.
 */
export function controlsOf(descriptor: SecurityDescriptor, rights: readonly Right[]): Control[] {
  const { owner, aces } = descriptor;
  if (aces === null) return [{ sid: sids.everyone, rights: [withoutList] }];
  const entries = aces.filter(({ inheritOnly }) => !inheritOnly).map(withSpecificRights);
  const isOwnerLimited = entries.some(({ sid }) => sid === ownerRights);
  const held = new Map<Sid, string[]>();
  if (owner !== null && !isOwnerLimited) held.set(owner, [ownership]);
  for (const sid of new Set(entries.filter(({ allow }) => allow).map((entry) => entry.sid))) {
    const words = rightsOf(sid, entries, rights);
    if (words.length === 0) continue;
    // What OWNER RIGHTS allows is the owner's.
    const holder = sid === ownerRights ? owner : sid;
    if (holder === null) continue;
    held.set(holder, [...new Set([...(held.get(holder) ?? []), ...words])]);
  }
  return [...held].map(([sid, words]) => ({ sid, rights: words }));
}

function rightsOf(sid: Sid, entries: readonly Ace[], rights: readonly Right[]): string[] {
  const concerning = entries.filter((entry) =>
    entry.allow ? entry.sid === sid : isDenied(sid, entry.sid),
  );
  const held = rights.filter((right) => isHeld(right, concerning)).map(({ words }) => words);
  return rights
    .filter(
      ({ words, within = [] }) => held.includes(words) && !within.some((one) => held.includes(one)),
    )
    .map(({ words }) => words);
}

/** Every bit is decided by the first entry about it. */
function isHeld({ mask, objectTypes }: Right, entries: readonly Ace[]): boolean {
  let missing = mask;
  for (const entry of entries) {
    const isAboutIt = entry.objectType === null || objectTypes.includes(entry.objectType);
    if (!isAboutIt || (entry.mask & missing) === 0) continue;
    if (!entry.allow) return false;
    missing &= ~entry.mask;
    if (missing === 0) return true;
  }
  return false;
}

/** Whether somebody is denied what `denied` is. */
function isDenied(sid: Sid, denied: Sid): boolean {
  if (denied === sid) return true;
  // Anonymous is not among Everyone since Windows XP.
  if (denied === sids.everyone) return sid !== sids.anonymous;
  return denied === sids.authenticatedUsers && isOfADomain(sid);
}

/** An account or group of a domain whose members have all signed in: not guests. */
function isOfADomain(sid: Sid): boolean {
  const rid = ridOf(sid);
  return sid.startsWith("S-1-5-21-") && rid !== rids.guest && rid !== rids.domainGuests;
}

function withSpecificRights(entry: Ace): Ace {
  let mask = entry.mask;
  for (const [generic, specific] of genericRights) {
    if ((entry.mask & generic) !== 0) mask |= specific;
  }
  return mask === entry.mask ? entry : { ...entry, mask };
}
