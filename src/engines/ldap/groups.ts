import {
  type Account,
  type DirectoryObject,
  dnKey,
  type DnKey,
  type ForeignPrincipal,
  type Group,
  type SecurityDescriptor,
  type Sid,
  ridOf,
} from "#engines/active-directory";
import { objectAttributes, type ObjectReader, unknownSid } from "./directory-object.ts";
import type { Reader } from "./reader.ts";

/** A group as the sweep reads it, with the name that the directory knows it by. */
export interface SweptGroup {
  readonly group: Group;
  readonly dn: string;
}

/** Reads all groups, without their members. @throws DirectoryRefused */
export async function readGroups(
  reader: Reader,
  objects: ObjectReader,
  baseDn: string,
): Promise<SweptGroup[]> {
  const groups: SweptGroup[] = [];
  await reader.each(
    {
      what: "groups",
      base: baseDn,
      scope: "sub",
      filter: "(objectClass=group)",
      attributes: [
        ...objectAttributes,
        "objectSid",
        "sAMAccountName",
        "groupType",
        "adminCount",
        "sIDHistory",
      ],
    },
    (entry) => {
      const group: Group = {
        ...objects.object(entry, ["samaccountname", "cn"]),
        sid: entry.sid("objectsid") ?? unknownSid,
        groupType: entry.number("grouptype") ?? 0,
        adminCount: (entry.number("admincount") ?? 0) > 0,
        members: undefined,
        sidHistory: entry.sids("sidhistory"),
      };
      groups.push({ group, dn: entry.dn });
    },
  );
  return groups;
}

/** Reads who stands for somebody of elsewhere, in the domain and among the forest's well-known principals. */
export async function readForeignPrincipals(
  reader: Reader,
  baseDn: string,
  configurationDn: string,
): Promise<ForeignPrincipal[]> {
  const found: ForeignPrincipal[] = [];
  for (const base of [baseDn, `CN=WellKnown Security Principals,${configurationDn}`]) {
    await reader.each(
      {
        what: "principals of other domains",
        base,
        scope: "sub",
        filter: "(objectClass=foreignSecurityPrincipal)",
        attributes: ["objectSid"],
      },
      (entry) => {
        const sid = entry.sid("objectsid");
        if (sid !== null) found.push({ key: dnKey(entry.dn), sid });
      },
    );
  }
  return found;
}

/** What decides whose members are read. */
export interface WhoMatters {
  readonly accounts: readonly Account[];
  /** Objects besides groups and accounts whose permissions are judged. */
  readonly judged: readonly Pick<DirectoryObject, "descriptor">[];
  /** Groups that a certificate makes somebody a member of. */
  readonly linked: readonly DnKey[];
}

/** Groups that Windows makes have names that may be another language's, but these RIDs; others follow from 1000 on. */
const firstOwnRid = 1000;
/** Made by the DNS server with the next RID that is free. */
const dnsGroups: ReadonlySet<string> = new Set(["dnsadmins", "dnsupdateproxy"]);
/** ACCESS_MASK, MS-ADTS 5.1.3.2: reading, listing, and being seen. Whoever has nothing else has nothing to worry about. */
const onlyReading = 0x0002_0000 | 0x4 | 0x10 | 0x80;

/**
 * Reads the members of every group on which something depends: those that Windows makes, those that may change objects whose
 * permissions are judged, and all that are nested in them.
 *
 * @returns all groups; those whose members may not be seen stay without
 * @throws DirectoryRefused
 */
export async function readMembers(
  reader: Reader,
  swept: readonly SweptGroup[],
  { accounts, judged, linked }: WhoMatters,
): Promise<Group[]> {
  const bySid = new Map(swept.map((one) => [one.group.sid, one]));
  const byKey = new Map(swept.map((one) => [one.group.key, one]));
  const accountByKey = new Map(accounts.map((account) => [account.key, account]));
  const members = new Map<SweptGroup, readonly DnKey[] | undefined>();
  const wanted = new Set<SweptGroup>(swept.filter(({ group }) => isMadeByWindows(group)));
  const seen = new Set<SecurityDescriptor>();

  function wantTrusteesOf({ descriptor }: Pick<DirectoryObject, "descriptor">): void {
    if (descriptor === null || seen.has(descriptor)) return;
    seen.add(descriptor);
    for (const sid of trusteesOf(descriptor)) {
      const group = bySid.get(sid);
      if (group !== undefined) wanted.add(group);
    }
  }
  for (const object of judged) wantTrusteesOf(object);
  for (const key of linked) {
    const group = byKey.get(key);
    if (group !== undefined) wanted.add(group);
  }
  // A set hands out what is added while it is walked, and nothing twice: cycles end.
  for (const one of wanted) {
    const keys = await membersOf(reader, one.dn);
    members.set(one, keys);
    wantTrusteesOf(one.group);
    for (const key of keys ?? []) {
      const nested = byKey.get(key);
      if (nested !== undefined) wanted.add(nested);
      const account = accountByKey.get(key);
      if (account !== undefined && isMadeByWindows(one.group)) wantTrusteesOf(account);
    }
  }
  return swept.map((one) => ({ ...one.group, members: members.get(one) }));
}

async function membersOf(reader: Reader, dn: string): Promise<DnKey[] | undefined> {
  const entry = await reader.one(dn, "members of groups", ["member"]);
  return entry?.texts("member").map(dnKey);
}

function isMadeByWindows({ sid, name }: Group): boolean {
  if (sid === unknownSid) return false;
  return (
    sid.startsWith("S-1-5-32-") || ridOf(sid) < firstOwnRid || dnsGroups.has(name.toLowerCase())
  );
}

/** Who owns it or may do more with it than look. */
function* trusteesOf({ owner, aces }: SecurityDescriptor): Generator<Sid> {
  if (owner !== null) yield owner;
  for (const { allow, mask, sid } of aces ?? []) {
    if (allow && (mask & ~onlyReading) !== 0) yield sid;
  }
}
