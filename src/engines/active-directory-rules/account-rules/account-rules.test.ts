import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account, Domain } from "#engines/active-directory";
import {
  daysAgo,
  domainSid,
  makeAccount,
  makeComputer,
  makeDomain,
} from "#engines/active-directory/testing";
import { askRule } from "../testing/ask-rule.ts";
import { accountRules } from "./index.ts";

const enabled = 0x200;
const disabled = 0x202;
const trust = 0x820;

/** An account that a rule is shown, and what it is to say: a severity, nothing, or that it could not be read. */
type Case = readonly [what: string, account: Account, says: string | null];

const user = (changes: Partial<Account> = {}) => makeAccount({ name: "eve", ...changes });
const computer = (changes: Partial<Account> = {}) => makeComputer({ name: "PC$", ...changes });
/** In Domain Admins by primary group, which no rule but the one about primary groups minds. */
const admin = (changes: Partial<Account> = {}) =>
  user({ primaryGroupId: 512, flags: 0x10_02_00, ...changes });
const builtIn = (changes: Partial<Account> = {}) =>
  makeAccount({
    name: "Administrator",
    rid: 500,
    flags: 0x10_02_00,
    passwordSetAt: daysAgo(60),
    lastSignInAt: daysAgo(300),
    ...changes,
  });
const controller = (changes: Partial<Account> = {}) =>
  computer({
    primaryGroupId: 516,
    dn: "CN=PC,OU=Domain Controllers,DC=acme,DC=test",
    flags: 0x8_20_00,
    ...changes,
  });
const sso = (changes: Partial<Account> = {}) =>
  makeComputer({ name: "AZUREADSSOACC$", operatingSystem: null, ...changes });
/** As Set-AzureADKerberosServer makes it: a read-only domain controller without a machine. */
const entraKerberos = makeComputer({
  name: "AzureADKerberos$",
  dn: "CN=AzureADKerberos,OU=Domain Controllers,DC=acme,DC=test",
  primaryGroupId: 521,
  flags: 0x500_10_00,
  operatingSystem: null,
  lastSignInAt: null,
  passwordSetAt: daysAgo(400),
});
const krbtgt = (changes: Partial<Account> = {}) =>
  makeAccount({ name: "krbtgt", rid: 502, flags: disabled, ...changes });
const spn = ["MSSQLSvc/db1.acme.test:1433"];

const cases: Readonly<Record<string, readonly Case[]>> = {
  "ad.kerberos-preauth-not-required": [
    ["the flag", user({ flags: enabled | 0x40_00_00 }), "MEDIUM"],
    ["of a computer", computer({ flags: 0x1000 | 0x40_00_00 }), "MEDIUM"],
    ["privileged", admin({ flags: enabled | 0x40_00_00 }), "HIGH"],
    ["disabled", user({ flags: disabled | 0x40_00_00 }), null],
    ["unread", user({ flags: null }), "unread"],
  ],
  "ad.privileged-account-kerberoastable": [
    ["old", admin({ servicePrincipalNames: spn, passwordSetAt: daysAgo(40) }), "HIGH"],
    ["new", admin({ servicePrincipalNames: spn, passwordSetAt: daysAgo(40) + 1 }), null],
    ["without a date", admin({ servicePrincipalNames: spn, passwordSetAt: null }), "HIGH"],
    ["unread", admin({ servicePrincipalNames: spn, passwordSetAt: undefined }), "unread"],
    ["without a name", admin({ passwordSetAt: daysAgo(400) }), null],
    ["ordinary", user({ servicePrincipalNames: spn, passwordSetAt: daysAgo(400) }), null],
    [
      "disabled",
      admin({ servicePrincipalNames: spn, passwordSetAt: daysAgo(400), flags: disabled }),
      null,
    ],
  ],
  "ad.service-account-password-old": [
    ["old", user({ servicePrincipalNames: spn, passwordSetAt: daysAgo(1095) }), "LOW"],
    ["new", user({ servicePrincipalNames: spn, passwordSetAt: daysAgo(1095) + 1 }), null],
    ["about to change", user({ servicePrincipalNames: spn, passwordSetAt: null }), null],
    ["unread", user({ servicePrincipalNames: spn, passwordSetAt: undefined }), "unread"],
    ["privileged", admin({ servicePrincipalNames: spn, passwordSetAt: daysAgo(2000) }), null],
    [
      "managed",
      user({
        kind: "group_managed_service",
        servicePrincipalNames: spn,
        passwordSetAt: daysAgo(2000),
      }),
      null,
    ],
    ["of Kerberos", krbtgt({ flags: enabled, servicePrincipalNames: spn, passwordSetAt: 0 }), null],
  ],
  "ad.des-encryption-allowed": [
    ["only DES by flag", user({ flags: enabled | 0x20_00_00 }), "HIGH"],
    ["only DES by types", user({ encryptionTypes: 3 }), "HIGH"],
    ["DES besides", computer({ encryptionTypes: 0x1f }), "LOW"],
    // FAST and compound identity are features, and encrypt nothing.
    ["only DES with features", user({ encryptionTypes: 0x3_00_03 }), "HIGH"],
    ["AES", user({ encryptionTypes: 0x18 }), null],
    ["disabled", user({ flags: disabled, encryptionTypes: 3 }), null],
    ["unread", user({ flags: null, encryptionTypes: 3 }), "unread"],
  ],
  "ad.service-account-without-aes": [
    ["RC4", user({ servicePrincipalNames: spn, encryptionTypes: 4 }), "MEDIUM"],
    ["the default", user({ servicePrincipalNames: spn }), "LOW"],
    ["zero", user({ servicePrincipalNames: spn, encryptionTypes: 0 }), "LOW"],
    ["AES128 besides", user({ servicePrincipalNames: spn, encryptionTypes: 0xc }), null],
    ["no service", user({ encryptionTypes: 4 }), null],
    ["a computer", computer({ encryptionTypes: 4 }), null],
    [
      "managed",
      user({ kind: "group_managed_service", servicePrincipalNames: spn, encryptionTypes: 4 }),
      "MEDIUM",
    ],
    ["disabled", user({ servicePrincipalNames: spn, flags: disabled, encryptionTypes: 4 }), null],
    ["unread", user({ servicePrincipalNames: spn, flags: null }), "unread"],
  ],
  "ad.krbtgt-password-old": [
    ["very old", krbtgt({ passwordSetAt: daysAgo(366) }), "HIGH"],
    ["old", krbtgt({ passwordSetAt: daysAgo(366) + 1 }), "MEDIUM"],
    ["at the limit", krbtgt({ passwordSetAt: daysAgo(180) }), "MEDIUM"],
    ["new", krbtgt({ passwordSetAt: daysAgo(180) + 1 }), null],
    ["in the future", krbtgt({ passwordSetAt: daysAgo(-900) }), null],
    ["never set", krbtgt({ passwordSetAt: null }), "HIGH"],
    ["unread", krbtgt({ passwordSetAt: undefined }), "unread"],
  ],
  "ad.seamless-sso-key-old": [
    ["old", sso({ passwordSetAt: daysAgo(365) }), "HIGH"],
    ["new", sso({ passwordSetAt: daysAgo(365) + 1 }), null],
    ["switched off", sso({ passwordSetAt: daysAgo(900), flags: 0x1002 }), null],
    ["unread", sso({ passwordSetAt: undefined }), "unread"],
  ],
  "ad.domain-controller-password-old": [
    ["old", controller({ passwordSetAt: daysAgo(45) }), "MEDIUM"],
    ["read-only", computer({ primaryGroupId: 521, passwordSetAt: daysAgo(45) }), "MEDIUM"],
    ["new", controller({ passwordSetAt: daysAgo(45) + 1 }), null],
    ["no controller", computer({ passwordSetAt: daysAgo(900) }), null],
    ["Entra's", entraKerberos, null],
    ["disabled", controller({ passwordSetAt: daysAgo(900), flags: 0x8_20_02 }), null],
    ["unread", controller({ passwordSetAt: undefined }), "unread"],
  ],
  "ad.password-not-required": [
    ["a user", user({ flags: enabled | 0x20 }), "HIGH"],
    ["a computer that signs in", computer({ flags: 0x1020 }), "LOW"],
    ["a computer that never joined", computer({ flags: 0x1020, lastSignInAt: null }), "MEDIUM"],
    ["disabled, as Guest is", user({ flags: disabled | 0x20 }), null],
    ["a trust's own", user({ flags: trust }), null],
    ["unread", user({ flags: null }), "unread"],
  ],
  "ad.account-reversible-encryption": [
    ["the flag", user({ flags: enabled | 0x80 }), "HIGH"],
    ["disabled, where it is kept as well", user({ flags: disabled | 0x80 }), "HIGH"],
    ["without", user(), null],
    ["unread", user({ flags: null }), "unread"],
  ],
  "ad.password-never-expires": [
    ["a user", user({ flags: enabled | 0x1_00_00 }), "LOW"],
    ["privileged", admin({ flags: enabled | 0x1_00_00 }), "HIGH"],
    ["the one for emergencies", builtIn({ flags: enabled | 0x1_00_00 }), "LOW"],
    ["a computer", computer({ flags: 0x1_10_00 }), null],
    ["a trust's own", user({ flags: trust | 0x1_00_00 }), null],
    ["disabled", user({ flags: disabled | 0x1_00_00 }), null],
    ["unread", user({ flags: null }), "unread"],
  ],
  "ad.clear-text-password": [
    ["a user", user({ hasClearPassword: true }), "HIGH"],
    ["disabled", user({ hasClearPassword: true, flags: disabled }), "HIGH"],
    ["unread", user({ hasClearPassword: undefined }), "unread"],
    ["without", user(), null],
  ],
  "ad.password-never-set": [
    ["long ago", user({ passwordSetAt: null, createdAt: daysAgo(30) }), "MEDIUM"],
    [
      "maybe empty",
      user({ passwordSetAt: null, createdAt: daysAgo(30), flags: enabled | 0x20 }),
      "HIGH",
    ],
    ["just hired", user({ passwordSetAt: null, createdAt: daysAgo(30) + 1 }), null],
    ["by smart card", user({ passwordSetAt: null, flags: enabled | 0x4_00_00 }), null],
    ["disabled", user({ passwordSetAt: null, flags: disabled }), null],
    ["unread", user({ passwordSetAt: undefined }), "unread"],
    ["made when nobody knows", user({ passwordSetAt: null, createdAt: null }), "unread"],
  ],
  "ad.privileged-account-delegable": [
    ["without the flag", admin({ flags: enabled }), "HIGH"],
    ["with it", admin(), null],
    ["ordinary", user(), null],
    ["disabled", admin({ flags: disabled }), null],
    ["unread", admin({ flags: null }), "unread"],
  ],
  "ad.privileged-password-old": [
    ["old", admin({ passwordSetAt: daysAgo(1095) }), "MEDIUM"],
    ["the one for emergencies", builtIn({ passwordSetAt: daysAgo(1095) }), "MEDIUM"],
    ["new", admin({ passwordSetAt: daysAgo(1095) + 1 }), null],
    ["about to change", admin({ passwordSetAt: null }), null],
    ["ordinary", user({ passwordSetAt: daysAgo(3000) }), null],
    ["unread", admin({ passwordSetAt: undefined }), "unread"],
  ],
  "ad.built-in-administrator-used": [
    ["yesterday", builtIn({ lastSignInAt: daysAgo(1) }), "MEDIUM"],
    ["just within", builtIn({ lastSignInAt: daysAgo(35) + 1 }), "MEDIUM"],
    ["at the limit", builtIn({ lastSignInAt: daysAgo(35) }), null],
    ["never", builtIn({ lastSignInAt: null }), null],
    ["in a new domain", builtIn({ lastSignInAt: daysAgo(1), createdAt: daysAgo(34) }), null],
    ["disabled", builtIn({ lastSignInAt: daysAgo(1), flags: disabled }), null],
    ["unread", builtIn({ lastSignInAt: daysAgo(1), flags: null }), "unread"],
  ],
  "ad.privileged-key-credential": [
    ["a key", admin({ keyCredentials: 1 }), "MEDIUM"],
    ["ordinary", user({ keyCredentials: 1 }), null],
    ["none", admin(), null],
    ["unread", admin({ keyCredentials: 1, flags: null }), "unread"],
  ],
  "ad.privileged-certificate-mapping": [
    [
      "by names",
      admin({ certificateMappings: ["X509:<I>DC=test,CN=CA<S>CN=eve", "X509:<SKI>aa"] }),
      "HIGH",
    ],
    ["by mail", admin({ certificateMappings: ["X509:<RFC822>eve@acme.test"] }), "HIGH"],
    ["by number", admin({ certificateMappings: ["X509:<I>CN=CA<SR>1200"] }), "MEDIUM"],
    ["by key", admin({ certificateMappings: ["X509:<SHA1-PUKEY>aa"] }), "MEDIUM"],
    ["ordinary", user({ certificateMappings: ["X509:<RFC822>eve@acme.test"] }), null],
  ],
  "ad.computer-privileged": [
    ["an administrator", computer({ primaryGroupId: 512 }), "HIGH"],
    ["an ordinary one", computer(), null],
    ["disabled", computer({ primaryGroupId: 512, flags: 0x1002 }), null],
    ["unread", computer({ primaryGroupId: 512, flags: null }), "unread"],
  ],
  "ad.admin-count-orphaned": [
    ["once privileged", user({ adminCount: true }), "MEDIUM"],
    ["disabled", user({ adminCount: true, flags: disabled }), "MEDIUM"],
    ["still privileged", admin({ adminCount: true }), null],
    ["a domain controller", controller({ adminCount: true }), null],
    ["without", user(), null],
  ],
  "ad.primary-group-unusual": [
    ["hidden administrator", user({ primaryGroupId: 512 }), "HIGH"],
    ["disabled", user({ primaryGroupId: 515, flags: disabled }), "HIGH"],
    ["a guest", user({ primaryGroupId: 514 }), null],
    ["computer as a user", computer({ primaryGroupId: 513 }), "HIGH"],
    ["controller elsewhere", computer({ primaryGroupId: 516 }), "HIGH"],
    ["controller where it belongs", controller(), null],
    ["managed account", user({ kind: "managed_service", primaryGroupId: 515 }), null],
    ["a trust's own", user({ flags: trust, primaryGroupId: 1200 }), null],
    ["unread", user({ primaryGroupId: null }), "unread"],
  ],
  "ad.sid-history": [
    ["of another domain", user({ sidHistory: ["S-1-5-21-1-2-3-1104"] }), "MEDIUM"],
    ["its administrator", user({ sidHistory: ["S-1-5-21-1-2-3-500"] }), "CRITICAL"],
    ["below the first", user({ sidHistory: ["S-1-5-21-1-2-3-999"] }), "CRITICAL"],
    ["the first", user({ sidHistory: ["S-1-5-21-1-2-3-1000"] }), "MEDIUM"],
    ["of this domain", user({ sidHistory: [`${domainSid}-4000`] }), "CRITICAL"],
    ["built in", user({ sidHistory: ["S-1-5-32-544"] }), "CRITICAL"],
    ["none", user(), null],
  ],
  "ad.stale-user": [
    ["forgotten", user({ lastSignInAt: daysAgo(180), passwordSetAt: daysAgo(200) }), "LOW"],
    ["in use", user({ lastSignInAt: daysAgo(180) + 1, passwordSetAt: daysAgo(200) }), null],
    ["never there", user({ lastSignInAt: null, passwordSetAt: null }), "LOW"],
    ["new", user({ lastSignInAt: null, createdAt: daysAgo(10), passwordSetAt: null }), null],
    [
      "reset by the help desk",
      user({ lastSignInAt: daysAgo(400), passwordSetAt: daysAgo(10) }),
      null,
    ],
    ["privileged", admin({ lastSignInAt: daysAgo(400), passwordSetAt: daysAgo(400) }), null],
    [
      "disabled",
      user({ lastSignInAt: daysAgo(400), passwordSetAt: daysAgo(400), flags: disabled }),
      null,
    ],
    [
      "nothing known",
      user({ lastSignInAt: null, createdAt: null, passwordSetAt: undefined }),
      "unread",
    ],
  ],
  "ad.stale-computer": [
    ["forgotten", computer({ lastSignInAt: daysAgo(180), passwordSetAt: daysAgo(200) }), "LOW"],
    [
      "a domain controller",
      controller({ lastSignInAt: daysAgo(180), passwordSetAt: daysAgo(200) }),
      "MEDIUM",
    ],
    ["in use", computer({ lastSignInAt: daysAgo(2), passwordSetAt: daysAgo(200) }), null],
    ["no computer", sso({ lastSignInAt: null, passwordSetAt: daysAgo(200) }), null],
    ["Entra's", entraKerberos, null],
    ["unread", computer({ flags: null }), "unread"],
  ],
  "ad.privileged-account-inactive": [
    ["forgotten", admin({ lastSignInAt: daysAgo(180), passwordSetAt: daysAgo(180) }), "MEDIUM"],
    ["in use", admin({ lastSignInAt: daysAgo(179), passwordSetAt: daysAgo(180) }), null],
    ["for emergencies", builtIn({ lastSignInAt: null, passwordSetAt: daysAgo(800) }), null],
    ["ordinary", user({ lastSignInAt: daysAgo(180), passwordSetAt: daysAgo(180) }), null],
  ],
  "ad.computer-without-laps": [
    ["without", computer({ hasLaps: false }), "MEDIUM"],
    ["with", computer(), null],
    ["a domain controller", controller({ hasLaps: false }), null],
    [
      "a cluster's name",
      computer({ hasLaps: false, servicePrincipalNames: ["MSClusterVirtualServer/CL1"] }),
      null,
    ],
    ["no Windows", computer({ hasLaps: false, operatingSystem: "Samba" }), null],
    [
      "forgotten",
      computer({ hasLaps: false, lastSignInAt: null, passwordSetAt: daysAgo(500) }),
      null,
    ],
    ["unread", computer({ hasLaps: false, flags: null }), "unread"],
  ],
  "ad.operating-system-obsolete": [
    ["2008", computer({ operatingSystem: "Windows Server® 2008 Standard" }), "HIGH"],
    ["2012 R2", computer({ operatingSystem: "Windows Server 2012 R2 Standard" }), "HIGH"],
    ["a controller", controller({ operatingSystem: "Windows Server 2012 R2" }), "CRITICAL"],
    ["2016", computer({ operatingSystem: "Windows Server 2016 Datacenter" }), null],
    ["storage", computer({ operatingSystem: "Windows Storage Server 2012 R2 Standard" }), "HIGH"],
    ["Hyper-V alone", computer({ operatingSystem: "Hyper-V Server 2012 R2" }), "HIGH"],
    ["Windows 10", windows("Windows 10 Pro", "10.0 (19045)"), "HIGH"],
    ["for longer", windows("Windows 10 Enterprise LTSC", "10.0 (17763)"), null],
    ["Windows 11 of yore", windows("Windows 11 Pro", "10.0 (22631)"), "HIGH"],
    ["for enterprises", windows("Windows 11 Enterprise", "10.0 (22631)"), null],
    ["an unknown build", windows("Windows 11 Pro", "10.0 (99999)"), null],
    ["Linux", computer({ operatingSystem: "pc-linux-gnu" }), null],
    ["nobody says", computer({ operatingSystem: null }), null],
    ["disabled", computer({ operatingSystem: "Windows XP", flags: 0x1002 }), null],
    ["unread", computer({ operatingSystem: "Windows XP", flags: null }), "unread"],
  ],
};

function windows(operatingSystem: string, operatingSystemVersion: string): Account {
  return computer({ operatingSystem, operatingSystemVersion });
}

function says(id: string, domain: Domain, { name }: Account): string | null {
  const { found, unread } = askRule(accountRules, id, domain);
  if (unread.includes(name)) return "unread";
  return found[name] ?? null;
}

for (const [id, ofRule] of Object.entries(cases)) {
  test(`${id} minds what it should, and nothing else`, () => {
    for (const [what, account, expected] of ofRule) {
      const domain = makeDomain({ accounts: [account] });
      assert.equal(says(id, domain, account), expected, what);
      // The sound ones beside it are left alone.
      const { found } = askRule(accountRules, id, domain);
      assert.deepEqual(
        Object.keys(found),
        expected === null || expected === "unread" ? [] : [account.name],
        what,
      );
    }
  });
}
