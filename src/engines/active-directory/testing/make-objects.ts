import { createHash } from "node:crypto";
import type {
  Account,
  DirectoryObject,
  Group,
  PasswordSettings,
  SecurityDescriptor,
  Sid,
  Trust,
  Unit,
} from "../domain.ts";

const dayMs = 86_400_000;

/** When the domain was read: noon in Greenwich, 2026-06-15. */
export const readAt = Date.UTC(2026, 5, 15, 12);
/** Of the domain, and of its forest's root, which it is itself. */
export const domainSid = "S-1-5-21-1004336348-1177238915-682003330";
/** Its distinguished name. */
export const domainDn = "DC=acme,DC=test";

/** So many days before the domain was read. */
export function daysAgo(days: number): number {
  return readAt - days * dayMs;
}

/** Owned by Domain Admins; they and the system may do everything, who signed in may read. */
export function descriptor(changes: Partial<SecurityDescriptor> = {}): SecurityDescriptor {
  return { ...soundDescriptor, ...changes };
}

const entry = { objectType: null, inheritedObjectType: null, inherited: false, inheritOnly: false };
const soundDescriptor: SecurityDescriptor = {
  owner: `${domainSid}-512`,
  aces: [
    { ...entry, allow: true, sid: `${domainSid}-512`, mask: 0xf_01_ff },
    { ...entry, allow: true, sid: "S-1-5-18", mask: 0xf_01_ff },
    { ...entry, allow: true, sid: "S-1-5-11", mask: 0x2_00_94 },
  ],
};

/** What every object has, by its distinguished name; its id is made of the name. */
export function makeObject(dn: string): DirectoryObject {
  const hash = createHash("sha256").update(dn).digest("hex");
  return {
    dn,
    key: dn.toLowerCase(),
    id: `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`,
    name: /^[A-Z]+=([^,]+)/i.exec(dn)?.[1] ?? dn,
    descriptor: soundDescriptor,
  };
}

/** A name stands for a RID when a test does not care which: 10,000 and on. */
function ridOfName(name: string): number {
  return 10_000 + (createHash("sha256").update(name).digest().readUInt32BE() % 1_000_000_000);
}

type AccountChanges = Partial<Account> & { readonly name: string; readonly rid?: number };

/** A user in use: enabled, an ordinary one, with a new password. */
export function makeAccount({ rid, ...changes }: AccountChanges): Account {
  return {
    ...makeObject(changes.dn ?? `CN=${changes.name},CN=Users,${domainDn}`),
    kind: "user",
    sid: sidOf(changes.name, rid),
    flags: 0x200,
    passwordSetAt: daysAgo(20),
    lastSignInAt: daysAgo(3),
    createdAt: daysAgo(900),
    primaryGroupId: 513,
    adminCount: false,
    servicePrincipalNames: [],
    delegatesTo: [],
    actsOnBehalf: null,
    encryptionTypes: null,
    sidHistory: [],
    hostName: null,
    operatingSystem: null,
    operatingSystemVersion: null,
    hasClearPassword: false,
    hasLaps: false,
    keyCredentials: 0,
    certificateMappings: [],
    passwordSettings: [],
    ...changes,
  };
}

/** A workstation in use; LAPS keeps its administrator's password. `name` ends in `$`. */
export function makeComputer(changes: AccountChanges): Account {
  const host = changes.name.replace(/\$$/, "");
  return makeAccount({
    dn: `CN=${host},CN=Computers,${domainDn}`,
    kind: "computer",
    flags: 0x1000,
    primaryGroupId: 515,
    servicePrincipalNames: [`HOST/${host}`],
    encryptionTypes: 0x1c,
    hostName: `${host.toLowerCase()}.acme.test`,
    operatingSystem: "Windows 11 Enterprise",
    operatingSystemVersion: "10.0 (26100)",
    hasLaps: true,
    ...changes,
  });
}

type GroupChanges = Omit<Partial<Group>, "members"> & {
  readonly name: string;
  readonly rid?: number;
  /** Objects of the domain, or keys; null: they were not read. */
  readonly members?: readonly Member[] | null;
};

/** A member of a group: an object of the domain, or a key. */
export type Member = Pick<DirectoryObject, "key"> | string;

/** A global security group without members. */
export function makeGroup({ rid, members = [], ...changes }: GroupChanges): Group {
  return {
    ...makeObject(changes.dn ?? `CN=${changes.name},CN=Users,${domainDn}`),
    sid: sidOf(changes.name, rid),
    groupType: -2_147_483_646,
    adminCount: false,
    sidHistory: [],
    ...changes,
    members: members === null ? undefined : keysOf(members),
  };
}

/** Of objects and of keys themselves. */
export function keysOf(members: readonly Member[]): string[] {
  return members.map((member) => (typeof member === "string" ? member : member.key));
}

function sidOf(name: string, rid = ridOfName(name)): Sid {
  return `${domainSid}-${rid}`;
}

/** A trust in both directions with a forest, filtered and with AES. */
export function makeTrust(changes: Partial<Trust> & { readonly partner: string }): Trust {
  return {
    ...makeObject(`CN=${changes.partner},CN=System,${domainDn}`),
    partnerSid: "S-1-5-21-3110021450-501920773-4220102933",
    direction: 3,
    type: 2,
    attributes: 0x8,
    encryptionTypes: 0x18,
    ...changes,
  };
}

/** An organisational unit below the domain, without group policies. */
export function makeUnit(changes: Partial<Unit> & { readonly name: string }): Unit {
  return {
    ...makeObject(changes.dn ?? `OU=${changes.name},${domainDn}`),
    kind: "organizational_unit",
    groupPolicies: [],
    ...changes,
  };
}

/** A fine-grained password policy that is as strict as the domain's and applies to nobody. */
export function makePasswordSettings(
  changes: Partial<PasswordSettings> & { readonly name: string },
): PasswordSettings {
  return {
    ...makeObject(`CN=${changes.name},CN=Password Settings Container,CN=System,${domainDn}`),
    minLength: 16,
    complexity: true,
    reversible: false,
    lockoutThreshold: 10,
    maxAgeMs: 365 * dayMs,
    precedence: 10,
    appliesTo: [],
    ...changes,
  };
}
