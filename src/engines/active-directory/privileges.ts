import type { Account, DnKey, Domain, Group, Sid } from "./domain.ts";
import { createMembership, type ForeignMember, type Membership } from "./membership.ts";
import { ridOf, rids, sidIn, sidInRoot, sids } from "./well-known-sids.ts";

/** Who may do what in a domain, by membership alone: adminCount stays when a membership ends, and Samba never sets it. */
export interface Privileges {
  /** Accounts whose primary group is Domain Controllers or Read-only Domain Controllers (516, 521). */
  readonly domainControllers: readonly Account[];
  readonly isDomainController: (account: Account) => boolean;
  /** Nested in one of {@link Privileges.groups}, or the built-in administrator. */
  readonly isPrivileged: (account: Account) => boolean;
  /** All of them, in the order of the domain's accounts; domain controllers only when they are also in such a group. */
  readonly accounts: readonly Account[];
  /** The privileged groups that this domain has. */
  readonly groups: readonly Group[];
  /** Any group of this domain. */
  readonly groupOf: (sid: Sid) => Group | undefined;
  /** The privileged groups that it is nested in. */
  readonly groupsOf: (account: Account) => readonly Group[];
  /** Every account in a group, nested and by primary group; empty when there is no such group, or its members were not read. */
  readonly membersOf: (group: Sid) => readonly Account[];
  /** Members, nested, that are neither accounts nor groups of this domain. */
  readonly foreignMembersOf: (group: Sid) => readonly ForeignMember[];
  /** The groups nested in a group, itself not. */
  readonly groupsIn: (group: Sid) => readonly Group[];
  /**
   * Controls the domain anyway: privileged groups and all in them, domain controllers that write, the system itself. Never a group
   * that stands for everybody ({@link isForEverybody}), wherever it is nested.
   */
  readonly isTierZero: (sid: Sid) => boolean;
  /** Stands for everybody, or is a group that somebody who does is nested in. Privileged groups may be broad as well. */
  readonly isBroad: (sid: Sid) => boolean;
  /** Names of privileged groups that every such domain has and that could not be read. */
  readonly missingGroups: readonly string[];
  /** Those, and the ones whose members could not all be read: who is privileged is not known then. */
  readonly unreadGroups: readonly string[];
}

/*
 * Whose members can make themselves administrators of the domain:
 * https://learn.microsoft.com/windows-server/identity/ad-ds/plan/security-best-practices/appendix-b--privileged-accounts-and-groups-in-active-directory
 * 544, 512, 519 are administrators. 518 writes the defaults of every object's permissions. 526, 527 may give any account a
 * key to sign in with. 548 may change most accounts and groups and sign in on domain controllers, 549 may replace their
 * services, 550 may load drivers on them, 551 may read and write their files, the directory's database included.
 */
const inEveryDomain = new Map<string, (domain: Domain) => Sid | null>([
  ["Administrators", () => sids.administrators],
  ["Domain Admins", (domain) => sidIn(domain, rids.domainAdmins)],
  ["Account Operators", () => sids.accountOperators],
  ["Server Operators", () => sids.serverOperators],
  ["Print Operators", () => sids.printOperators],
  ["Backup Operators", () => sids.backupOperators],
]);
const inEveryRoot = new Map<string, (domain: Domain) => Sid | null>([
  ["Schema Admins", (domain) => sidInRoot(domain, rids.schemaAdmins)],
  ["Enterprise Admins", (domain) => sidInRoot(domain, rids.enterpriseAdmins)],
]);
/** Since Windows Server 2016. */
const inNewDomains = new Map<string, (domain: Domain) => Sid | null>([
  ["Key Admins", (domain) => sidIn(domain, rids.keyAdmins)],
  ["Enterprise Key Admins", (domain) => sidInRoot(domain, rids.enterpriseKeyAdmins)],
]);

const forEverybody = new Set<Sid>([
  sids.everyone,
  sids.network,
  sids.interactive,
  sids.anonymous,
  sids.authenticatedUsers,
  sids.thisOrganization,
  sids.users,
  sids.guests,
  sids.preWindows2000Access,
]);
const forEverybodyInADomain = new Set<number>([
  rids.domainUsers,
  rids.domainGuests,
  rids.domainComputers,
]);

/** Everyone, Authenticated Users, Anonymous, Users …, and Domain Users, Guests or Computers of any domain. */
export function isForEverybody(sid: Sid): boolean {
  return (
    forEverybody.has(sid) || (sid.startsWith("S-1-5-21-") && forEverybodyInADomain.has(ridOf(sid)))
  );
}

const workedOut = new WeakMap<Domain, Privileges>();

/** Who is privileged in a domain; worked out once for each. */
export function privilegesOf(domain: Domain): Privileges {
  const known = workedOut.get(domain);
  if (known !== undefined) return known;
  const privileges = workOut(domain);
  workedOut.set(domain, privileges);
  return privileges;
}

function workOut(domain: Domain): Privileges {
  const membership = createMembership(domain);
  const groupSids = [...inEveryDomain, ...inEveryRoot, ...inNewDomains].flatMap(
    ([, sidOf]) => sidOf(domain) ?? [],
  );
  const groups = groupSids.flatMap((sid) => membership.groupOf(sid) ?? []);
  const privileged = new Map<DnKey, Group[]>();
  for (const group of groups) {
    for (const { key } of membership.membersOf(group.sid)) {
      const of = privileged.get(key);
      if (of === undefined) privileged.set(key, [group]);
      else of.push(group);
    }
  }
  const administrator = sidIn(domain, rids.administrator);
  const isPrivileged = (account: Account) =>
    privileged.has(account.key) || account.sid === administrator;
  const domainControllers = domain.accounts.filter(isDomainController);
  const missingGroups = namesOfMissing(domain, membership);
  const tierZero = new Set<Sid>([
    sids.system,
    sids.enterpriseDomainControllers,
    administrator,
    sidIn(domain, rids.krbtgt),
    sidIn(domain, rids.domainControllers),
    ...groupSids,
    // A read-only one cannot change the domain.
    ...domainControllers.filter(isWritable).map(({ sid }) => sid),
    ...domain.accounts.filter(isPrivileged).map(({ sid }) => sid),
    ...groups.flatMap(({ sid }) => membership.groupsIn(sid).map((group) => group.sid)),
    ...groups.flatMap(({ sid }) =>
      membership.foreignMembersOf(sid).flatMap((one) => one.sid ?? []),
    ),
  ]);
  return {
    domainControllers,
    isDomainController,
    isPrivileged,
    accounts: domain.accounts.filter(isPrivileged),
    groups,
    groupOf: membership.groupOf,
    groupsOf: ({ key }) => privileged.get(key) ?? [],
    membersOf: membership.membersOf,
    foreignMembersOf: membership.foreignMembersOf,
    groupsIn: membership.groupsIn,
    isTierZero: (sid) => tierZero.has(sid) && !isForEverybody(sid),
    isBroad: (sid) =>
      isForEverybody(sid) ||
      membership.foreignMembersOf(sid).some((one) => one.sid !== null && isForEverybody(one.sid)) ||
      membership.groupsIn(sid).some((group) => isForEverybody(group.sid)),
    missingGroups,
    unreadGroups: [...new Set([...missingGroups, ...silentGroups(domain, membership)])],
  };
}

function isDomainController({ primaryGroupId }: Account): boolean {
  return (
    primaryGroupId === rids.domainControllers || primaryGroupId === rids.readOnlyDomainControllers
  );
}

function isWritable({ primaryGroupId }: Account): boolean {
  return primaryGroupId === rids.domainControllers;
}

function namesOfMissing(domain: Domain, { groupOf }: Membership): string[] {
  const mustBe = domain.rootSid === domain.sid ? [...inEveryDomain, ...inEveryRoot] : inEveryDomain;
  return [...mustBe].flatMap(([name, sidOf]) => {
    const sid = sidOf(domain);
    return sid !== null && groupOf(sid) === undefined ? [name] : [];
  });
}

/** Privileged groups, and groups nested in them, whose members were not read. */
function silentGroups(domain: Domain, { groupOf, groupsIn }: Membership): string[] {
  return [...inEveryDomain, ...inEveryRoot, ...inNewDomains].flatMap(([, sidOf]) => {
    const group = groupOf(sidOf(domain) ?? "");
    if (group === undefined) return [];
    return [group, ...groupsIn(group.sid)]
      .filter(({ members }) => members === undefined)
      .map(({ name }) => name);
  });
}
