import type { Account, Domain, Group } from "../domain.ts";
import {
  daysAgo,
  domainDn,
  domainSid,
  keysOf,
  type Member,
  makeAccount,
  makeComputer,
  makeGroup,
  makeObject,
  makeTrust,
  makeUnit,
  readAt,
} from "./make-objects.ts";

/** What a test changes of the sound domain. */
export type DomainChanges = Partial<Domain> & {
  /** By the last part of a group's SID: who else is a member of it. */
  readonly members?: Readonly<Record<number, readonly Member[]>>;
};

/**
 * A small domain that no rule minds anything of: a domain controller, a workstation, two ordinary users, and three
 * administrators: Administrator, `ada.admin` and `ben.admin`.
 *
 * @param changes Accounts, groups and foreign principals come besides those that are there, or instead of those with the
 * same SID; any other field is put in the place of the domain's.
 */
export function makeDomain({ members = {}, ...changes }: DomainChanges = {}): Domain {
  const groups = besides(soundGroups(), changes.groups).map((group) => {
    const more = members[Number(group.sid.split("-").at(-1))];
    return more === undefined
      ? group
      : { ...group, members: [...(group.members ?? []), ...keysOf(more)] };
  });
  return {
    ...soundSettings(),
    ...changes,
    accounts: besides(soundAccounts(), changes.accounts),
    groups,
    foreignPrincipals: besides(soundForeignPrincipals(), changes.foreignPrincipals),
  };
}

function besides<T extends { readonly sid: string }>(sound: readonly T[], added?: readonly T[]) {
  const replaced = new Set(added?.map(({ sid }) => sid));
  return [...sound.filter(({ sid }) => !replaced.has(sid)), ...(added ?? [])];
}

/** NOT_DELEGATED: a sign-in of theirs cannot be handed on. */
const administrator = { flags: 0x10_02_00, passwordSetAt: daysAgo(60), adminCount: true };

function soundAccounts(): Account[] {
  return [
    makeAccount({ name: "Administrator", rid: 500, ...administrator, lastSignInAt: daysAgo(300) }),
    // As they are made: both disabled, and nobody ever sets the password of Guest.
    makeAccount({
      name: "Guest",
      rid: 501,
      flags: 0x1_02_22,
      passwordSetAt: null,
      lastSignInAt: null,
      primaryGroupId: 514,
    }),
    makeAccount({
      name: "krbtgt",
      rid: 502,
      flags: 0x2_02,
      passwordSetAt: daysAgo(30),
      lastSignInAt: null,
      adminCount: true,
      servicePrincipalNames: ["kadmin/changepw"],
    }),
    makeAccount({ name: "ada.admin", rid: 1101, ...administrator }),
    makeAccount({ name: "ben.admin", rid: 1102, ...administrator }),
    makeAccount({ name: "carl", rid: 1103 }),
    makeAccount({ name: "dora", rid: 1104 }),
    makeComputer({
      name: "DC1$",
      rid: 1000,
      dn: `CN=DC1,OU=Domain Controllers,${domainDn}`,
      // SERVER_TRUST_ACCOUNT, TRUSTED_FOR_DELEGATION.
      flags: 0x8_20_00,
      primaryGroupId: 516,
      operatingSystem: "Windows Server 2025 Standard",
      servicePrincipalNames: ["HOST/dc1.acme.test", "ldap/dc1.acme.test", "GC/dc1.acme.test"],
      hasLaps: false,
    }),
    makeComputer({ name: "WS1$", rid: 1105 }),
  ];
}

const users = (name: string) => `CN=${name},CN=Users,${domainDn}`.toLowerCase();
const wellKnown = (sid: string) =>
  `CN=${sid},CN=ForeignSecurityPrincipals,${domainDn}`.toLowerCase();

/** As a new domain has them, with the administrators among the protected users; nobody has the schema or an operators' group. */
function soundGroups(): Group[] {
  const admins = [users("ada.admin"), users("ben.admin")];
  const groups: [rid: number, name: string, members?: readonly string[]][] = [
    [498, "Enterprise Read-only Domain Controllers"],
    [512, "Domain Admins", [users("Administrator"), ...admins]],
    [513, "Domain Users"],
    [514, "Domain Guests"],
    [515, "Domain Computers"],
    [516, "Domain Controllers"],
    [517, "Cert Publishers"],
    [518, "Schema Admins"],
    [519, "Enterprise Admins", [users("Administrator")]],
    [520, "Group Policy Creator Owners", [users("Administrator")]],
    [521, "Read-only Domain Controllers"],
    [525, "Protected Users", [users("Administrator"), ...admins]],
    [526, "Key Admins"],
    [527, "Enterprise Key Admins"],
    [1106, "DnsAdmins"],
  ];
  const builtinGroups: [rid: number, name: string, members?: readonly string[]][] = [
    [
      544,
      "Administrators",
      [users("Administrator"), users("Domain Admins"), users("Enterprise Admins")],
    ],
    [545, "Users", [users("Domain Users"), wellKnown("S-1-5-11"), wellKnown("S-1-5-4")]],
    [546, "Guests", [users("Guest"), users("Domain Guests")]],
    [548, "Account Operators"],
    [549, "Server Operators"],
    [550, "Print Operators"],
    [551, "Backup Operators"],
    [552, "Replicator"],
    [554, "Pre-Windows 2000 Compatible Access", [wellKnown("S-1-5-11")]],
    [555, "Remote Desktop Users"],
    [557, "Incoming Forest Trust Builders"],
  ];
  return [
    ...groups.map(([rid, name, members = []]) => makeGroup({ name, rid, members })),
    ...builtinGroups.map(([rid, name, members = []]) => ({
      ...makeGroup({ name, dn: `CN=${name},CN=Builtin,${domainDn}`, members }),
      sid: `S-1-5-32-${rid}`,
      groupType: -2_147_483_643,
    })),
  ];
}

function soundForeignPrincipals(): Domain["foreignPrincipals"] {
  return ["S-1-5-4", "S-1-5-9", "S-1-5-11"].map((sid) => ({
    key: wellKnown(sid),
    sid,
  }));
}

type Settings = Omit<Domain, "accounts" | "groups" | "foreignPrincipals">;

function soundSettings(): Settings {
  const policies = (id: string) => makeObject(`CN={${id}},CN=Policies,CN=System,${domainDn}`);
  const defaultPolicy = policies("31B2F340-016D-11D2-945F-00C04FB984F9");
  const controllersPolicy = policies("6AC1786C-016F-11D2-945F-00C04FB984F9");
  const services = `CN=Public Key Services,CN=Services,CN=Configuration,${domainDn}`;
  const domain = makeObject(domainDn);
  return {
    readAt,
    dnsName: "acme.test",
    netBiosName: "ACME",
    dn: domainDn,
    key: domain.key,
    id: domain.id,
    sid: domainSid,
    rootSid: domainSid,
    descriptor: domain.descriptor,
    passwordPolicy: {
      minLength: 14,
      complexity: true,
      reversible: false,
      lockoutThreshold: 10,
      maxAgeMs: 365 * 86_400_000,
    },
    machineAccountQuota: 0,
    functionalLevel: 7,
    forestFunctionalLevel: 7,
    // The 10th and 20th tell the length; the 28th and 29th ask who adds objects by LDAP, and who changes owners, for the right.
    dsHeuristics: "00000000010000000002000000011",
    recycleBin: true,
    schema: {
      legacyLaps: false,
      windowsLaps: true,
      delegatedManagedServiceAccounts: true,
      version: 91,
    },
    kdsRootKey: true,
    groupPolicies: [defaultPolicy, controllersPolicy].map((policy) => ({
      ...policy,
      filePath: `\\\\acme.test\\sysvol\\acme.test\\Policies\\${policy.name}`,
    })),
    linkedGroupPolicies: [defaultPolicy.key],
    trusts: [makeTrust({ partner: "partner.test" })],
    passwordSettings: [],
    units: [
      makeUnit({ name: "Domain Controllers", groupPolicies: [controllersPolicy.key] }),
      makeUnit({ name: "Users", kind: "container", dn: `CN=Users,${domainDn}` }),
      makeUnit({ name: "Computers", kind: "container", dn: `CN=Computers,${domainDn}` }),
      makeUnit({ name: "Staff" }),
    ],
    adminSdHolder: makeObject(`CN=AdminSDHolder,CN=System,${domainDn}`),
    certificateTemplates: [
      {
        ...makeObject(`CN=Workstation,CN=Certificate Templates,${services}`),
        schemaVersion: 2,
        // The subject is the computer's DNS name in the directory.
        nameFlags: 0x0800_0000,
        enrollmentFlags: 0x20,
        signatures: 0,
        extendedKeyUsages: ["1.3.6.1.5.5.7.3.2"],
        applicationPolicies: ["1.3.6.1.5.5.7.3.2"],
        agentPolicies: [],
        issuancePolicies: [],
        publishedBy: ["ACME-CA"],
      },
    ],
    certificateAuthorities: [
      {
        ...makeObject(`CN=ACME-CA,CN=Enrollment Services,${services}`),
        hostName: "ca.acme.test",
        templates: ["Workstation"],
      },
    ],
    issuancePolicies: [],
    dnsZones: [
      {
        ...makeObject(`DC=acme.test,CN=MicrosoftDNS,DC=DomainDnsZones,${domainDn}`),
        allowUpdate: 2,
      },
    ],
  };
}
