import type { Ace, Domain } from "#engines/active-directory";
import {
  daysAgo,
  descriptor,
  domainDn,
  domainSid,
  makeAccount,
  makeComputer,
  makeDomain,
  makeGroup,
  makeObject,
  makeUnit,
} from "#engines/active-directory/testing";
import { allow } from "../directory-rules/testing/entries.ts";

/*
 * A forest of Windows Server 2025 as its setup leaves it, with what most have installed next: certificate services, Exchange,
 * Entra Connect with Entra Kerberos, LAPS, a managed service account, a read-only controller, a cluster. What the rules say of it
 * is what every new customer reads first: it must be true, and no more than that.
 */

/** Everything that a directory object knows. */
export const full = 0xf_01_ff;
const read = 0x2_00_94;
/** ACCESS_MASK of extended rights. */
export const controlAccess = 0x100;
const writeProperty = 0x20;
const changePermissions = 0x4_00_00;
/** Of the domain itself, by the last part of the SID. */
export const own = (rid: number) => `${domainSid}-${rid}`;
/** `BUILTIN\Administrators`. */
export const administrators = "S-1-5-32-544";
const authenticated = "S-1-5-11";
const system = "S-1-5-18";
const self = "S-1-5-10";
const preWindows2000 = "S-1-5-32-554";
/** The extended rights of replication. */
export const replicating = {
  changes: { objectType: "1131f6aa-9c07-11d1-f79f-00c04fc2dcd2" },
  topology: { objectType: "1131f6ac-9c07-11d1-f79f-00c04fc2dcd2" },
  all: { objectType: "1131f6ad-9c07-11d1-f79f-00c04fc2dcd2" },
  filtered: { objectType: "89e95b76-444d-4c62-991a-0facbeda640c" },
};
const handedDown = { inheritOnly: true };

const trusted = makeGroup({
  name: "Exchange Trusted Subsystem",
  dn: `CN=Exchange Trusted Subsystem,OU=Microsoft Exchange Security Groups,${domainDn}`,
});
const windowsPermissions = makeGroup({
  name: "Exchange Windows Permissions",
  dn: `CN=Exchange Windows Permissions,OU=Microsoft Exchange Security Groups,${domainDn}`,
  members: [trusted],
});
const publicInformation = { objectType: "e48d0154-bcf8-11d1-8702-00c04fb96050" };

/** MS-ADTS 6.1.1.3.1 and the default of its class, what Entra Connect adds, and Exchange since the updates of February 2019. */
const headEntries: readonly Ace[] = [
  allow(own(498), controlAccess, replicating.changes),
  ...[own(516), "S-1-5-9", administrators].flatMap((sid) =>
    Object.values(replicating).map((right) => allow(sid, controlAccess, right)),
  ),
  // Enterprise Admins and Administrators, Domain Admins, the system.
  allow(own(519), full),
  allow(administrators, 0xf_01_bd),
  allow(own(512), 0xe_01_bd),
  allow(system, full),
  allow(own(527), writeProperty | 0x10, { objectType: "5b47d60f-6090-40b2-9f37-2a4de88f3063" }),
  allow(own(526), writeProperty | 0x10, { objectType: "5b47d60f-6090-40b2-9f37-2a4de88f3063" }),
  // DS-Clone-Domain-Controller, Create-Inbound-Forest-Trust, Unexpire-Password, Enable-Per-User-Reversibly-Encrypted-Password.
  allow(own(522), controlAccess, { objectType: "3e0f7e18-2c7a-4c10-ba82-4d926db99a3e" }),
  allow("S-1-5-32-557", controlAccess, { objectType: "e2a36dc9-ae17-47c3-b58b-be34c55ba633" }),
  allow(authenticated, controlAccess, { objectType: "ccc2dc7d-a6ad-4a7a-8846-c04e3cc53501" }),
  allow(authenticated, controlAccess, { objectType: "05c74c5e-4deb-43b4-bd9f-86664c2a7fd5" }),
  allow(self, 0x8, { ...handedDown, objectType: "9b026da6-0d3c-465c-8bee-5199d7165cba" }),
  allow("S-1-3-0", 0x8, { ...handedDown, objectType: "9b026da6-0d3c-465c-8bee-5199d7165cba" }),
  allow(authenticated, read),
  allow(preWindows2000, read, handedDown),
  allow("S-1-1-0", 0x10),
  // Exchange.
  allow(windowsPermissions.sid, changePermissions, {
    ...handedDown,
    inheritedObjectType: "bf967aba-0de6-11d0-a285-00aa003049e2",
  }),
  allow(trusted.sid, writeProperty, { ...handedDown, ...publicInformation }),
  // Entra Connect.
  allow(own(1300), controlAccess, replicating.changes),
  allow(own(1300), controlAccess, replicating.all),
  allow(own(1300), controlAccess, {
    ...handedDown,
    objectType: "00299570-246d-11d0-a768-00aa006e0529",
  }),
];

/** The default of AdminSDHolder, MS-ADTS 6.1.1.4.5, with what Exchange adds. */
const holderEntries: readonly Ace[] = [
  allow(self, read),
  allow("S-1-1-0", controlAccess, { objectType: "ab721a53-1e2f-11d0-9819-00aa0040529b" }),
  allow(self, controlAccess, { objectType: "ab721a53-1e2f-11d0-9819-00aa0040529b" }),
  allow(own(517), 0x30, { objectType: "bf967a7f-0de6-11d0-a285-00aa003049e2" }),
  allow("S-1-5-32-560", 0x10, { objectType: "46a9b11d-60ae-405a-b7e8-ff8a58d456d2" }),
  allow("S-1-5-32-561", 0x30, { objectType: "6db69a1c-9422-11d1-aebd-0000f80367c1" }),
  allow("S-1-5-32-561", 0x30, { objectType: "5805bc62-bdc9-4428-a5e2-856a0f4c185e" }),
  allow(own(512), 0xe_00_bf),
  allow(own(519), 0xe_00_bf),
  allow(administrators, 0xf_00_bf),
  allow(authenticated, read),
  allow(preWindows2000, read),
  allow(system, full),
];
const exchangeOnHolder = allow(trusted.sid, writeProperty, publicInformation);

const services = `CN=Public Key Services,CN=Services,CN=Configuration,${domainDn}`;
/** Certificate-Enrollment. */
export const enrol = { objectType: "0e10c968-78fb-11d2-90d4-00c04f79dc55" };
const autoEnrol = { objectType: "a05b8cc2-17bc-4802-a710-e7c15ab866a2" };
const client = "1.3.6.1.5.5.7.3.2";
const server = "1.3.6.1.5.5.7.3.1";
const agents = "1.3.6.1.4.1.311.20.2.1";

/** What a new authority hands out, with NDES on it: who may enrol besides Domain and Enterprise Admins, and what is in it. */
export const templates: readonly [
  name: string,
  enrols: readonly string[],
  shape: { version: number; nameFlags: number; usages: readonly string[] },
][] = [
  ["User", [own(513)], { version: 1, nameFlags: -0x5a00_0000, usages: [client] }],
  ["Machine", [own(515)], { version: 1, nameFlags: 0x1800_0000, usages: [client, server] }],
  ["EFS", [own(513)], { version: 1, nameFlags: -0x7e00_0000, usages: ["1.3.6.1.4.1.311.10.3.4"] }],
  ["EFSRecovery", [], { version: 1, nameFlags: -0x7e00_0000, usages: [] }],
  ["Administrator", [], { version: 1, nameFlags: -0x5a00_0000, usages: [client] }],
  ["WebServer", [], { version: 1, nameFlags: 1, usages: [server] }],
  ["SubCA", [], { version: 1, nameFlags: 1, usages: [] }],
  ["CEPEncryption", [], { version: 1, nameFlags: 1, usages: [agents] }],
  ["EnrollmentAgentOffline", [], { version: 1, nameFlags: 1, usages: [agents] }],
  [
    "DomainController",
    [own(516), "S-1-5-9", own(498)],
    { version: 1, nameFlags: 0x1100_0000, usages: [client, server] },
  ],
  [
    "KerberosAuthentication",
    [own(516), "S-1-5-9", own(498)],
    { version: 2, nameFlags: 0x0840_0000, usages: [client, server, "1.3.6.1.5.2.3.5"] },
  ],
  [
    "DirectoryEmailReplication",
    [own(516), "S-1-5-9", own(498)],
    { version: 2, nameFlags: 0x0900_0000, usages: ["1.3.6.1.4.1.311.21.19"] },
  ],
];

/** Those templates, as they are made. */
export function makeTemplates(): Domain["certificateTemplates"] {
  return templates.map(([name, enrols, { version, nameFlags, usages }]) => ({
    ...makeObject(`CN=${name},CN=Certificate Templates,${services}`),
    descriptor: descriptor({
      owner: own(519),
      aces: [
        ...[own(512), own(519), ...enrols].flatMap((sid) => [
          allow(sid, controlAccess, enrol),
          allow(sid, controlAccess, autoEnrol),
        ]),
        allow(own(512), full),
        allow(own(519), full),
        allow(authenticated, read),
      ],
    }),
    schemaVersion: version,
    nameFlags,
    enrollmentFlags: 0x20,
    signatures: 0,
    extendedKeyUsages: usages,
    applicationPolicies: [],
    agentPolicies: [],
    issuancePolicies: [],
    publishedBy: ["ACME-CA"],
  }));
}

/** Its computer has rights to its object. */
const authority = makeComputer({
  name: "CA1$",
  rid: 1200,
  operatingSystem: "Windows Server 2025 Standard",
});

/** The forest that stands above. */
export function newForest(): Domain {
  const holder = makeObject(`CN=AdminSDHolder,CN=System,${domainDn}`);
  const privileged = descriptor({ aces: [...holderEntries, exchangeOnHolder] });
  const dc = { dn: `CN=RODC1,OU=Domain Controllers,${domainDn}`, primaryGroupId: 521 };
  return makeDomain({
    descriptor: descriptor({ owner: administrators, aces: headEntries }),
    adminSdHolder: { ...holder, descriptor: privileged },
    passwordPolicy: {
      minLength: 7,
      complexity: true,
      reversible: false,
      lockoutThreshold: 0,
      maxAgeMs: 42 * 86_400_000,
    },
    machineAccountQuota: 10,
    functionalLevel: 10,
    forestFunctionalLevel: 10,
    dsHeuristics: "",
    recycleBin: false,
    trusts: [],
    certificateTemplates: makeTemplates(),
    certificateAuthorities: [
      {
        ...makeObject(`CN=ACME-CA,CN=Enrollment Services,${services}`),
        descriptor: descriptor({
          owner: own(519),
          aces: [allow(authority.sid, full), allow(own(512), full)],
        }),
        hostName: authority.hostName,
        templates: templates.map(([name]) => name),
      },
    ],
    groups: [
      trusted,
      windowsPermissions,
      makeGroup({ name: "Cloneable Domain Controllers", rid: 522 }),
      // Nobody put an administrator into it yet.
      makeGroup({ name: "Protected Users", rid: 525 }),
      makeGroup({
        name: "Schema Admins",
        rid: 518,
        members: [`cn=administrator,cn=users,${domainDn.toLowerCase()}`],
      }),
    ],
    units: [
      ...makeDomain().units,
      makeUnit({ name: "Microsoft Exchange Security Groups" }),
      makeUnit({
        name: "Managed Service Accounts",
        kind: "container",
        dn: `CN=Managed Service Accounts,${domainDn}`,
      }),
    ],
    accounts: [
      makeAccount({
        name: "Administrator",
        rid: 500,
        flags: 0x1_02_00,
        passwordSetAt: daysAgo(60),
        lastSignInAt: daysAgo(1),
        createdAt: daysAgo(60),
        adminCount: true,
        descriptor: privileged,
      }),
      authority,
      makeAccount({ name: "MSOL_0a1b2c3d4e5f", rid: 1300, flags: 0x1_02_00 }),
      makeComputer({ name: "AZUREADSSOACC$", operatingSystem: null, lastSignInAt: null }),
      makeComputer({
        name: "AzureADKerberos$",
        dn: `CN=AzureADKerberos,OU=Domain Controllers,${domainDn}`,
        primaryGroupId: 521,
        flags: 0x500_10_00,
        operatingSystem: null,
        lastSignInAt: null,
        passwordSetAt: daysAgo(200),
      }),
      makeAccount({ name: "krbtgt_AzureAD", flags: 0x2_02, lastSignInAt: null, adminCount: true }),
      makeComputer({
        name: "RODC1$",
        ...dc,
        flags: 0x501_10_00,
        operatingSystem: "Windows Server 2025 Standard",
      }),
      makeAccount({ name: "krbtgt_31415", flags: 0x2_02, lastSignInAt: null, adminCount: true }),
      makeComputer({
        name: "gmsa-sql$",
        kind: "group_managed_service",
        operatingSystem: null,
        servicePrincipalNames: ["MSSQLSvc/sql.acme.test"],
      }),
      makeComputer({
        name: "CLUSTER1$",
        operatingSystem: "Windows Server 2025 Standard",
        hasLaps: false,
        servicePrincipalNames: ["MSClusterVirtualServer/CLUSTER1"],
      }),
      makeAccount({ name: "HealthMailbox0a1b2c3", flags: 0x1_02_00 }),
    ],
  });
}
