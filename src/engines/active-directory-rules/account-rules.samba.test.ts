import assert from "node:assert/strict";
import { after, test } from "node:test";
import { usualThresholds } from "#engines/directory-types";
import { signInAsAdministrator } from "#test/ldap-administrator";
import { readSamba } from "#test/read-samba";
import { startSambaDomain } from "#test/samba-domain";
import { accountRules } from "./account-rules/index.ts";
import { accountRuleProofs } from "./account-rules/proofs.ts";
import { type Circumstances, type Said, askRule, whySilent } from "./testing/ask-rule.ts";

/*
 * One real domain in four states: fresh; with a bad object and a good one for each rule; with what concerns the whole of it
 * as bad as can be; and with that put right.
 */
const dayMs = 86_400_000;
const samba = await startSambaDomain({ after });
const { baseDn } = samba;
const administrator = await signInAsAdministrator({ after }, samba);
const { add, addComputer, addUser, join, leave, replace } = administrator;
const proved = new Set<string>();
const planted: string[] = [];

const domainAdmins = `CN=Domain Admins,CN=Users,${baseDn}`;
const builtIn = (name: string) => `CN=${name},CN=Builtin,${baseDn}`;
const user = (name: string) => `CN=${name},CN=Users,${baseDn}`;

const fresh = await readSamba(samba);
await makeBadAndGood();
settle();
const mixed = await readSamba(samba);
const mixedForAdministrators = await readSamba(samba, samba.administrator);
await spoilTheWhole();
settle();
const spoilt = await readSamba(samba);
await putTheWholeRight();
settle();
const righted = await readSamba(samba);

/** Will set attributes as no server does on request: with dates of the past. */
function plant(dn: string, attribute: string, value: string): void {
  planted.push(`dn: ${dn}\nchangetype: modify\nreplace: ${attribute}\n${attribute}: ${value}\n\n`);
}

/** Sets what {@link plant} was told, in one go: each is a program that starts. */
function settle(): void {
  // DSDB_CONTROL_BYPASS_PASSWORD_HASH_OID: else pwdLastSet is 0 or now.
  samba.plant(planted.splice(0).join(""), ["local_oid:1.3.6.1.4.1.7165.4.3.12:0"]);
}

/** Days before the fresh domain was read, as FILETIME; negative: after. */
function fileTimeOf(days: number): string {
  const at = Math.round(fresh.readAt - days * dayMs);
  return String((BigInt(at) + 11_644_473_600_000n) * 10_000n);
}

async function makeBadAndGood(): Promise<void> {
  const both = async (name: string) => ({
    bad: await addUser(`bad-${name}`),
    good: await addUser(`good-${name}`),
  });
  const flagged: [name: string, flag: number][] = [
    ["preauth", 0x40_00_00],
    ["reversible", 0x80],
    ["forever", 0x1_00_00],
    ["no-password", 0x20],
    ["des", 0x20_00_00],
  ];
  for (const [name, flag] of flagged) {
    const { bad } = await both(name);
    await replace(bad, "userAccountControl", String(0x200 | flag));
  }
  // What is bad of an enabled account is none of a disabled one.
  const off = await addUser("good-disabled");
  await replace(off, "userAccountControl", String(0x202 | 0x40_00_00 | 0x20 | 0x1_00_00));

  const aes = await both("aes");
  for (const [dn, types] of [
    [aes.bad, "4"],
    [aes.good, "24"],
  ] as const) {
    await replace(dn, "servicePrincipalName", `HTTP/${dn.slice(3, 10)}.lab.test`);
    await replace(dn, "msDS-SupportedEncryptionTypes", types);
  }
  const clear = await both("clear");
  await replace(clear.bad, "unixUserPassword", "secret");
  const first = await both("first");
  await replace(first.bad, "pwdLastSet", "0");
  const stamped = await both("stamped");
  await replace(stamped.bad, "adminCount", "1");
  const history = await both("history");
  plant(history.bad, "sIDHistory", "S-1-5-21-1-2-3-500");
  const service = await both("service");
  for (const dn of [service.bad, service.good]) {
    await replace(dn, "servicePrincipalName", `MSSQLSvc/${dn.slice(3, 10)}.lab.test`);
  }
  plant(service.bad, "pwdLastSet", fileTimeOf(1100));
  const stale = await both("stale");
  plant(stale.good, "lastLogonTimestamp", fileTimeOf(-190));

  const primary = await both("primary");
  await join(domainAdmins, primary.bad);
  await replace(primary.bad, "primaryGroupID", "512");

  await makeAdministrators(both);
  await makeComputers();
  await join(builtIn("Server Operators"), (await both("operator")).bad);
  await join(`CN=DnsAdmins,CN=Users,${baseDn}`, (await both("dns")).bad);
  await join(builtIn("Backup Operators"), "<SID=S-1-5-21-1-2-3-1200>");
  await makePasswordSettings();
}

async function makeAdministrators(
  both: (name: string) => Promise<{ bad: string; good: string }>,
): Promise<void> {
  const roasted = await both("roasted");
  const old = await both("old-admin");
  const inactive = await both("inactive");
  const delegable = await both("delegable");
  const mapped = await both("mapped");
  const protectedOne = await both("protected");
  for (const { bad, good } of [roasted, old, inactive, delegable, mapped, protectedOne]) {
    await join(domainAdmins, bad, good);
  }
  for (const dn of [roasted.bad, roasted.good]) {
    await replace(dn, "servicePrincipalName", `CIFS/${dn.slice(3, 10)}.lab.test`);
  }
  plant(roasted.bad, "pwdLastSet", fileTimeOf(41));
  plant(old.bad, "pwdLastSet", fileTimeOf(1100));
  plant(inactive.good, "lastLogonTimestamp", fileTimeOf(-190));
  await replace(delegable.good, "userAccountControl", String(0x200 | 0x10_00_00));
  await replace(mapped.bad, "altSecurityIdentities", "X509:<RFC822>eve@lab.test");
  await join(`CN=Protected Users,CN=Users,${baseDn}`, protectedOne.good);
}

async function makeComputers(): Promise<void> {
  const windows = {
    operatingSystem: "Windows 7 Professional",
    operatingSystemVersion: "6.1 (7601)",
  };
  await addComputer("BAD-OS", windows);
  await addComputer("GOOD-OS", {
    operatingSystem: "Windows Server 2025 Standard",
    operatingSystemVersion: "10.0 (26100)",
  });
  await join(domainAdmins, await addComputer("BAD-ADMIN"));
  await addComputer("GOOD-ADMIN");
  await addComputer("BAD-STALE");
  plant(await addComputer("GOOD-STALE"), "lastLogonTimestamp", fileTimeOf(-190));
}

async function makePasswordSettings(): Promise<void> {
  const container = `CN=Password Settings Container,CN=System,${baseDn}`;
  const settings = {
    objectClass: "msDS-PasswordSettings",
    "msDS-PasswordReversibleEncryptionEnabled": "FALSE",
    "msDS-PasswordHistoryLength": "24",
    "msDS-MinimumPasswordAge": "0",
    "msDS-MaximumPasswordAge": "-315360000000000",
    "msDS-LockoutObservationWindow": "-6000000000",
    "msDS-LockoutDuration": "-6000000000",
  };
  await add(`CN=bad-settings,${container}`, {
    ...settings,
    "msDS-PasswordSettingsPrecedence": "10",
    "msDS-MinimumPasswordLength": "9",
    "msDS-PasswordComplexityEnabled": "FALSE",
    "msDS-LockoutThreshold": "0",
    "msDS-PSOAppliesTo": user("bad-preauth"),
  });
  await add(`CN=good-settings,${container}`, {
    ...settings,
    "msDS-PasswordSettingsPrecedence": "20",
    "msDS-MinimumPasswordLength": "14",
    "msDS-PasswordComplexityEnabled": "TRUE",
    "msDS-LockoutThreshold": "10",
    "msDS-PSOAppliesTo": user("good-preauth"),
  });
}

async function spoilTheWhole(): Promise<void> {
  await replace(baseDn, "pwdProperties", "0");
  plant(user("krbtgt"), "pwdLastSet", fileTimeOf(200));
  plant(`CN=DC1,OU=Domain Controllers,${baseDn}`, "pwdLastSet", fileTimeOf(46));
  plant(user("Administrator"), "lastLogonTimestamp", fileTimeOf(-39));
  const sso = await addComputer("AZUREADSSOACC");
  plant(sso, "pwdLastSet", fileTimeOf(366));
  for (const name of ["bad-old-admin", "good-old-admin"]) {
    await replace(user(name), "userAccountControl", String(0x200 | 0x1_00_00));
  }
  await join(`CN=Schema Admins,CN=Users,${baseDn}`, user("bad-operator"));
  await join(builtIn("Print Operators"), `CN=Domain Users,CN=Users,${baseDn}`);
}

async function putTheWholeRight(): Promise<void> {
  await replace(baseDn, "pwdProperties", "1");
  await replace(baseDn, "minPwdLength", "14");
  await replace(baseDn, "lockoutThreshold", "10");
  plant(user("krbtgt"), "pwdLastSet", fileTimeOf(0));
  plant(`CN=DC1,OU=Domain Controllers,${baseDn}`, "pwdLastSet", fileTimeOf(0));
  plant(user("Administrator"), "lastLogonTimestamp", fileTimeOf(0));
  plant(`CN=AZUREADSSOACC,CN=Computers,${baseDn}`, "pwdLastSet", fileTimeOf(0));
  await replace(user("good-old-admin"), "userAccountControl", String(0x200));
  const schemaAdmins = `CN=Schema Admins,CN=Users,${baseDn}`;
  await leave(schemaAdmins, user("bad-operator"), user("Administrator"));
  await leave(builtIn("Print Operators"), `CN=Domain Users,CN=Users,${baseDn}`);
  await leave(
    builtIn("Backup Operators"),
    `CN=S-1-5-21-1-2-3-1200,CN=ForeignSecurityPrincipals,${baseDn}`,
  );
  await leave(`CN=DnsAdmins,CN=Users,${baseDn}`, user("bad-dns"));
  await leave(builtIn("Server Operators"), user("bad-operator"));
}

/** So many days after the fresh domain was read. */
const later = (days: number): Circumstances => ({ now: fresh.readAt + days * dayMs });

function ask(id: string, domain: typeof fresh, circumstances: Circumstances = {}): Said {
  return askRule(accountRules, id, domain, { now: fresh.readAt, ...circumstances });
}

/** The rule minds just these of the objects that were made for it: `bad-NAME`, and not `good-NAME`. */
function minds(id: string, found: Said["found"], wanted: Said["found"]): void {
  assert.deepEqual(found, wanted, id);
  proved.add(id);
}

test("a fresh domain is left alone, but for what is really bad there", () => {
  const loud = accountRules.flatMap((rule) => {
    const verdict = rule.evaluate(fresh, { now: fresh.readAt, thresholds: usualThresholds });
    if (verdict.kind !== "evaluated") return [];
    assert.deepEqual(verdict.unread, [], rule.id);
    return verdict.found.map(({ target, severity }) => [
      rule.id,
      target.name,
      severity ?? rule.severity,
    ]);
  });
  assert.deepEqual(loud, [
    ["ad.schema-admins-not-empty", "Schema Admins", "LOW"],
    ["ad.privileged-account-delegable", "Administrator", "HIGH"],
    ["ad.password-policy-short", "lab.test", "HIGH"],
    ["ad.password-policy-without-lockout", "lab.test", "MEDIUM"],
  ]);
});

test("accounts with a flag or a value are minded, and their good twins are not", () => {
  const wanted: Readonly<Record<string, Said["found"]>> = {
    "ad.kerberos-preauth-not-required": { "bad-preauth": "MEDIUM" },
    "ad.account-reversible-encryption": { "bad-reversible": "HIGH" },
    "ad.password-never-expires": { "bad-forever": "LOW" },
    "ad.password-not-required": { "bad-no-password": "HIGH" },
    "ad.des-encryption-allowed": { "bad-des": "HIGH" },
    "ad.admin-count-orphaned": { "bad-stamped": "MEDIUM" },
    "ad.sid-history": { "bad-history": "CRITICAL" },
    "ad.primary-group-unusual": { "bad-primary": "HIGH" },
    "ad.service-account-password-old": { "bad-service": "LOW" },
    "ad.privileged-account-kerberoastable": { "bad-roasted": "HIGH" },
    "ad.privileged-password-old": { "bad-old-admin": "MEDIUM" },
    "ad.privileged-certificate-mapping": { "bad-mapped": "HIGH" },
    "ad.computer-privileged": { "BAD-ADMIN$": "HIGH" },
    "ad.operating-system-obsolete": { "BAD-OS$": "HIGH" },
  };
  for (const [id, found] of Object.entries(wanted)) minds(id, ask(id, mixed).found, found);
});

test("service accounts are minded for RC4, and a little where nothing is said", () => {
  const id = "ad.service-account-without-aes";
  minds(id, ask(id, mixed).found, {
    "bad-aes": "MEDIUM",
    "bad-roasted": "LOW",
    "bad-service": "LOW",
    "good-roasted": "LOW",
    "good-service": "LOW",
  });
});

test("a password in clear text is found by who may see that there is one", () => {
  const id = "ad.clear-text-password";
  minds(id, ask(id, mixedForAdministrators).found, { "bad-clear": "HIGH" });
  assert.match(whySilent(accountRules, id, mixed), /^not evaluated: Needs the right to read unix/);
});

test("a first password that nobody changed is minded after a month", () => {
  const id = "ad.password-never-set";
  assert.deepEqual(ask(id, mixed, later(29)).found, {});
  minds(id, ask(id, mixed, later(31)).found, { "bad-first": "MEDIUM" });
});

test("accounts that nobody used for half a year are minded, by whether they are privileged", () => {
  const users = ask("ad.stale-user", mixed, later(200)).found;
  assert.equal(users["bad-stale"], "LOW");
  assert.equal(users["good-stale"], undefined);
  assert.equal(users["bad-inactive"], undefined);
  proved.add("ad.stale-user");
  const computers = ask("ad.stale-computer", mixed, later(200)).found;
  assert.equal(computers["BAD-STALE$"], "LOW");
  assert.equal(computers["GOOD-STALE$"], undefined);
  proved.add("ad.stale-computer");
  const admins = ask("ad.privileged-account-inactive", mixed, later(200)).found;
  assert.equal(admins["bad-inactive"], "MEDIUM");
  assert.equal(admins["good-inactive"], undefined);
  assert.equal(admins["bad-stale"], undefined);
  proved.add("ad.privileged-account-inactive");
  for (const id of ["ad.stale-user", "ad.stale-computer", "ad.privileged-account-inactive"]) {
    assert.deepEqual(ask(id, mixed, later(100)).found, {}, id);
  }
});

test("administrators' sign-ins that can be handed on are minded, and those outside of Protected Users", () => {
  const admins = ["inactive", "delegable", "mapped", "old-admin", "protected", "roasted"];
  const names = [
    ...admins.flatMap((name) => [`bad-${name}`, `good-${name}`]),
    "bad-primary",
    "bad-operator",
  ];
  const all = Object.fromEntries([...names].toSorted().map((name) => [name, "HIGH"]));
  const { "good-delegable": _, "good-protected": __, ...delegable } = all;
  minds("ad.privileged-account-delegable", ask("ad.privileged-account-delegable", mixed).found, {
    Administrator: "HIGH",
    ...delegable,
  });
  const { "good-protected": ___, ...outside } = all;
  minds(
    "ad.privileged-not-in-protected-users",
    ask("ad.privileged-not-in-protected-users", mixed).found,
    Object.fromEntries(Object.keys(outside).map((name) => [name, "MEDIUM"])),
  );
});

test("groups are minded for who is in them, until they are empty", () => {
  const wanted: Readonly<Record<string, Said["found"]>> = {
    "ad.operators-group-not-empty": { "Backup Operators": "MEDIUM", "Server Operators": "MEDIUM" },
    "ad.dns-admins-not-empty": { DnsAdmins: "MEDIUM" },
    "ad.privileged-group-foreign-members": { "Backup Operators": "MEDIUM" },
  };
  for (const [id, found] of Object.entries(wanted)) {
    minds(id, ask(id, mixed).found, found);
    assert.deepEqual(ask(id, righted).found, {}, id);
  }
  const ofWhole: Readonly<Record<string, Said["found"]>> = {
    "ad.schema-admins-not-empty": { "Schema Admins": "MEDIUM" },
    "ad.privileged-group-open-to-all": { "Print Operators": "CRITICAL" },
  };
  for (const [id, found] of Object.entries(ofWhole)) {
    minds(id, ask(id, spoilt).found, found);
    assert.deepEqual(ask(id, righted).found, {}, id);
  }
});

test("administrators are too many by the limit that is set", () => {
  const id = "ad.too-many-privileged-accounts";
  assert.deepEqual(ask(id, mixed).found, {});
  minds(id, ask(id, mixed, { thresholds: { privilegedAccounts: 14 } }).found, {
    "lab.test": "MEDIUM",
  });
  assert.deepEqual(ask(id, mixed, { thresholds: { privilegedAccounts: 15 } }).found, {});
});

test("two administrators whose passwords never expire are minded, one is not", () => {
  const id = "ad.domain-admins-never-expire";
  minds(id, ask(id, spoilt, later(31)).found, { "Domain Admins": "HIGH" });
  assert.deepEqual(ask(id, righted, later(31)).found, {});
});

test("old keys are minded until they are set anew", () => {
  const wanted: Readonly<Record<string, Said["found"]>> = {
    "ad.krbtgt-password-old": { krbtgt: "MEDIUM" },
    "ad.seamless-sso-key-old": { AZUREADSSOACC$: "HIGH" },
    "ad.domain-controller-password-old": { DC1$: "MEDIUM" },
  };
  for (const [id, found] of Object.entries(wanted)) {
    minds(id, ask(id, spoilt).found, found);
    assert.deepEqual(ask(id, righted).found, {}, id);
  }
  assert.match(
    ask("ad.krbtgt-password-old", spoilt).evidence,
    /^Its password was set 200 days ago/,
  );
});

test("the built-in administrator is minded when it was used, in a domain that is no longer new", () => {
  const id = "ad.built-in-administrator-used";
  minds(id, ask(id, spoilt, later(40)).found, { Administrator: "MEDIUM" });
  assert.deepEqual(ask(id, righted, later(40)).found, {});
  assert.deepEqual(ask(id, spoilt).found, {});
});

test("the password policy is minded until it asks for enough", () => {
  const wanted = {
    "ad.password-policy-short": "HIGH",
    "ad.password-policy-without-complexity": "MEDIUM",
    "ad.password-policy-without-lockout": "MEDIUM",
  };
  for (const [id, severity] of Object.entries(wanted)) {
    minds(id, ask(id, spoilt).found, { "lab.test": severity });
    assert.deepEqual(ask(id, righted).found, {}, id);
  }
});

test("fine-grained policies are judged by who may read them, and not taken for absent by others", () => {
  for (const id of ["short", "without-complexity", "without-lockout"].map(
    (one) => `ad.fine-grained-policy-${one}`,
  )) {
    minds(id, ask(id, mixedForAdministrators).found, { "bad-settings": "MEDIUM" });
    assert.match(
      whySilent(accountRules, id, mixed),
      /^not evaluated: Needs the right to read CN=Password Settings Container/,
    );
  }
});

test("LAPS is missing once there are Windows computers", () => {
  const id = "ad.laps-missing";
  assert.match(whySilent(accountRules, id, fresh), /^not applicable: /);
  minds(id, ask(id, mixed).found, { "lab.test": "HIGH" });
});

test("every rule is proved as the list of proofs says", () => {
  assert.deepEqual(
    Object.keys(accountRuleProofs).toSorted(),
    accountRules.map(({ id }) => id).toSorted(),
  );
  const onSamba = Object.entries(accountRuleProofs).flatMap(([id, proof]) =>
    typeof proof === "string" ? [id] : [],
  );
  assert.deepEqual([...proved].toSorted(), onSamba.toSorted());
});
