import { aceBytes, descriptorBytes } from "#engines/active-directory/testing";
import type { LdapAdministrator } from "#test/ldap-administrator";
import type { SambaDomain } from "#test/samba-domain";
import { allow, deny } from "./entries.ts";

const base = "DC=lab,DC=test";
const users = `CN=Users,${base}`;
const configuration = `CN=Configuration,${base}`;
const services = `CN=Public Key Services,CN=Services,${configuration}`;
const controller = `CN=DC1,OU=Domain Controllers,${base}`;
const policies = `CN=Policies,CN=System,${base}`;
/** Default Domain Policy. */
const domainPolicy = "{31B2F340-016D-11D2-945F-00C04FB984F9}";
const directoryService = `CN=Directory Service,CN=Windows NT,CN=Services,${configuration}`;
/** Switches it on, which Samba lets nobody do over LDAP. */
const recycleBin = `dn:
changetype: modify
replace: enableOptionalFeature
enableOptionalFeature: CN=Partitions,${configuration}:766ddcd8-acd0-445e-f3b9-a7f9b6744f2a

`;
const adminSdHolder = `CN=AdminSDHolder,CN=System,${base}`;
const zones = `CN=MicrosoftDNS,DC=DomainDnsZones,${base}`;

const full = 0xf_01_ff;
const changePermissions = 0x4_00_00;
const writeProperty = 0x20;
const enrol = { objectType: "0e10c968-78fb-11d2-90d4-00c04f79dc55" };
const authenticated = "S-1-5-11";
const clientAuthentication = "1.3.6.1.5.5.7.3.2";
const issuancePolicy = "1.3.6.1.4.1.311.21.8.4711";

/** DSPROPERTY_ZONE_ALLOW_UPDATE, MS-DNSP 2.3.2.1. */
function updatesOf(allowUpdate: number): Buffer {
  const words = [1, 1, 0, 1, 2].flatMap((word) => [word, 0, 0, 0]);
  return Buffer.from([...words, allowUpdate, 0]);
}

function template(changes: Record<string, string | readonly (string | Buffer)[]> = {}) {
  return {
    objectClass: "pKICertificateTemplate",
    "msPKI-Template-Schema-Version": "2",
    "msPKI-Certificate-Name-Flag": "33554432",
    "msPKI-Enrollment-Flag": "0",
    "msPKI-RA-Signature": "0",
    pKIExtendedKeyUsage: [clientAuthentication],
    ...changes,
  };
}

const templates = ["Esc1", "Esc2", "Esc3", "Esc4", "Esc9", "Esc13", "Esc15", "Esc17", "Twin"];
const templateDn = (name: string) => `CN=${name},CN=Certificate Templates,${services}`;

/** A domain with one of everything, that is as it should be. */
export async function makeSound(samba: SambaDomain, admin: LdapAdministrator): Promise<void> {
  for (const name of ["carl", "ada", "ben", "svc", "svc2"]) await admin.addUser(name);
  await admin.join(`CN=Domain Admins,${users}`, `CN=ada,${users}`, `CN=ben,${users}`);
  for (const name of ["WEB", "WEB2", "CA"]) {
    await admin.addComputer(name, {
      dNSHostName: `${name.toLowerCase()}.lab.test`,
    });
  }
  await admin.replace(`CN=svc,${users}`, "msDS-AllowedToDelegateTo", "http/web.lab.test");
  await admin.replace(`CN=svc2,${users}`, "msDS-AllowedToDelegateTo", "http/web.lab.test");
  for (const name of ["Admins", "Staff"]) {
    await admin.add(`OU=${name},${base}`, { objectClass: "organizationalUnit" });
  }
  await admin.add(`CN=eve,OU=Admins,${base}`, {
    objectClass: "user",
    sAMAccountName: "eve",
  });
  await admin.join(`CN=Domain Admins,${users}`, `CN=eve,OU=Admins,${base}`);
  await admin.add(`CN=Vault,${users}`, { objectClass: "group", sAMAccountName: "Vault" });
  await admin.add(`DC=open.test,${zones}`, {
    objectClass: "dnsZone",
    dNSProperty: [updatesOf(2)],
  });
  await admin.replace(base, "ms-DS-MachineAccountQuota", "0");
  await admin.replace(directoryService, "dSHeuristics", "00000000010000000002000000011");
  await admin.add(`CN=Admins,CN=Password Settings Container,CN=System,${base}`, {
    objectClass: "msDS-PasswordSettings",
    "msDS-PasswordSettingsPrecedence": "1",
    "msDS-PasswordReversibleEncryptionEnabled": "FALSE",
    "msDS-PasswordHistoryLength": "24",
    "msDS-PasswordComplexityEnabled": "TRUE",
    "msDS-MinimumPasswordLength": "16",
    "msDS-MinimumPasswordAge": "-1",
    "msDS-MaximumPasswordAge": "-36288000000000",
    "msDS-LockoutThreshold": "10",
    "msDS-LockoutObservationWindow": "-18000000000",
    "msDS-LockoutDuration": "-18000000000",
  });
  samba.plant(recycleBin + levels(7) + trust("partner.test", 3, 2, 0x8, 24));
  await makeCertificateServices(admin);
}

async function makeCertificateServices(admin: LdapAdministrator): Promise<void> {
  await admin.add(`CN=Lab CA,CN=Enrollment Services,${services}`, {
    objectClass: "pKIEnrollmentService",
    dNSHostName: "ca.lab.test",
    certificateTemplates: templates,
  });
  await admin.add(`CN=Vault policy,CN=OID,${services}`, {
    objectClass: "msPKI-Enterprise-Oid",
    flags: "2",
    "msPKI-Cert-Template-OID": issuancePolicy,
  });
  for (const name of [...templates, "Loose"]) await admin.add(templateDn(name), template());
  for (const name of [...templates, "Loose"].filter((one) => one !== "Esc4")) {
    await admin.grant(templateDn(name), allow(authenticated, 0x100, enrol));
  }
}

/** The functional levels of the domain and the forest, which a server checks against what it is itself. */
function levels(level: number): string {
  return [base, `CN=Partitions,${configuration}`]
    .map(
      (dn) =>
        `dn: ${dn}\nchangetype: modify\nreplace: msDS-Behavior-Version\nmsDS-Behavior-Version: ${level}\n\n`,
    )
    .join("");
}

/** A trust, which a server makes only with its partner. */
function trust(
  partner: string,
  direction: number,
  type: number,
  attributes: number,
  encryptionTypes: number,
): string {
  return `dn: CN=${partner},CN=System,${base}
changetype: add
objectClass: trustedDomain
trustPartner: ${partner}
flatName: ${partner.split(".")[0]?.toUpperCase()}
trustDirection: ${direction}
trustType: ${type}
trustAttributes: ${attributes}
msDS-SupportedEncryptionTypes: ${encryptionTypes}

`;
}

/** What Samba keeps to itself, and Windows does not. */
function actsOnBehalfOf(dn: string, descriptor: Buffer): string {
  const attribute = "msDS-AllowedToActOnBehalfOfOtherIdentity";
  return `dn: ${dn}
changetype: modify
replace: ${attribute}
${attribute}:: ${descriptor.toString("base64")}

`;
}

/** Everything becomes what a rule minds, beside twins that stay as they are. */
export async function makeBad(samba: SambaDomain, admin: LdapAdministrator): Promise<void> {
  const carl = await admin.sidOf(`CN=carl,${users}`);
  const byCarl = allow(carl, changePermissions);
  await makeBadSettings(samba, admin);
  await admin.replace(
    `CN=WEB,CN=Computers,${base}`,
    "userAccountControl",
    String(0x1000 | 0x8_00_00),
  );
  await admin.replace(`CN=svc,${users}`, "msDS-AllowedToDelegateTo", "cifs/dc1.lab.test");
  await admin.replace(`CN=svc2,${users}`, "msDS-AllowedToDelegateTo", "ldap/DC1");
  await admin.replace(`CN=svc2,${users}`, "userAccountControl", String(0x200 | 0x100_00_00));
  const actsOnBehalf = descriptorBytes({
    owner: "S-1-5-32-544",
    aces: [aceBytes(allow(carl, full))],
  });
  samba.plant(
    [controller, `CN=WEB2,CN=Computers,${base}`]
      .map((dn) => actsOnBehalfOf(dn, actsOnBehalf))
      .join(""),
  );
  const replicates = ["1131f6aa", "1131f6ad"].map((start) =>
    allow(carl, 0x100, { objectType: `${start}-9c07-11d1-f79f-00c04fc2dcd2` }),
  );
  await admin.grant(base, byCarl, ...replicates);
  await admin.grant(adminSdHolder, byCarl);
  await admin.grant(`OU=Admins,${base}`, byCarl);
  await admin.grant(`OU=Staff,${base}`, byCarl);
  await admin.grant(`CN=${domainPolicy},${policies}`, allow(carl, writeProperty));
  await admin.own(controller, carl);
  await admin.own(`CN=WEB,CN=Computers,${base}`, carl);
  await admin.grant(
    `CN=ada,${users}`,
    allow(carl, 0x100, { objectType: "00299570-246d-11d0-a768-00aa006e0529" }),
  );
  // Denied before it is allowed.
  await admin.grant(`CN=ben,${users}`, deny(carl, full), allow(carl, full));
  await admin.grant(
    `CN=Schema Admins,${users}`,
    allow(carl, writeProperty, { objectType: "bf9679c0-0de6-11d0-a285-00aa003049e2" }),
  );
  await makeBadCertificates(admin, carl);
}

async function makeBadSettings(samba: SambaDomain, admin: LdapAdministrator): Promise<void> {
  await admin.replace(base, "ms-DS-MachineAccountQuota", "10");
  await admin.replace(base, "pwdProperties", String(1 | 16));
  const settings = `CN=Admins,CN=Password Settings Container,CN=System,${base}`;
  await admin.replace(settings, "msDS-PasswordReversibleEncryptionEnabled", "TRUE");
  samba.tool("user", "enable", "Guest");
  const oldAccess = `CN=Pre-Windows 2000 Compatible Access,CN=Builtin,${base}`;
  await admin.join(oldAccess, "<SID=S-1-5-7>");
  await admin.replace(directoryService, "dSHeuristics", "00000021010000010002100000020");
  await admin.replace(`DC=open.test,${zones}`, "dNSProperty", updatesOf(1));
  samba.plant(
    levels(4) +
      trust("external.test", 3, 2, 0, 24) +
      trust("delegating.test", 1, 2, 0x808, 24) +
      trust("rc4.test", 3, 2, 0x8, 4) +
      trust("nt4", 1, 1, 0, 4),
  );
}

async function makeBadCertificates(admin: LdapAdministrator, carl: string): Promise<void> {
  const change = (name: string, attribute: string, values: string) =>
    admin.replace(templateDn(name), attribute, values);
  const nameFlag = "msPKI-Certificate-Name-Flag";
  for (const name of ["Esc1", "Esc15", "Esc17", "Loose"]) await change(name, nameFlag, "1");
  await change("Esc2", "pKIExtendedKeyUsage", "2.5.29.37.0");
  await change("Esc3", "pKIExtendedKeyUsage", "1.3.6.1.4.1.311.20.2.1");
  await change("Esc9", "msPKI-Enrollment-Flag", String(0x8_00_00));
  await change("Esc15", "msPKI-Template-Schema-Version", "1");
  await change("Esc15", "pKIExtendedKeyUsage", "1.3.6.1.5.5.7.3.4");
  await change("Esc17", "pKIExtendedKeyUsage", "1.3.6.1.5.5.7.3.1");
  await change("Esc13", "msPKI-Certificate-Policy", issuancePolicy);
  const vault = `CN=Vault,${users}`;
  // Only universal groups without members may be linked.
  await admin.replace(vault, "groupType", "-2147483640");
  await admin.replace(`CN=Vault policy,CN=OID,${services}`, "msDS-OIDToGroupLink", vault);
  await admin.grant(templateDn("Esc4"), allow(carl, writeProperty));
  await admin.grant(`CN=Lab CA,CN=Enrollment Services,${services}`, allow(carl, full));
  await admin.grant(`CN=CA,CN=Computers,${base}`, allow(carl, full));
}
