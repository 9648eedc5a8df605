import assert from "node:assert/strict";
import { test } from "node:test";
import {
  daysAgo,
  domainSid,
  makeAccount,
  makeComputer,
  makeDomain,
  makeGroup,
  makePasswordSettings,
  readAt,
} from "#engines/active-directory/testing";
import { askRule, whySilent } from "../testing/ask-rule.ts";
import { accountRules } from "./index.ts";

const eve = makeAccount({ name: "eve" });
const ask = askRule.bind(null, accountRules);
const why = whySilent.bind(null, accountRules);
const many = (count: number, changes: Partial<Parameters<typeof makeAccount>[0]> = {}) =>
  Array.from({ length: count }, (_, i) =>
    makeAccount({ name: `user${i}`, rid: 5000 + i, ...changes }),
  );

test("the schema's administrators are minded, the one that every forest begins with less", () => {
  const id = "ad.schema-admins-not-empty";
  assert.deepEqual(
    ask(id, makeDomain({ members: { 518: ["cn=administrator,cn=users,dc=acme,dc=test"] } })).found,
    {
      "Schema Admins": "LOW",
    },
  );
  const others = ask(id, makeDomain({ accounts: [eve], members: { 518: [eve] } }));
  assert.deepEqual(others.found, { "Schema Admins": "MEDIUM" });
  assert.match(others.evidence, /1 member, nested ones too: eve\./);
  assert.equal(why(id, makeDomain({ rootSid: null })).startsWith("not evaluated"), true);
  assert.equal(
    why(id, makeDomain({ rootSid: "S-1-5-21-5-5-5" })).startsWith("not applicable"),
    true,
  );
});

test("an operators' group is minded for members of any kind", () => {
  const id = "ad.operators-group-not-empty";
  const nested = makeGroup({ name: "helpers", members: [eve] });
  const domain = makeDomain({
    accounts: [eve],
    groups: [nested],
    foreignPrincipals: [{ key: "cn=s-1-5-21-1-2-3-4000,cn=f", sid: "S-1-5-21-1-2-3-4000" }],
    members: { 549: [nested], 551: ["cn=s-1-5-21-1-2-3-4000,cn=f"] },
  });
  const said = ask(id, domain);
  assert.deepEqual(said.found, { "Backup Operators": "MEDIUM", "Server Operators": "MEDIUM" });
  assert.match(said.evidence, /From elsewhere: S-1-5-21-1-2-3-4000\./);
  // Empty groups in it are nobody.
  assert.deepEqual(
    ask(
      id,
      makeDomain({
        groups: [makeGroup({ name: "helpers" })],
        members: { 549: ["cn=helpers,cn=users,dc=acme,dc=test"] },
      }),
    ).found,
    {},
  );
});

test("members that could not be read are neither good nor bad", () => {
  const secret = makeGroup({ name: "secret", members: null });
  const id = "ad.operators-group-not-empty";
  const said = ask(id, makeDomain({ groups: [secret], members: { 550: [secret] } }));
  assert.deepEqual(said, { found: {}, unread: ["Print Operators"], judged: 3, evidence: "" });
  const domain = makeDomain();
  const without = {
    ...domain,
    groups: domain.groups.filter(({ name }) => name !== "Print Operators"),
  };
  assert.match(why(id, without), /^not evaluated: Needs the right to read the groups S-1-5-32-550/);
  assert.match(
    why("ad.privileged-account-delegable", without),
    /^not evaluated: Needs the right to read the members of Print Operators\.$/,
  );
  assert.match(why("ad.privileged-group-open-to-all", without), /^not evaluated: /);
});

test("DnsAdmins is minded for those who are not privileged anyway", () => {
  const id = "ad.dns-admins-not-empty";
  const administrator = "cn=ada.admin,cn=users,dc=acme,dc=test";
  assert.deepEqual(ask(id, makeDomain({ members: { 1106: [administrator] } })).found, {});
  const said = ask(id, makeDomain({ accounts: [eve], members: { 1106: [administrator, eve] } }));
  assert.deepEqual(said.found, { DnsAdmins: "MEDIUM" });
  assert.match(said.evidence, /: eve\./);
  const domain = makeDomain();
  const without = { ...domain, groups: domain.groups.filter(({ name }) => name !== "DnsAdmins") };
  assert.equal(why(id, without), "not applicable: There is no group DnsAdmins.");
});

test("two administrators whose passwords never expire are minded, one is for emergencies", () => {
  const id = "ad.domain-admins-never-expire";
  const forEver = { primaryGroupId: 512, flags: 0x1_02_00, passwordSetAt: daysAgo(30) };
  const [one, two] = many(2, forEver);
  assert.ok(one && two);
  assert.deepEqual(ask(id, makeDomain({ accounts: [one, two] })).found, {
    "Domain Admins": "HIGH",
  });
  for (const other of [
    { ...two, flags: 0x200 },
    { ...two, flags: 0x1_02_02 },
    { ...two, passwordSetAt: daysAgo(30) + 1 },
    { ...two, primaryGroupId: 513 },
  ]) {
    assert.deepEqual(ask(id, makeDomain({ accounts: [one, other] })).found, {});
  }
});

test("everybody in a privileged group is the worst", () => {
  const id = "ad.privileged-group-open-to-all";
  const staff = makeGroup({
    name: "staff",
    members: ["cn=domain users,cn=users,dc=acme,dc=test"],
  });
  const domain = makeDomain({
    groups: [staff],
    members: { 548: [staff], 551: ["cn=s-1-5-11,cn=foreignsecurityprincipals,dc=acme,dc=test"] },
  });
  const said = ask(id, domain);
  assert.deepEqual(said.found, { "Account Operators": "CRITICAL", "Backup Operators": "CRITICAL" });
  assert.match(said.evidence, /Domain Users/);
  assert.match(said.evidence, /S-1-5-11/);
});

test("somebody of another domain in a privileged group is minded, the forest's administrators are not", () => {
  const id = "ad.privileged-group-foreign-members";
  const foreign = ["S-1-5-21-1-2-3-1200", `${domainSid}-519`].map((sid) => ({
    key: `cn=${sid.toLowerCase()},cn=f`,
    sid,
  }));
  const said = ask(
    id,
    makeDomain({
      foreignPrincipals: foreign,
      members: { 544: foreign, 548: ["cn=ann,cn=users,dc=other,dc=test"] },
    }),
  );
  assert.deepEqual(said.found, { "Account Operators": "MEDIUM", Administrators: "MEDIUM" });
  assert.match(said.evidence, /nested, are: S-1-5-21-1-2-3-1200\./);
  assert.match(said.evidence, /nested, are: ann\./);
  const child = makeDomain({
    rootSid: "S-1-5-21-5-5-5",
    members: { 544: ["cn=enterprise admins,cn=users,dc=root,dc=test"] },
  });
  assert.deepEqual(ask(id, child).found, {});
});

test("privileged accounts are too many by number, or by their share of many users", () => {
  const id = "ad.too-many-privileged-accounts";
  // Three are there before.
  const admins = many(48, { primaryGroupId: 512, flags: 0x10_02_00 });
  const said = ask(id, makeDomain({ accounts: admins }));
  assert.deepEqual(said.found, { "acme.test": "MEDIUM" });
  assert.match(said.evidence, /^51 of 53 enabled users are privileged; at most 50 may be\./);
  assert.match(said.evidence, /and 31 more\.$/);
  assert.deepEqual(ask(id, makeDomain({ accounts: admins.slice(1) })).found, {});
  // With the 2 users and 3 administrators that are there: 101 users, 11 of them privileged.
  const some = admins.slice(0, 8);
  const crowd = (count: number) =>
    many(count).map((_, i) => makeAccount({ name: `crowd${i}`, rid: 9000 + i }));
  assert.deepEqual(ask(id, makeDomain({ accounts: [...some, ...crowd(88)] })).found, {
    "acme.test": "MEDIUM",
  });
  assert.deepEqual(ask(id, makeDomain({ accounts: [...some, ...crowd(87)] })).found, {});
  // Disabled ones do not count.
  const off = admins.map((one) => ({ ...one, flags: 0x202 }));
  assert.deepEqual(ask(id, makeDomain({ accounts: off })).found, {});
  const unread = makeDomain({ accounts: [{ ...eve, primaryGroupId: 512, flags: null }] });
  assert.match(why(id, unread), /^not evaluated: Needs the right to read userAccountControl/);
});

test("administrators outside of Protected Users are minded from the third on", () => {
  const id = "ad.privileged-not-in-protected-users";
  const admins = many(3, { primaryGroupId: 512 });
  const [first, ...others] = admins;
  assert.ok(first);
  assert.deepEqual(ask(id, makeDomain({ accounts: admins })).found, {
    user0: "MEDIUM",
    user1: "MEDIUM",
    user2: "MEDIUM",
  });
  assert.deepEqual(ask(id, makeDomain({ accounts: others })).found, {});
  assert.deepEqual(ask(id, makeDomain({ accounts: admins, members: { 525: [first] } })).found, {});
  const domain = makeDomain({ accounts: admins });
  const absent = {
    ...domain,
    groups: domain.groups.filter(({ name }) => name !== "Protected Users"),
  };
  assert.match(why(id, absent), /^not applicable: /);
  const unread = makeDomain({
    groups: [makeGroup({ name: "Protected Users", rid: 525, members: null })],
  });
  assert.match(why(id, unread), /^not evaluated: /);
});

test("who is in Protected Users cannot be delegated, whatever the flags", () => {
  const id = "ad.privileged-account-delegable";
  const admin = makeAccount({ name: "eve", primaryGroupId: 512 });
  assert.deepEqual(ask(id, makeDomain({ accounts: [admin] })).found, { eve: "HIGH" });
  assert.deepEqual(ask(id, makeDomain({ accounts: [admin], members: { 525: [admin] } })).found, {});
  const hidden = makeGroup({ name: "Protected Users", rid: 525, members: null });
  assert.deepEqual(ask(id, makeDomain({ accounts: [admin], groups: [hidden] })).unread, ["eve"]);
});

test("an account in Replicator has its adminCount by right", () => {
  const stamped = { ...eve, adminCount: true };
  const id = "ad.admin-count-orphaned";
  assert.deepEqual(
    ask(id, makeDomain({ accounts: [stamped], members: { 552: [stamped] } })).found,
    {},
  );
  assert.deepEqual(ask(id, makeDomain({ accounts: [stamped] })).found, { eve: "MEDIUM" });
});

test("a group's SID history counts as an account's", () => {
  const group = makeGroup({ name: "old staff", sidHistory: ["S-1-5-21-1-2-3-512"] });
  const said = ask("ad.sid-history", makeDomain({ groups: [group] }));
  assert.deepEqual(said.found, { "old staff": "CRITICAL" });
});

test("the domain's password policy is judged at its limits", () => {
  const policy = (changes: object) =>
    makeDomain({ passwordPolicy: { ...makeDomain().passwordPolicy, ...changes } });
  const short = "ad.password-policy-short";
  assert.deepEqual(ask(short, policy({ minLength: 13 })).found, { "acme.test": "MEDIUM" });
  assert.deepEqual(ask(short, policy({ minLength: 8 })).found, { "acme.test": "MEDIUM" });
  assert.deepEqual(ask(short, policy({ minLength: 7 })).found, { "acme.test": "HIGH" });
  assert.deepEqual(ask(short, policy({ minLength: 14 })).found, {});
  assert.equal(ask(short, policy({ minLength: null })).unread.length, 1);
  assert.deepEqual(
    ask(short, policy({ minLength: 13 }), { thresholds: { passwordLength: 12 } }).found,
    {},
  );
  const simple = "ad.password-policy-without-complexity";
  assert.deepEqual(ask(simple, policy({ complexity: false })).found, { "acme.test": "MEDIUM" });
  assert.equal(ask(simple, policy({ complexity: null })).unread.length, 1);
  const lockout = "ad.password-policy-without-lockout";
  assert.deepEqual(ask(lockout, policy({ lockoutThreshold: 0 })).found, { "acme.test": "MEDIUM" });
  assert.deepEqual(ask(lockout, policy({ lockoutThreshold: 1 })).found, {});
  assert.equal(ask(lockout, policy({ lockoutThreshold: null })).unread.length, 1);
});

test("a fine-grained policy is judged when it applies, and more gravely for administrators", () => {
  const settings = makePasswordSettings({
    name: "weak",
    minLength: 12,
    complexity: false,
    lockoutThreshold: 0,
    appliesTo: [eve.key],
  });
  const domain = makeDomain({ passwordSettings: [settings] });
  const all = {
    "ad.fine-grained-policy-short": "MEDIUM",
    "ad.fine-grained-policy-without-complexity": "MEDIUM",
    "ad.fine-grained-policy-without-lockout": "MEDIUM",
  };
  for (const [id, severity] of Object.entries(all)) {
    assert.deepEqual(ask(id, domain).found, { weak: severity });
    assert.deepEqual(
      ask(id, makeDomain({ passwordSettings: [{ ...settings, appliesTo: [] }] })).found,
      {},
    );
    const admin = makeAccount({
      name: "eve",
      primaryGroupId: 512,
      passwordSettings: [settings.key],
    });
    const graver = ask(id, makeDomain({ passwordSettings: [settings], accounts: [admin] }));
    assert.deepEqual(graver.found, { weak: "HIGH" });
    assert.match(graver.evidence, /It counts for 1 privileged account: eve\./);
    assert.match(why(id, makeDomain({ accounts: [admin] })), /^not evaluated: /);
    assert.match(why(id, makeDomain()), /^not applicable: /);
    assert.match(
      why(id, makeDomain({ passwordSettings: null })),
      /^not evaluated: Needs the right/,
    );
  }
});

test("LAPS is missing where computers could use it and the schema does not know it", () => {
  const id = "ad.laps-missing";
  const schema = (legacyLaps: boolean | null, windowsLaps: boolean | null) => ({
    ...makeDomain().schema,
    legacyLaps,
    windowsLaps,
  });
  assert.deepEqual(ask(id, makeDomain({ schema: schema(false, false) })).found, {
    "acme.test": "HIGH",
  });
  assert.deepEqual(ask(id, makeDomain({ schema: schema(true, false) })).found, {});
  assert.deepEqual(ask(id, makeDomain({ schema: schema(null, true) })).found, {});
  assert.match(why(id, makeDomain({ schema: schema(false, null) })), /^not evaluated: /);
  const laptop = makeComputer({ name: "WS1$", rid: 1105, operatingSystem: "Samba" });
  assert.match(
    why(id, makeDomain({ schema: schema(false, false), accounts: [laptop] })),
    /^not applicable: /,
  );
  const coverage = "ad.computer-without-laps";
  assert.match(why(coverage, makeDomain({ schema: schema(false, false) })), /^not applicable: /);
  assert.match(why(coverage, makeDomain({ schema: schema(null, null) })), /^not evaluated: /);
});

test("keys that are not there are told apart from keys that may not be read", () => {
  const domain = makeDomain();
  assert.match(why("ad.seamless-sso-key-old", domain), /^not applicable: /);
  const without = { ...domain, accounts: domain.accounts.filter(({ name }) => name !== "krbtgt") };
  assert.match(why("ad.krbtgt-password-old", without), /^not evaluated: /);
});

test("an age is told in days with its date and the limit", () => {
  const krbtgt = makeAccount({
    name: "krbtgt",
    rid: 502,
    flags: 0x202,
    passwordSetAt: readAt - 412.5 * 86_400_000,
  });
  const { evidence } = ask("ad.krbtgt-password-old", makeDomain({ accounts: [krbtgt] }));
  assert.match(
    evidence,
    /^Its password was set 412 days ago \(on 2025-04-29\); the limit is 180\.$/m,
  );
});
