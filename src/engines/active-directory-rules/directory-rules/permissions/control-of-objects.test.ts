import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain, SecurityDescriptor } from "#engines/active-directory";
import {
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
import { ask, evidenceOf, foundBy, namesFoundBy, reasonOf } from "../testing/ask.ts";
import { allow, withEntries } from "../testing/entries.ts";

const carl = `${domainSid}-1103`;
const domainUsers = `${domainSid}-513`;
const authenticated = "S-1-5-11";
const full = 0xf_01_ff;
const extendedRight = 0x100;

const helpdesk = makeGroup({ name: "Helpdesk", rid: 1200 });

const byCarl = withEntries(allow(carl, full));
const byEverybody = withEntries(allow(authenticated, full));

test("a unit matters by what is in it, however deep and whatever commas are in its name", () => {
  const tier0 = String.raw`OU=Tier 0\, Admins,${domainDn}`;
  const domain = makeDomain({
    accounts: [
      makeAccount({ name: "eve.admin", rid: 1300, dn: `CN=eve.admin,OU=People,${tier0}` }),
    ],
    members: { 512: [`cn=eve.admin,ou=people,${tier0.toLowerCase()}`] },
    units: [
      makeUnit({ name: "Domain Controllers", descriptor: byCarl }),
      makeUnit({ name: "Tier 0", dn: tier0, descriptor: byCarl }),
      makeUnit({ name: "People", dn: `OU=People,${tier0}`, descriptor: byCarl }),
      makeUnit({ name: "Staff", descriptor: byCarl }),
      makeUnit({ name: "Open", descriptor: byEverybody }),
      makeUnit({ name: "Sound" }),
    ],
  });
  assert.deepEqual(namesFoundBy("ad.unit-control", domain), [
    "CRITICAL Domain Controllers",
    "HIGH Tier 0",
    "HIGH People",
    "HIGH Open",
  ]);
  assert.equal(foundBy("ad.unit-control", domain)[0]?.target.type, "organizational_unit");
});

test("creating users or computers in a unit is delegation as it should be", () => {
  const entry = allow(carl, 0x3, { objectType: "bf967aba-0de6-11d0-a285-00aa003049e2" });
  const units = [makeUnit({ name: "Domain Controllers", descriptor: withEntries(entry) })];
  assert.deepEqual(foundBy("ad.unit-control", makeDomain({ units })), []);
});

function policy(name: string, own: SecurityDescriptor | null) {
  const object = makeObject(`CN={${name}},CN=Policies,CN=System,${domainDn}`);
  return { ...object, name, filePath: String.raw`\\acme.test\sysvol`, descriptor: own };
}

test("a group policy matters by what it is linked to; one that is linked to nothing does not", () => {
  const head = policy("head", byCarl);
  const controllers = policy("controllers", byCarl);
  const users = policy("users", byCarl);
  const staff = policy("staff", byCarl);
  const open = policy("open", byEverybody);
  const domain = makeDomain({
    groupPolicies: [head, controllers, users, staff, open, policy("loose", byEverybody)],
    linkedGroupPolicies: [head.key],
    units: [
      makeUnit({ name: "Domain Controllers", groupPolicies: [controllers.key] }),
      makeUnit({ name: "Users", dn: `CN=Users,${domainDn}`, groupPolicies: [users.key] }),
      makeUnit({ name: "Staff", groupPolicies: [staff.key, open.key, controllers.key] }),
    ],
  });
  assert.deepEqual(namesFoundBy("ad.group-policy-control", domain), [
    "CRITICAL head",
    "CRITICAL controllers",
    "HIGH users",
    "HIGH open",
  ]);
  assert.match(
    reasonOf("ad.group-policy-control", makeDomain({ groupPolicies: [] })),
    /^not_applicable/,
  );
});

test("applying a group policy is no right to change it", () => {
  const entry = allow(authenticated, extendedRight, {
    objectType: "edacfd8f-ffb3-11d1-b41d-00a0c968f939",
  });
  const read = policy("read", withEntries(entry, allow("S-1-3-0", full, { inheritOnly: true })));
  const domain = makeDomain({ groupPolicies: [read], linkedGroupPolicies: [read.key] });
  assert.deepEqual(foundBy("ad.group-policy-control", domain), []);
});

function controllerWith(own: SecurityDescriptor): Domain {
  const dn = `CN=DC1,OU=Domain Controllers,${domainDn}`;
  const changes = { name: "DC1$", rid: 1000, dn, primaryGroupId: 516, descriptor: own };
  return makeDomain({ accounts: [makeComputer(changes)] });
}

test("who once joined a domain controller owns it", () => {
  const id = "ad.domain-controller-control";
  const domain = controllerWith(descriptor({ owner: carl }));
  assert.deepEqual(namesFoundBy(id, domain), ["CRITICAL DC1$"]);
  assert.equal(evidenceOf(id, domain), "The user carl owns it, and so may change its permissions.");
  assert.deepEqual(foundBy(id, controllerWith(descriptor({ owner: `${domainSid}-1101` }))), []);
});

test("who administers a read-only domain controller is HIGH: the domain is not theirs by it", () => {
  const rodc = makeComputer({ name: "RODC1$", primaryGroupId: 521, descriptor: byCarl });
  assert.deepEqual(namesFoundBy("ad.domain-controller-control", makeDomain({ accounts: [rodc] })), [
    "HIGH RODC1$",
  ]);
});

test("what a domain controller may do with its own account is no finding; delegation to it is", () => {
  const id = "ad.domain-controller-control";
  const own = withEntries(
    allow(`${domainSid}-1000`, full),
    allow("S-1-5-10", 0x3),
    allow("S-1-5-32-550", 0x3, { objectType: "bf967aa8-0de6-11d0-a285-00aa003049e2" }),
    allow("S-1-5-10", 0x8, { objectType: "f3a64788-5306-11d1-a9c5-0000f80367c1" }),
  );
  assert.deepEqual(foundBy(id, controllerWith(own)), []);
  for (const objectType of [
    "3f78c3e5-f79a-46bd-a0b8-9d18116ddc79",
    "4c164200-20c0-11d0-a768-00aa006e0529",
  ]) {
    const entry = allow(carl, 0x20, { objectType });
    assert.match(evidenceOf(id, controllerWith(withEntries(entry))), /AllowedToActOnBehalf/);
  }
});

test("privileged accounts, krbtgt and privileged groups are guarded; ordinary ones are not asked", () => {
  const domain = makeDomain({
    accounts: [
      makeAccount({ name: "ada.admin", rid: 1101, descriptor: byCarl }),
      makeAccount({ name: "krbtgt", rid: 502, flags: 0x202, descriptor: byCarl }),
      makeAccount({ name: "dora", rid: 1104, descriptor: byEverybody }),
    ],
    groups: [
      makeGroup({ name: "Schema Admins", rid: 518, descriptor: byCarl }),
      makeGroup({ name: "Nested", rid: 1400, descriptor: byCarl }),
      makeGroup({ name: "Staff", rid: 1401, descriptor: byEverybody }),
    ],
    members: { 512: [`cn=nested,cn=users,${domainDn.toLowerCase()}`] },
  });
  assert.deepEqual(namesFoundBy("ad.privileged-account-control", domain), [
    "CRITICAL ada.admin",
    "CRITICAL krbtgt",
  ]);
  assert.deepEqual(namesFoundBy("ad.privileged-group-control", domain), [
    "CRITICAL Schema Admins",
    "CRITICAL Nested",
  ]);
});

test("successors of any account are made where somebody may make delegated accounts, under a controller that knows them", () => {
  const id = "ad.bad-successor";
  const creates = (sid: string) =>
    withEntries(allow(sid, 0x1, { objectType: "0feb936f-47b3-49f2-9386-1dedc2c23765" }));
  const units = [
    makeUnit({ name: "Services", descriptor: creates(carl) }),
    makeUnit({ name: "Open", descriptor: creates(domainUsers) }),
    makeUnit({ name: "Sound" }),
  ];
  const domain = makeDomain({ units });
  assert.deepEqual(namesFoundBy(id, domain), ["HIGH Services", "CRITICAL Open"]);
  const { schema, accounts } = domain;
  const without = (supports: boolean | null) => ({
    ...domain,
    schema: { ...schema, delegatedManagedServiceAccounts: supports },
  });
  assert.match(reasonOf(id, without(false)), /^not_applicable: The schema/);
  assert.match(reasonOf(id, without(null)), /^not_evaluated: .*schema/);
  assert.match(reasonOf(id, { ...domain, kdsRootKey: false }), /^not_applicable: .*root key/);
  assert.match(reasonOf(id, { ...domain, kdsRootKey: null }), /^not_evaluated: .*root key/);
  const running = (operatingSystem: string | null) => ({
    ...domain,
    accounts: accounts.map((one) => ({ ...one, operatingSystem })),
  });
  assert.match(reasonOf(id, running("Windows Server 2022")), /^not_applicable: No domain contr/);
  assert.match(reasonOf(id, running(null)), /^not_evaluated: .*operatingSystem/);
});

test("a root key that only administrators see is told by accounts that have their passwords from it", () => {
  const service = makeAccount({ name: "gmsa$", kind: "group_managed_service", rid: 1500 });
  const domain = { ...makeDomain({ accounts: [service] }), kdsRootKey: null };
  assert.deepEqual(namesFoundBy("ad.bad-successor", domain), []);
});

test("computers that an ordinary user owns are minded; those of administrators, groups and others are not", () => {
  const owned = (name: string, owner: string | null) =>
    makeComputer({ name, descriptor: descriptor({ owner }) });
  const accounts = [
    owned("A$", carl),
    owned("B$", `${domainSid}-512`),
    owned("C$", helpdesk.sid),
    owned("D$", "S-1-5-21-9-9-9-1000"),
    owned("E$", null),
    makeComputer({ name: "F$", descriptor: null }),
  ];
  const domain = makeDomain({ accounts, groups: [helpdesk] });
  assert.deepEqual(namesFoundBy("ad.computer-owned-by-user", domain), ["LOW A$"]);
  assert.partialDeepStrictEqual(ask("ad.computer-owned-by-user", domain), {
    judged: 6,
    unread: [accounts[5]?.id],
  });
});
