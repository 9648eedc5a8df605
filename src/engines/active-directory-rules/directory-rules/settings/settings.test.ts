import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain } from "#engines/active-directory";
import {
  domainDn,
  makeAccount,
  makeDomain,
  makeGroup,
  makeObject,
  makePasswordSettings,
} from "#engines/active-directory/testing";
import { ask, evidenceOf, namesFoundBy, reasonOf } from "../testing/ask.ts";

function judged(id: string, changes: Partial<Domain>): string[] {
  return namesFoundBy(id, makeDomain(changes));
}

test("reversible encryption is minded of the domain's policy and of each fine-grained one", () => {
  const id = "ad.reversible-encryption-policy";
  const { passwordPolicy } = makeDomain();
  const bad = { ...passwordPolicy, reversible: true };
  const passwordSettings = [
    makePasswordSettings({ name: "Old mail", reversible: true }),
    makePasswordSettings({ name: "Admins" }),
    makePasswordSettings({ name: "Hidden", reversible: null }),
  ];
  assert.deepEqual(judged(id, { passwordPolicy: bad, passwordSettings }), [
    "HIGH acme.test",
    "HIGH Old mail",
  ]);
  assert.partialDeepStrictEqual(ask(id, makeDomain({ passwordSettings })), {
    judged: 3,
    unread: [passwordSettings[2]?.id],
  });
  assert.partialDeepStrictEqual(ask(id, makeDomain({ passwordSettings: null })), {
    judged: 1,
    mayBeMore: true,
  });
  const hidden = { ...passwordPolicy, reversible: null };
  assert.match(reasonOf(id, makeDomain({ passwordPolicy: hidden })), /^not_evaluated: .*pwdProp/);
});

test("a machine account quota is minded from 1 on", () => {
  const id = "ad.machine-account-quota";
  assert.deepEqual(judged(id, { machineAccountQuota: 1 }), ["MEDIUM acme.test"]);
  assert.deepEqual(judged(id, { machineAccountQuota: 0 }), []);
  assert.match(reasonOf(id, makeDomain({ machineAccountQuota: null })), /^not_evaluated/);
});

test("a recycle bin is minded that is off, not one that could not be seen", () => {
  const id = "ad.recycle-bin-off";
  assert.deepEqual(judged(id, { recycleBin: false }), ["LOW acme.test"]);
  assert.match(reasonOf(id, makeDomain({ recycleBin: null })), /^not_evaluated/);
});

test("the guest is told by its RID, whatever its name", () => {
  const id = "ad.guest-enabled";
  const guest = (flags: number | null) =>
    makeDomain({ accounts: [makeAccount({ name: "Visitor", rid: 501, flags })] });
  assert.deepEqual(namesFoundBy(id, guest(0x220)), ["MEDIUM Visitor"]);
  assert.deepEqual(namesFoundBy(id, guest(0x222)), []);
  assert.match(reasonOf(id, guest(null)), /^not_evaluated/);
  const { accounts, ...domain } = makeDomain();
  const without = accounts.filter(({ sid }) => !sid.endsWith("-501"));
  assert.match(reasonOf(id, { ...domain, accounts: without }), /^not_evaluated/);
});

test("anonymous readers are told by SID under any name, also through another group", () => {
  const id = "ad.pre-windows-2000-access-open";
  const key = `CN=Anonymous Logon,CN=WellKnown Security Principals,CN=Configuration,${domainDn}`;
  const anonymous = { key: key.toLowerCase(), sid: "S-1-5-7" };
  const everyone = {
    key: `CN=S-1-1-0,CN=ForeignSecurityPrincipals,${domainDn}`.toLowerCase(),
    sid: "S-1-1-0",
  };
  const foreignPrincipals = [anonymous, everyone];
  const nested = makeGroup({ name: "Readers", members: [everyone] });
  const name = "HIGH Pre-Windows 2000 Compatible Access";
  const direct = makeDomain({ foreignPrincipals, members: { 554: [anonymous] } });
  assert.deepEqual(namesFoundBy(id, direct), [name]);
  assert.match(evidenceOf(id, direct), /^Anonymous \(S-1-5-7\)/);
  const through = makeDomain({ foreignPrincipals, groups: [nested], members: { 554: [nested] } });
  assert.deepEqual(namesFoundBy(id, through), [name]);
  // Authenticated Users are in the sound domain's.
  assert.deepEqual(namesFoundBy(id, makeDomain()), []);
  const groups = makeDomain().groups.map((group) =>
    group.sid === "S-1-5-32-554" ? { ...group, members: undefined } : group,
  );
  assert.match(reasonOf(id, makeDomain({ groups })), /^not_evaluated/);
});

/** As long as they must be, with one character changed. */
function heuristics(position: number, value: string): Partial<Domain> {
  const characters = [..."00000000010000000002000000011"];
  characters[position - 1] = value;
  return { dsHeuristics: characters.join("") };
}

test("each character of dSHeuristics is minded by its own rule, and by no other", () => {
  const rules: readonly (readonly [id: string, position: number, sound: string, bad: string])[] = [
    ["ad.anonymous-ldap", 7, "01", "2"],
    ["ad.anonymous-address-book", 8, "0", "12"],
    ["ad.protected-groups-excluded", 16, "0", "1f"],
    ["ad.unique-names-not-checked", 21, "0", "123"],
    ["ad.ldap-add-not-authorised", 28, "1", "02"],
    ["ad.owner-rights-not-blocked", 29, "1", "02"],
  ];
  for (const [id, position, sound, bad] of rules) {
    for (const value of sound) assert.deepEqual(judged(id, heuristics(position, value)), []);
    for (const value of bad) {
      const changes = heuristics(position, value);
      assert.equal(judged(id, changes).length, 1, `${id} ${value}`);
      assert.match(evidenceOf(id, makeDomain(changes)), new RegExp(`${position}.. character`));
      for (const [other] of rules.filter(([one]) => one !== id)) {
        assert.deepEqual(judged(other, changes), [], `${other} minds ${id}`);
      }
    }
    assert.match(reasonOf(id, makeDomain({ dsHeuristics: null })), /^not_evaluated/);
  }
});

test("dSHeuristics that are not set are what Windows takes them for: nobody anonymous, no checks of CVE-2021-42291", () => {
  const minded = [
    "ad.anonymous-ldap",
    "ad.anonymous-address-book",
    "ad.protected-groups-excluded",
    "ad.unique-names-not-checked",
    "ad.ldap-add-not-authorised",
    "ad.owner-rights-not-blocked",
  ].filter((id) => judged(id, { dsHeuristics: "" }).length > 0);
  assert.deepEqual(minded, ["ad.ldap-add-not-authorised", "ad.owner-rights-not-blocked"]);
});

test("excluded groups are named; what is no digit does not break the sentence", () => {
  const id = "ad.protected-groups-excluded";
  const said = (value: string) => evidenceOf(id, makeDomain(heuristics(16, value)));
  assert.match(said("9"), /Account Operators, Backup Operators and their members/);
  assert.match(said("f"), /Account Operators, Server Operators, Print Operators, Backup/);
  assert.match(said("\u0007"), /some groups/);
  assert.doesNotMatch(said("\u0007"), /\p{Cc}/u);
});

test("functional levels are minded below 2016, more below 2008 R2, of the domain and of the forest", () => {
  const id = "ad.functional-level-old";
  const levels = (functionalLevel: number | null, forestFunctionalLevel: number | null) => ({
    functionalLevel,
    forestFunctionalLevel,
  });
  assert.deepEqual(judged(id, levels(7, 7)), []);
  assert.deepEqual(judged(id, levels(10, 10)), []);
  assert.deepEqual(judged(id, levels(6, 6)), ["LOW acme.test"]);
  assert.deepEqual(judged(id, levels(4, 4)), ["LOW acme.test"]);
  assert.deepEqual(judged(id, levels(3, 3)), ["MEDIUM acme.test"]);
  assert.match(
    evidenceOf(id, makeDomain(levels(7, 2))),
    /of the forest is Windows Server 2003 \(2\)/,
  );
  assert.deepEqual(judged(id, levels(7, null)), []);
  assert.match(reasonOf(id, makeDomain(levels(null, 7))), /^not_evaluated/);
});

test("a DNS zone is minded that anybody may write; one that takes none or secure updates is not", () => {
  const id = "ad.insecure-dns-updates";
  const zones = ([0, 1, 2, null] as const).map((allowUpdate, index) => ({
    ...makeObject(`DC=zone${index}.test,CN=MicrosoftDNS,DC=DomainDnsZones,${domainDn}`),
    allowUpdate,
  }));
  assert.deepEqual(judged(id, { dnsZones: zones }), ["HIGH zone1.test"]);
  assert.match(reasonOf(id, makeDomain({ dnsZones: null })), /^not_evaluated/);
  assert.match(reasonOf(id, makeDomain({ dnsZones: [] })), /^not_applicable/);
});
