import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Domain, fileTime } from "#engines/active-directory";
import { aceBytes, descriptorBytes } from "#engines/active-directory/testing";
import { usualThresholds } from "#engines/directory-types";
import { type SambaDomain, startSambaDomain } from "#test/samba-domain";
import { readDomain } from "./index.ts";
import { readingContext } from "./testing/read-served.ts";

const baseDn = "DC=lab,DC=test";
const services = `CN=Public Key Services,CN=Services,CN=Configuration,${baseDn}`;
/** 2020-01-01. */
const oldTime = "132223104000000000";
const foreignSid = "S-1-5-21-7-8-9-1234";
const fullControl = {
  allow: true,
  mask: 0xf_01_ff,
  objectType: null,
  inheritedObjectType: null,
  inherited: false,
  inheritOnly: false,
};
const delegation = descriptorBytes({
  owner: "S-1-5-32-544",
  aces: [aceBytes({ ...fullControl, sid: foreignSid })],
});

describe("a real domain, read by an ordinary user", () => {
  let samba: SambaDomain;
  let domain: Domain;
  const cleanUps: (() => unknown)[] = [];

  before(async () => {
    samba = await startSambaDomain({ after: (cleanUp) => void cleanUps.push(cleanUp) });
    plantObjects(samba);
    domain = await read();
  });
  after(async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  });

  const read = (login = samba.reader): Promise<Domain> =>
    readDomain(
      {
        type: "active_directory",
        urls: [samba.url],
        ...login,
        ca: samba.ca,
        serverName: null,
        baseDn: null,
        thresholds: usualThresholds,
      },
      readingContext(),
    );
  function named<T extends { readonly name: string }>(among: readonly T[] | null, name: string): T {
    const found = among?.find((one) => one.name === name);
    assert.ok(found !== undefined, name);
    return found;
  }

  test("has its head with its settings", () => {
    assert.deepEqual(
      {
        ...domain.passwordPolicy,
        names: [domain.dnsName, domain.netBiosName, domain.dn, domain.key],
        quota: domain.machineAccountQuota,
        levels: [domain.functionalLevel, domain.forestFunctionalLevel],
        heuristics: domain.dsHeuristics,
        recycleBin: domain.recycleBin,
        schema: domain.schema,
      },
      {
        minLength: 7,
        complexity: true,
        reversible: false,
        lockoutThreshold: 0,
        maxAgeMs: 42 * 86_400_000,
        names: ["lab.test", "LAB", baseDn, baseDn.toLowerCase()],
        quota: 10,
        levels: [4, 4],
        heuristics: "0000002",
        recycleBin: false,
        schema: {
          legacyLaps: false,
          windowsLaps: false,
          delegatedManagedServiceAccounts: false,
          version: 69,
        },
      },
    );
    assert.match(domain.sid, /^S-1-5-21-\d+-\d+-\d+$/);
    assert.equal(domain.rootSid, domain.sid);
    assert.match(domain.id, /^[0-9a-f]{8}-/);
    assert.equal(domain.descriptor?.owner, "S-1-5-32-544");
    assert.ok((domain.descriptor?.aces?.length ?? 0) > 20);
  });

  test("has its users with what hangs on them", () => {
    const account = named(domain.accounts, "svc");
    assert.deepEqual(
      {
        ...account,
        id: null,
        sid: null,
        descriptor: null,
        createdAt: null,
        hasClearPassword: null,
      },
      {
        dn: String.raw`CN=svc\, \"x\",OU=Staff,${baseDn}`,
        key: String.raw`cn=svc\, \"x\",ou=staff,dc=lab,dc=test`,
        id: null,
        name: "svc",
        descriptor: null,
        kind: "user",
        sid: null,
        flags: 0x40_02_00,
        passwordSetAt: null,
        lastSignInAt: fileTime(oldTime),
        createdAt: null,
        primaryGroupId: 513,
        adminCount: true,
        servicePrincipalNames: ["MSSQLSvc/db1.lab.test:1433"],
        delegatesTo: ["cifs/dc1.lab.test"],
        actsOnBehalf: null,
        encryptionTypes: 4,
        sidHistory: [foreignSid],
        hostName: null,
        operatingSystem: null,
        operatingSystemVersion: null,
        hasClearPassword: null,
        hasLaps: false,
        keyCredentials: 0,
        certificateMappings: ["X509:<I>CN=x<S>CN=y"],
        passwordSettings: account.passwordSettings,
      },
    );
    assert.ok(account.createdAt !== null && account.createdAt > Date.UTC(2024, 0));
    assert.equal(account.descriptor?.owner, `${domain.sid}-512`);
    const { passwordSetAt } = named(domain.accounts, "reader");
    assert.ok(typeof passwordSetAt === "number");
    assert.ok(Math.abs(passwordSetAt - domain.readAt) < 10 * 60_000);
    assert.equal(named(domain.accounts, "krbtgt").sid, `${domain.sid}-502`);
  });

  test("has its computers and service accounts, each with its kind", () => {
    const computer = named(domain.accounts, "PC1$");
    assert.equal(computer.kind, "computer");
    assert.equal(computer.hostName, "pc1.lab.test");
    assert.equal(computer.operatingSystem, "Windows 7 Professional");
    assert.equal(computer.operatingSystemVersion, "6.1 (7601)");
    assert.deepEqual(computer.actsOnBehalf, {
      owner: "S-1-5-32-544",
      aces: [{ ...fullControl, sid: foreignSid }],
    });
    assert.equal(named(domain.accounts, "gmsa1$").kind, "group_managed_service");
    assert.equal(named(domain.accounts, "msa1$").kind, "managed_service");
    assert.equal(named(domain.accounts, "DC1$").primaryGroupId, 516);
  });

  test("shows administrators alone which passwords are in clear", async () => {
    const clear = (of: Domain) => named(of.accounts, "PC1$").hasClearPassword;
    assert.equal(clear(domain), undefined);
    const seen = await read(samba.administrator);
    assert.equal(clear(seen), true);
    assert.equal(named(seen.accounts, "reader").hasClearPassword, false);
  });

  test("has the members of groups on which something depends, however they are written", () => {
    const admins = named(domain.groups, "Domain Admins");
    assert.deepEqual(admins.members?.toSorted(), [
      "cn=administrator,cn=users,dc=lab,dc=test",
      "cn=inner,ou=staff,dc=lab,dc=test",
    ]);
    const { key } = named(domain.accounts, "svc");
    assert.deepEqual(named(domain.groups, "inner").members, [key]);
    assert.equal(named(domain.groups, "choir").members, undefined);
    assert.equal(named(domain.groups, "templates").members?.length, 1);
    const old = named(domain.groups, "Pre-Windows 2000 Compatible Access");
    const anonymous = domain.foreignPrincipals.find(({ sid }) => sid === "S-1-5-7");
    assert.ok(anonymous !== undefined && old.members?.includes(anonymous.key));
  });

  test("has units with the policies that are linked and not switched off", () => {
    const staff = named(domain.units, "Staff");
    assert.equal(staff.kind, "organizational_unit");
    assert.deepEqual(staff.groupPolicies, [
      `cn={31b2f340-016d-11d2-945f-00c04fb984f9},cn=policies,cn=system,${domain.key}`,
    ]);
    assert.equal(named(domain.units, "Users").kind, "container");
    assert.equal(domain.groupPolicies.length, 2);
    assert.match(named(domain.groupPolicies, "Default Domain Policy").filePath, /\\sysvol\\/);
    assert.deepEqual(domain.linkedGroupPolicies, staff.groupPolicies);
    assert.ok((domain.adminSdHolder?.descriptor?.aces?.length ?? 0) > 10);
  });

  test("has its trusts", () => {
    const { partner, partnerSid, direction, type, attributes, encryptionTypes } = named(
      domain.trusts,
      "other.test",
    );
    assert.deepEqual(
      { partner, partnerSid, direction, type, attributes, encryptionTypes },
      {
        partner: "other.test",
        partnerSid: "S-1-5-21-7-8-9",
        direction: 3,
        type: 2,
        attributes: 8,
        encryptionTypes: 24,
      },
    );
  });

  test("has what certificate authorities hand out", () => {
    const template = named(domain.certificateTemplates, "Web for all");
    assert.deepEqual(
      { ...template, id: null, descriptor: null, dn: null, key: null },
      {
        dn: null,
        key: null,
        id: null,
        name: "Web for all",
        descriptor: null,
        schemaVersion: 2,
        nameFlags: 1,
        enrollmentFlags: 0x8_00_00,
        signatures: 0,
        extendedKeyUsages: ["1.3.6.1.5.5.7.3.2"],
        applicationPolicies: ["1.3.6.1.5.5.7.3.2"],
        agentPolicies: [],
        issuancePolicies: ["1.3.6.1.4.1.311.21.8.1"],
        publishedBy: ["Lab CA"],
      },
    );
    const { hostName, templates } = named(domain.certificateAuthorities, "Lab CA");
    assert.deepEqual({ hostName, templates }, { hostName: "ca.lab.test", templates: ["WebAll"] });
    const policy = named(domain.issuancePolicies, "High");
    assert.deepEqual(
      [policy.oid, policy.group],
      ["1.3.6.1.4.1.311.21.8.1", "cn=linked,ou=staff,dc=lab,dc=test"],
    );
    assert.deepEqual(named(domain.groups, "linked").members, []);
    assert.deepEqual(
      domain.issuancePolicies?.map(({ name }) => name),
      ["High"],
    );
  });

  test("has its DNS zones", () => {
    assert.equal(named(domain.dnsZones, "lab.test").allowUpdate, 2);
    assert.equal(named(domain.dnsZones, "open.test").allowUpdate, 1);
    assert.ok(named(domain.dnsZones, "_msdcs.lab.test").descriptor !== null);
  });

  test("has its password settings, and on whom they are", async () => {
    const { passwordSettings, accounts } = await read(samba.administrator);
    const strict = named(passwordSettings ?? [], "strict");
    assert.deepEqual(
      [strict.minLength, strict.complexity, strict.reversible, strict.lockoutThreshold],
      [20, true, false, 5],
    );
    assert.equal(strict.precedence, 1);
    assert.equal(strict.maxAgeMs, 30 * 86_400_000);
    const account = named(accounts, "svc");
    assert.deepEqual(strict.appliesTo, [account.key]);
    assert.deepEqual(account.passwordSettings, [strict.key]);
    assert.deepEqual(named(accounts, "reader").passwordSettings, []);
  });

  describe("from whom something is kept", () => {
    test("a part that may not be seen is null, and nothing looks clean", async () => {
      const me = named(domain.accounts, "reader").sid;
      const account = named(domain.accounts, "svc");
      const userAccountControl = "bf967a68-0de6-11d0-a285-00aa003049e2";
      const pwdLastSet = "bf967a0a-0de6-11d0-a285-00aa003049e2";
      const denied: [dn: string, entries: string[]][] = [
        [
          account.dn,
          [
            `(OD;;RP;${userAccountControl};;${me})`,
            `(OD;;RP;${pwdLastSet};;${me})`,
            `(D;;RC;;;${me})`,
          ],
        ],
        [`CN=Certificate Templates,${services}`, [`(D;CI;LCRP;;;${me})`]],
        [`CN=OID,${services}`, [`(D;;LC;;;${me})`]],
        [`CN=AdminSDHolder,CN=System,${baseDn}`, [`(D;;LCRPRC;;;${me})`]],
        [`CN=MicrosoftDNS,DC=DomainDnsZones,${baseDn}`, [`(D;CI;LCRP;;;${me})`]],
        [
          `CN=Directory Service,CN=Windows NT,CN=Services,CN=Configuration,${baseDn}`,
          [`(D;;RP;;;${me})`],
        ],
      ];
      for (const [dn, entries] of denied) {
        for (const sddl of entries) {
          samba.tool("dsacl", "set", "--objectdn", dn, "--sddl", sddl);
        }
      }
      const partly = await read();
      const unread = named(partly.accounts, account.name);
      assert.deepEqual(
        [unread.flags, unread.passwordSetAt, unread.descriptor, unread.sid],
        [null, undefined, null, account.sid],
      );
      assert.equal(partly.certificateTemplates, null);
      assert.equal(partly.issuancePolicies, null);
      assert.equal(partly.dnsZones, null);
      assert.deepEqual(partly.certificateAuthorities?.length, 1);
      assert.equal(partly.adminSdHolder?.descriptor ?? null, null);
    });
  });
});

/** What the tests above look for. */
function plantObjects(samba: SambaDomain): void {
  const staff = `OU=Staff,${baseDn}`;
  const policies = `CN=Policies,CN=System,${baseDn}`;
  const svc = String.raw`CN=svc\, \"x\",${staff}`;
  const template = `CN=WebAll,CN=Certificate Templates,${services}`;
  samba.plant(`dn: ${staff}
changetype: add
objectClass: organizationalUnit
gPLink: [LDAP://CN={6AC1786C-016F-11D2-945F-00C04FB984F9},${policies};1][LDAP://cn={31B2F340-016D-11D2-945F-00C04FB984F9},cn=policies,cn=system,${baseDn};2]

dn: ${svc}
changetype: add
objectClass: user
sAMAccountName: svc
userAccountControl: 4194816
servicePrincipalName: MSSQLSvc/db1.lab.test:1433
msDS-AllowedToDelegateTo: cifs/dc1.lab.test
msDS-SupportedEncryptionTypes: 4
altSecurityIdentities: X509:<I>CN=x<S>CN=y
adminCount: 1
lastLogonTimestamp: ${oldTime}
sIDHistory: ${foreignSid}

dn: CN=PC1,${staff}
changetype: add
objectClass: computer
sAMAccountName: PC1$
userAccountControl: 4096
dNSHostName: PC1.lab.test
operatingSystem: Windows 7 Professional
operatingSystemVersion: 6.1 (7601)
unixUserPassword: hunter2
msDS-AllowedToActOnBehalfOfOtherIdentity:: ${base64(delegation)}

dn: CN=gmsa1,${staff}
changetype: add
objectClass: msDS-GroupManagedServiceAccount
sAMAccountName: gmsa1$
userAccountControl: 4096
msDS-ManagedPasswordInterval: 30

dn: CN=msa1,${staff}
changetype: add
objectClass: msDS-ManagedServiceAccount
sAMAccountName: msa1$
userAccountControl: 4096

dn: CN=inner,${staff}
changetype: add
objectClass: group
sAMAccountName: inner
member: ${svc}

dn: CN=choir,${staff}
changetype: add
objectClass: group
sAMAccountName: choir
member: ${svc}

dn: CN=templates,${staff}
changetype: add
objectClass: group
sAMAccountName: templates
member: ${svc}

dn: CN=linked,${staff}
changetype: add
objectClass: group
sAMAccountName: linked
groupType: -2147483640

dn: CN=Domain Admins,CN=Users,${baseDn}
changetype: modify
add: member
member: CN=inner,${staff}

dn: CN=Pre-Windows 2000 Compatible Access,CN=Builtin,${baseDn}
changetype: modify
add: member
member: <SID=S-1-5-7>

dn: CN=Directory Service,CN=Windows NT,CN=Services,CN=Configuration,${baseDn}
changetype: modify
replace: dSHeuristics
dSHeuristics: 0000002

dn: CN=other.test,CN=System,${baseDn}
changetype: add
objectClass: trustedDomain
trustPartner: other.test
flatName: OTHER
securityIdentifier: S-1-5-21-7-8-9
trustDirection: 3
trustType: 2
trustAttributes: 8
msDS-SupportedEncryptionTypes: 24

dn: ${template}
changetype: add
objectClass: pKICertificateTemplate
displayName: Web for all
msPKI-Template-Schema-Version: 2
msPKI-Certificate-Name-Flag: 1
msPKI-Enrollment-Flag: 524288
msPKI-RA-Signature: 0
pKIExtendedKeyUsage: 1.3.6.1.5.5.7.3.2
msPKI-Certificate-Application-Policy: 1.3.6.1.5.5.7.3.2
msPKI-Certificate-Policy: 1.3.6.1.4.1.311.21.8.1

dn: CN=Lab CA,CN=Enrollment Services,${services}
changetype: add
objectClass: pKIEnrollmentService
dNSHostName: CA.lab.test
certificateTemplates: WebAll

dn: CN=1.AB,CN=OID,${services}
changetype: add
objectClass: msPKI-Enterprise-Oid
displayName: High
flags: 2
msPKI-Cert-Template-OID: 1.3.6.1.4.1.311.21.8.1
msDS-OIDToGroupLink: CN=linked,${staff}

dn: CN=2.AB,CN=OID,${services}
changetype: add
objectClass: msPKI-Enterprise-Oid
displayName: WebAll
flags: 1
msPKI-Cert-Template-OID: 1.3.6.1.4.1.311.21.8.2

dn: DC=open.test,CN=MicrosoftDNS,DC=DomainDnsZones,${baseDn}
changetype: add
objectClass: dnsZone
dNSProperty:: ${base64(allowsAnybodyToUpdate)}
`);
  const [, group = ""] =
    /objectSid: (\S+)/.exec(samba.tool("group", "show", "templates", "--attributes=objectSid")) ??
    [];
  const enrolment = `(OA;;CR;0e10c968-78fb-11d2-90d4-00c04f79dc55;;${group})`;
  samba.tool("dsacl", "set", "--objectdn", template, "--sddl", enrolment);
  const settings = ["--min-pwd-length=20", "--complexity=on", "--store-plaintext=off"];
  const more = ["--account-lockout-threshold=5", "--max-pwd-age=30"];
  const pso = ["domain", "passwordsettings", "pso"];
  samba.tool(...pso, "create", "strict", "1", ...settings, ...more);
  samba.tool(...pso, "apply", "strict", "svc");
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** A dnsProperty: DSPROPERTY_ZONE_ALLOW_UPDATE, one byte of data, 1; MS-DNSP 2.3.2.1. */
const allowsAnybodyToUpdate = Buffer.from(
  "01000000 00000000 00000000 01000000 02000000 01 00".replaceAll(" ", ""),
  "hex",
);
