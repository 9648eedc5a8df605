import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, writeFileSync } from "node:fs";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Ace } from "#engines/active-directory";
import { freePort } from "#test/processes";
import { startService, workDirectory } from "#test/real-service";
import { createTestAuthority } from "#test/tls-fixtures";
import {
  aceBytes,
  descriptorBytes,
  sidBytes,
} from "../../src/engines/active-directory/testing/write-descriptor.ts";

/** How large it is. */
export interface DomainSize {
  readonly users: number;
  readonly computers: number;
  readonly groups: number;
  /** Members of the group that is in Domain Admins; 20 unless told. Beyond the users they are names of nobody. */
  readonly admins?: number;
}

/** A domain of Active Directory as LDAP shows it. */
export interface LargeDomain {
  readonly url: string;
  readonly ca: string;
  readonly user: string;
  readonly password: string;
}

interface Cleaned {
  after(cleanUp: () => Promise<void> | void): void;
}

const domainSid = "S-1-5-21-1004336348-1177238915-682003330";
const baseDn = "DC=big,DC=test";
const configurationDn = `CN=Configuration,${baseDn}`;
const rootPassword = "Correct-Horse:7351";
const membersOfGroup = 10;
/** A domain controller's day, so that ages are those of every run. */
const dayMs = 86_400_000;

/** Names of attributes, as text or as bytes. slapd is told of them, since it knows nothing of Active Directory. */
const texts =
  "dc ou sAMAccountName userAccountControl pwdLastSet lastLogonTimestamp whenCreated primaryGroupID adminCount servicePrincipalName " +
  "msDS-AllowedToDelegateTo msDS-SupportedEncryptionTypes altSecurityIdentities msDS-KeyCredentialLink dNSHostName " +
  "operatingSystem operatingSystemVersion groupType gPLink gPCFileSysPath displayName dSHeuristics lDAPDisplayName " +
  "lockoutThreshold maxPwdAge minPwdLength pwdProperties ms-DS-MachineAccountQuota msDS-Behavior-Version objectVersion " +
  "nCName nETBIOSName defaultNamingContext rootDomainNamingContext configurationNamingContext schemaNamingContext " +
  "domainFunctionality forestFunctionality unixUserPassword msDS-EnabledFeature certificateTemplates pKIExtendedKeyUsage " +
  "msPKI-Certificate-Name-Flag msPKI-Enrollment-Flag msPKI-RA-Signature msPKI-Template-Schema-Version";
const bytes = "objectSid objectGUID nTSecurityDescriptor sIDHistory tokenGroups";
const classes =
  "user computer group domainDNS organizationalUnit container crossRef crossRefContainer nTDSService foreignSecurityPrincipal trustedDomain " +
  "groupPolicyContainer msDS-PasswordSettings pKICertificateTemplate pKIEnrollmentService dnsZone";

/**
 * Fills a slapd with a domain of this size, each object with a security descriptor as large as Windows', and serves it over
 * LDAPS on loopback. It knows nothing of Active Directory but its names: enough to be read as one.
 */
export async function startLargeDomain(t: Cleaned, size: DomainSize): Promise<LargeDomain> {
  const directory = workDirectory(t, "large-domain");
  const authority = createTestAuthority("Large root");
  t.after(() => authority.close());
  const port = await freePort();
  const database = join(directory, "db");
  await mkdir(database);
  const file = (name: string): string => join(directory, name);
  const { key, cert } = authority.issue({ names: ["127.0.0.1"] });
  writeFileSync(file("key.pem"), key, { mode: 0o600 });
  writeFileSync(file("cert.pem"), cert);
  writeFileSync(file("ca.pem"), authority.ca);
  writeFileSync(file("ad.schema"), schemaText());
  writeFileSync(file("root.ldif"), rootText());
  writeFileSync(
    file("slapd.conf"),
    `include ${file("ad.schema")}
pidfile ${file("slapd.pid")}
modulepath /usr/lib/ldap
moduleload back_mdb
rootDSE ${file("root.ldif")}
TLSCertificateFile ${file("cert.pem")}
TLSCertificateKeyFile ${file("key.pem")}
TLSCACertificateFile ${file("ca.pem")}
sizelimit unlimited
sortvals member
database mdb
suffix "${baseDn}"
rootdn "CN=reader,${baseDn}"
rootpw ${rootPassword}
directory ${database}
maxsize ${4 * 1024 ** 3}
index objectClass eq
`,
  );
  await writeDomain(file("domain.ldif"), size);
  const filled = spawnSync("slapadd", ["-q", "-f", file("slapd.conf"), "-l", file("domain.ldif")], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
  });
  if (filled.status !== 0)
    throw new Error(`slapadd failed: ${filled.stderr}`, { cause: filled.error });
  const url = `ldaps://127.0.0.1:${port}`;
  await startService(t, {
    command: "slapd",
    args: ["-d", "0", "-f", file("slapd.conf"), "-h", url],
    ports: [port],
  });
  return { url, ca: authority.ca, user: `CN=reader,${baseDn}`, password: rootPassword };
}

function schemaText(): string {
  const oid = "1.3.6.1.4.1.99999.1";
  const attribute = (name: string, index: number, syntax: string): string =>
    `attributetype ( ${oid}.1.${index} NAME '${name}' ${syntax} )`;
  const text =
    "EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15";
  const octets = "EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40";
  const named = [
    ...texts.split(" ").map((name) => ({ name, syntax: text })),
    ...bytes.split(" ").map((name) => ({ name, syntax: octets })),
  ];
  const all = named.map(({ name }) => name).join(" $ ");
  return [
    ...named.map(({ name, syntax }, index) => attribute(name, index + 1, syntax)),
    attribute("member", 0, "EQUALITY distinguishedNameMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.12"),
    `objectclass ( ${oid}.2.1 NAME 'adTop' SUP top STRUCTURAL MAY ( cn $ member $ ${all} ) )`,
    ...classes
      .split(" ")
      .map(
        (name, index) => `objectclass ( ${oid}.3.${index + 1} NAME '${name}' SUP top AUXILIARY )`,
      ),
    "",
  ].join("\n");
}

function rootText(): string {
  return `dn:
objectClass: top
defaultNamingContext: ${baseDn}
rootDomainNamingContext: ${baseDn}
configurationNamingContext: ${configurationDn}
schemaNamingContext: CN=Schema,${configurationDn}
domainFunctionality: 7
forestFunctionality: 7
`;
}

async function writeDomain(
  path: string,
  { users, computers, groups, admins = 20 }: DomainSize,
): Promise<void> {
  const out = createWriteStream(path);
  const write = async (entry: string): Promise<void> => {
    if (!out.write(entry)) await once(out, "drain");
  };
  for (const entry of frame()) await write(entry);
  const userDn = (n: number): string => `CN=user ${n},OU=People,${baseDn}`;
  for (let n = 0; n < users; n++) await write(userEntry(userDn(n), n));
  for (let n = 0; n < computers; n++) await write(computerEntry(n));
  for (let n = 0; n < groups; n++) {
    const members = Array.from({ length: membersOfGroup }, (_, i) =>
      userDn((n * membersOfGroup + i) % users),
    );
    await write(groupEntry(`group ${n}`, `${domainSid}-${100_000 + n}`, 100_000 + n, members));
  }
  for (const entry of privileged(userDn, admins)) await write(entry);
  out.end();
  await once(out, "finish");
}

/** The domain itself and what holds the others. */
function frame(): string[] {
  const head = `dn: ${baseDn}
objectClass: adTop
objectClass: domainDNS
dc: big
${binary("objectSid", sidBytes(domainSid))}${binary("objectGUID", guidOf(baseDn))}${binary("nTSecurityDescriptor", descriptorOf(0))}minPwdLength: 7
pwdProperties: 1
lockoutThreshold: 0
maxPwdAge: -36288000000000
ms-DS-MachineAccountQuota: 10
msDS-Behavior-Version: 7

`;
  const unit = (name: string): string => {
    const dn = `OU=${name},${baseDn}`;
    const guid = binary("objectGUID", guidOf(dn));
    const descriptor = binary("nTSecurityDescriptor", descriptorOf(0));
    return `dn: ${dn}\nobjectClass: adTop\nobjectClass: organizationalUnit\nou: ${name}\n${guid}${descriptor}\n`;
  };
  const container = (dn: string, ...more: string[]): string => {
    const lines = more.map((line) => `${line}\n`).join("");
    return `dn: ${dn}\nobjectClass: adTop\nobjectClass: container\n${binary("objectGUID", guidOf(dn))}${binary("nTSecurityDescriptor", descriptorOf(0))}${lines}\n`;
  };
  return [
    head,
    ...["People", "Machines", "Groups", "Domain Controllers"].map(unit),
    ...Array.from({ length: 500 }, (_, n) => unit(`Unit ${n}`)),
    container(configurationDn, "cn: Configuration"),
    container(`CN=Schema,${configurationDn}`, "cn: Schema", "objectVersion: 88"),
    container(`CN=Partitions,${configurationDn}`, "cn: Partitions"),
    `dn: CN=BIG,CN=Partitions,${configurationDn}
objectClass: adTop
objectClass: crossRef
cn: BIG
nCName: ${baseDn}
nETBIOSName: BIG

`,
    container(`CN=Services,${configurationDn}`, "cn: Services"),
    container(`CN=Public Key Services,CN=Services,${configurationDn}`, "cn: Public Key Services"),
    ...["Enrollment Services", "Certificate Templates", "OID"].map((name) =>
      container(`CN=${name},CN=Public Key Services,CN=Services,${configurationDn}`, `cn: ${name}`),
    ),
    container(`CN=Windows NT,CN=Services,${configurationDn}`, "cn: Windows NT"),
    container(
      `CN=Directory Service,CN=Windows NT,CN=Services,${configurationDn}`,
      "cn: Directory Service",
    ),
    container(`CN=System,${baseDn}`, "cn: System"),
    container(`CN=Policies,CN=System,${baseDn}`, "cn: Policies"),
    container(`CN=AdminSDHolder,CN=System,${baseDn}`, "cn: AdminSDHolder"),
  ];
}

/** What every domain has: groups of administrators, with people through a group in the group; controllers, krbtgt. */
function privileged(userDn: (n: number) => string, people: number): string[] {
  const admins = `CN=admins,OU=Groups,${baseDn}`;
  const ofDomain: [name: string, rid: number, members: string[]][] = [
    ["Domain Admins", 512, [admins]],
    ["Schema Admins", 518, []],
    ["Enterprise Admins", 519, [userDn(3)]],
    ["Group Policy Creator Owners", 520, []],
    ["Cert Publishers", 517, []],
    ["Domain Users", 513, []],
    ["Domain Computers", 515, []],
    ["Domain Controllers", 516, []],
    ["Read-only Domain Controllers", 521, []],
    ["Enterprise Read-only Domain Controllers", 498, []],
    ["Protected Users", 525, []],
    ["Key Admins", 526, []],
    ["Enterprise Key Admins", 527, []],
    ["admins", 99_999, Array.from({ length: people }, (_, n) => userDn(n))],
  ];
  const builtIn: [name: string, rid: number, members: string[]][] = [
    ["Administrators", 544, [`CN=Domain Admins,OU=Groups,${baseDn}`, userDn(0)]],
    ["Users", 545, []],
    ["Guests", 546, []],
    ["Account Operators", 548, [userDn(40)]],
    ["Server Operators", 549, []],
    ["Print Operators", 550, []],
    ["Backup Operators", 551, []],
    ["Replicator", 552, []],
    ["Pre-Windows 2000 Compatible Access", 554, []],
  ];
  const account = (name: string, rid: number, flags: number): string =>
    `${objectHead(`CN=${name},OU=People,${baseDn}`, "user", `${domainSid}-${rid}`, rid)}cn: ${name}
sAMAccountName: ${name}
userAccountControl: ${flags}
pwdLastSet: ${fileTimeBefore(500)}
whenCreated: 20200101000000.0Z
primaryGroupID: 513

`;
  const controller = (n: number): string =>
    `${objectHead(`CN=DC${n},OU=Domain Controllers,${baseDn}`, "user\nobjectClass: computer", `${domainSid}-${1000 + n}`, n)}cn: DC${n}
sAMAccountName: DC${n}$
userAccountControl: 532480
pwdLastSet: ${fileTimeBefore(20)}
whenCreated: 20200101000000.0Z
primaryGroupID: 516
dNSHostName: dc${n}.big.test
operatingSystem: Windows Server 2022 Datacenter
operatingSystemVersion: 10.0 (20348)

`;
  return [
    ...ofDomain.map(([name, rid, members]) =>
      groupEntry(name, `${domainSid}-${rid}`, rid, members),
    ),
    ...builtIn.map(([name, rid, members]) => groupEntry(name, `S-1-5-32-${rid}`, rid, members)),
    account("Administrator", 500, 512),
    account("Guest", 501, 514),
    account("krbtgt", 502, 514),
    controller(1),
    controller(2),
  ];
}

function userEntry(dn: string, n: number): string {
  const ageDays = 1 + (n % 700);
  // One in fifty does not need to prove who it is first, one in thirty has a password for ever.
  const flags = 512 + (n % 50 === 0 ? 0x40_0000 : 0) + (n % 30 === 0 ? 0x1_0000 : 0);
  return `${objectHead(dn, "user", `${domainSid}-${1_000_000 + n}`, n)}cn: user ${n}
sAMAccountName: user${n}
displayName: User Number ${n}
userAccountControl: ${flags}
pwdLastSet: ${fileTimeBefore(ageDays)}
lastLogonTimestamp: ${fileTimeBefore(n % 400)}
whenCreated: 20200101000000.0Z
primaryGroupID: 513
${n % 100 === 0 ? `servicePrincipalName: HTTP/app${n}.big.test\n` : ""}
`;
}

function computerEntry(n: number): string {
  return `${objectHead(`CN=pc${n},OU=Machines,${baseDn}`, "user\nobjectClass: computer", `${domainSid}-${2_000_000 + n}`, n)}cn: pc${n}
sAMAccountName: pc${n}$
userAccountControl: 4096
pwdLastSet: ${fileTimeBefore(n % 60)}
lastLogonTimestamp: ${fileTimeBefore(n % 250)}
whenCreated: 20200101000000.0Z
primaryGroupID: 515
dNSHostName: pc${n}.big.test
operatingSystem: ${n % 200 === 0 ? "Windows 7 Professional" : "Windows 11 Enterprise LTSC"}
operatingSystemVersion: ${n % 200 === 0 ? "6.1 (7601)" : "10.0 (26100)"}
servicePrincipalName: HOST/pc${n}.big.test
servicePrincipalName: RestrictedKrbHost/pc${n}.big.test
msDS-SupportedEncryptionTypes: 28

`;
}

function groupEntry(name: string, sid: string, n: number, members: readonly string[]): string {
  const lines = members.map((member) => `member: ${member}\n`).join("");
  return `${objectHead(`CN=${name},OU=Groups,${baseDn}`, "group", sid, n)}cn: ${name}
sAMAccountName: ${name}
groupType: -2147483646
${lines}
`;
}

function objectHead(dn: string, objectClass: string, sid: string, n: number): string {
  const sidLine = binary("objectSid", sidBytes(sid));
  const guid = binary("objectGUID", guidOf(sid));
  const descriptor = binary("nTSecurityDescriptor", descriptorOf(n));
  return `dn: ${dn}\nobjectClass: adTop\nobjectClass: ${objectClass}\n${sidLine}${guid}${descriptor}`;
}

/** One for each text, the same in every run. */
function guidOf(text: string): Buffer {
  return createHash("sha256").update(text).digest().subarray(0, 16);
}

const descriptors = new Map<number, Buffer>();

/** Some 1.5 kB, as a user of Windows has it; of fifty kinds, since administrators hand out rights by unit. */
function descriptorOf(n: number): Buffer {
  const kind = n % 50;
  const known = descriptors.get(kind);
  if (known !== undefined) return known;
  const ace = (sid: string, mask: number, objectType: string | null): Ace => ({
    allow: true,
    sid,
    mask,
    objectType,
    inheritedObjectType: null,
    inherited: objectType !== null,
    inheritOnly: false,
  });
  const aces = [
    ace(`${domainSid}-512`, 0xf01ff, null),
    ace("S-1-5-32-548", 0xf01ff, null),
    ace("S-1-5-18", 0xf01ff, null),
    ace("S-1-5-11", 0x20094, null),
    ...Array.from({ length: 25 }, (_, i) =>
      ace("S-1-5-10", 0x10, `${(0xb7c69e6d + i).toString(16)}-7cc7-11d2-854e-00a0c983f608`),
    ),
    ace(`${domainSid}-${5000 + kind}`, 0x30, "bf967950-0de6-11d0-a285-00aa003049e2"),
  ];
  const made = descriptorBytes({
    owner: `${domainSid}-512`,
    group: `${domainSid}-512`,
    aces: aces.map(aceBytes),
  });
  descriptors.set(kind, made);
  return made;
}

/** FILETIME: 100 ns since 1601 (MS-DTYP 2.3.3). */
function fileTimeBefore(days: number): string {
  return String((BigInt(Date.now() - days * dayMs) + 11_644_473_600_000n) * 10_000n);
}

function binary(name: string, value: Buffer): string {
  return `${name}:: ${value.toString("base64")}\n`;
}
