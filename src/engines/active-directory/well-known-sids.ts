import type { Domain, Sid } from "./domain.ts";

/*
 * Security identifiers that are the same everywhere, and the last parts (RIDs) of those that every domain makes of its own:
 * MS-DTYP 2.4.2.4, https://learn.microsoft.com/windows-server/identity/ad-ds/manage/understand-security-identifiers
 */

/** Of accounts and groups of a domain. */
export const rids = {
  enterpriseReadOnlyDomainControllers: 498,
  administrator: 500,
  guest: 501,
  krbtgt: 502,
  domainAdmins: 512,
  domainUsers: 513,
  domainGuests: 514,
  domainComputers: 515,
  domainControllers: 516,
  certPublishers: 517,
  schemaAdmins: 518,
  enterpriseAdmins: 519,
  groupPolicyCreatorOwners: 520,
  readOnlyDomainControllers: 521,
  protectedUsers: 525,
  keyAdmins: 526,
  enterpriseKeyAdmins: 527,
} as const;

/** That stand for themselves. */
export const sids = {
  everyone: "S-1-1-0",
  creatorOwner: "S-1-3-0",
  network: "S-1-5-2",
  interactive: "S-1-5-4",
  anonymous: "S-1-5-7",
  enterpriseDomainControllers: "S-1-5-9",
  self: "S-1-5-10",
  authenticatedUsers: "S-1-5-11",
  thisOrganization: "S-1-5-15",
  system: "S-1-5-18",
  administrators: "S-1-5-32-544",
  users: "S-1-5-32-545",
  guests: "S-1-5-32-546",
  accountOperators: "S-1-5-32-548",
  serverOperators: "S-1-5-32-549",
  printOperators: "S-1-5-32-550",
  backupOperators: "S-1-5-32-551",
  replicator: "S-1-5-32-552",
  preWindows2000Access: "S-1-5-32-554",
} as const;

/** The SID of the domain's own account or group with this RID. */
export function sidIn(domain: Pick<Domain, "sid">, rid: number): Sid {
  return `${domain.sid}-${rid}`;
}

/** Likewise of the forest's root domain; null: which that is could not be read. */
export function sidInRoot(domain: Pick<Domain, "rootSid">, rid: number): Sid | null {
  return domain.rootSid === null ? null : `${domain.rootSid}-${rid}`;
}

/** The last part of a SID; NaN: it has none. */
export function ridOf(sid: Sid): number {
  return Number.parseInt(sid.slice(sid.lastIndexOf("-") + 1), 10);
}
