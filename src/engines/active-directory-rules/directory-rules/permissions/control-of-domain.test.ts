import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ace, Domain } from "#engines/active-directory";
import {
  domainDn,
  domainSid,
  makeAccount,
  makeDomain,
  makeGroup,
  makeObject,
  makeUnit,
} from "#engines/active-directory/testing";
import { ask, evidenceOf, foundBy, namesFoundBy, reasonOf } from "../testing/ask.ts";
import { allow, deny, withEntries } from "../testing/entries.ts";

const carl = `${domainSid}-1103`;
const domainUsers = `${domainSid}-513`;
const authenticated = "S-1-5-11";
const full = 0xf_01_ff;
const changePermissions = 0x4_00_00;
const extendedRight = 0x100;
const getChanges = "1131f6aa-9c07-11d1-f79f-00c04fc2dcd2";
const getChangesAll = "1131f6ad-9c07-11d1-f79f-00c04fc2dcd2";

const helpdesk = makeGroup({ name: "Helpdesk", rid: 1200 });

/** The domain's own object has these entries. */
function headWith(...entries: readonly Ace[]): Domain {
  return makeDomain({ descriptor: withEntries(...entries), groups: [helpdesk] });
}

test("replication of secrets takes both rights; with one of them it is less, or nothing", () => {
  const id = "ad.dcsync";
  const right = (objectType: string | null, sid = carl) =>
    allow(sid, extendedRight, { objectType });
  assert.deepEqual(namesFoundBy(id, headWith(right(getChanges), right(getChangesAll))), [
    "CRITICAL carl",
  ]);
  assert.deepEqual(namesFoundBy(id, headWith(right(null))), ["CRITICAL carl"]);
  assert.deepEqual(namesFoundBy(id, headWith(right(getChangesAll))), ["HIGH carl"]);
  assert.deepEqual(namesFoundBy(id, headWith(right(getChangesAll, authenticated))), [
    "CRITICAL Authenticated Users (everybody who signs in)",
  ]);
  assert.deepEqual(namesFoundBy(id, headWith(right(getChanges))), []);
  const evidence = evidenceOf(id, headWith(right(getChanges), right(getChangesAll)));
  assert.equal(evidence, "The user carl may replicate and may replicate secrets.");
});

test("each who may replicate secrets is a finding of their own, so that an exception for one hides no other", () => {
  const stranger = "S-1-5-21-9-9-9-1234";
  const both = [carl, helpdesk.sid, stranger].flatMap((sid) =>
    [getChanges, getChangesAll].map((objectType) => allow(sid, extendedRight, { objectType })),
  );
  const domain = headWith(allow(`${domainSid}-516`, full), ...both);
  const found = foundBy("ad.dcsync", domain);
  assert.deepEqual(
    found.map(({ target: { type, id, name } }) => ({ type, id, name })),
    [
      { type: "user", id: domain.accounts.find(({ sid }) => sid === carl)?.id, name: "carl" },
      { type: "group", id: helpdesk.id, name: "Helpdesk" },
      { type: "principal", id: stranger, name: stranger },
    ],
  );
  // The owner, the system and the controllers were asked about as well.
  assert.partialDeepStrictEqual(ask("ad.dcsync", domain), { judged: 6, unread: [] });
});

test("controllers, administrators and all in their groups may replicate", () => {
  const expected = [
    `${domainSid}-516`,
    "S-1-5-9",
    "S-1-5-32-544",
    `${domainSid}-1101`,
    `${domainSid}-1000`,
    "S-1-5-10",
    "S-1-3-0",
  ];
  const domain = headWith(...expected.map((sid) => allow(sid, full)));
  for (const id of ["ad.dcsync", "ad.domain-control"]) assert.deepEqual(foundBy(id, domain), []);
});

test("who controls the domain's object is named with how many they are, everybody first", () => {
  const id = "ad.domain-control";
  const members = makeGroup({
    name: "Helpdesk",
    rid: 1200,
    members: [makeAccount({ name: "carl" })],
  });
  const domain = makeDomain({
    groups: [members],
    descriptor: withEntries(
      allow(carl, changePermissions),
      allow(members.sid, full),
      allow("S-1-5-21-9-9-9-1234", changePermissions),
      allow(domainUsers, 0x20, { objectType: "f30e3bbe-9ff0-11d1-b603-0000f80367c1" }),
    ),
  });
  assert.deepEqual(evidenceOf(id, domain).split("\n"), [
    "The group Domain Users (everybody, 6 accounts) may link group policies to it (gPLink).",
    "The user carl may change its permissions.",
    "The group Helpdesk (1 account) has full control of it.",
    "Somebody of another domain, or deleted (S-1-5-21-9-9-9-1234) may change its permissions.",
  ]);
  assert.deepEqual(namesFoundBy(id, domain), ["CRITICAL acme.test"]);
});

test("what is only handed down, denied before, or allowed to read is no control of the domain", () => {
  const domain = headWith(
    deny(helpdesk.sid, full),
    allow(helpdesk.sid, full),
    allow(carl, full, { inheritOnly: true }),
    allow(authenticated, 0x2_00_94),
  );
  assert.deepEqual(foundBy("ad.domain-control", domain), []);
  assert.deepEqual(foundBy("ad.dcsync", domain), []);
});

test("permissions that could not be read are neither good nor bad", () => {
  const domain = makeDomain({ descriptor: null });
  for (const id of ["ad.dcsync", "ad.domain-control"]) {
    assert.match(
      reasonOf(id, domain),
      /^not_evaluated: The permissions of 1 domain could not be read; give the reader the right/,
    );
  }
  const hidden = makeUnit({ name: "Hidden", descriptor: null });
  const units = [...makeDomain().units, hidden];
  assert.partialDeepStrictEqual(ask("ad.unit-control", makeDomain({ units })), {
    kind: "evaluated",
    judged: units.length - 1,
    unread: [hidden.id],
  });
  assert.match(
    reasonOf(
      "ad.unit-control",
      makeDomain({ units: [hidden, makeUnit({ name: "H2", descriptor: null })] }),
    ),
    /^not_evaluated: The permissions of 2 organisational units .* on them\.$/,
  );
});

test("nobody is accused while it is not known who controls the domain anyway", () => {
  const { groups, ...domain } = headWith(allow(carl, full));
  const unread = groups.map((group) =>
    group.name === "Domain Admins" ? { ...group, members: undefined } : group,
  );
  assert.match(
    reasonOf("ad.domain-control", { ...domain, groups: unread }),
    /members of Domain Ad/,
  );
  const rootless = { ...headWith(allow(carl, full)), rootSid: null };
  assert.match(reasonOf("ad.domain-control", rootless), /^not_evaluated: .*forest's root/);
});

function holderWith(entry: Ace | null, changes: Partial<Domain> = {}): Domain {
  const object = makeObject(`CN=AdminSDHolder,CN=System,${domainDn}`);
  const own = entry === null ? object.descriptor : withEntries(entry);
  return makeDomain({ adminSdHolder: { ...object, descriptor: own }, ...changes });
}

test("AdminSDHolder's defaults are no finding: certificates, licences, changing one's own password", () => {
  const defaults: Ace[] = [
    allow(`${domainSid}-517`, 0x30, { objectType: "bf967a7f-0de6-11d0-a285-00aa003049e2" }),
    allow("S-1-5-32-561", 0x30, { objectType: "6db69a1c-9422-11d1-aebd-0000f80367c1" }),
    allow("S-1-5-32-561", 0x30, { objectType: "5805bc62-bdc9-4428-a5e2-856a0f4c185e" }),
    allow("S-1-5-32-560", 0x10, { objectType: "46a9b11d-60ae-405a-b7e8-ff8a58d456d2" }),
    allow("S-1-1-0", extendedRight, { objectType: "ab721a53-1e2f-11d0-9819-00aa0040529b" }),
    allow("S-1-5-10", 0x130, { objectType: "91e647de-d96f-4b70-9557-d63ff4f3ccd8" }),
    allow("S-1-5-32-554", 0x2_00_94),
    allow("S-1-5-32-548", full),
  ];
  for (const entry of defaults) {
    assert.deepEqual(foundBy("ad.adminsdholder-control", holderWith(entry)), []);
  }
});

test("each right that makes somebody a privileged account is control of AdminSDHolder", () => {
  const rights: readonly (readonly [mask: number, objectType: string | null, says: RegExp])[] = [
    [full, null, /full control/],
    [0x8_00_00, null, /take ownership/],
    [0x20, null, /write all its properties/],
    [extendedRight, "00299570-246d-11d0-a768-00aa006e0529", /reset its password/],
    [0x20, "5b47d60f-6090-40b2-9f37-2a4de88f3063", /msDS-KeyCredentialLink/],
    // By the property set that the attribute is in.
    [0x20, "9b026da6-0d3c-465c-8bee-5199d7165cba", /msDS-KeyCredentialLink/],
    [0x20, "e48d0154-bcf8-11d1-8702-00c04fb96050", /altSecurityIdentities.*service principal name/],
    [0x20, "bf967a68-0de6-11d0-a285-00aa003049e2", /pre-authentication/],
    [0x20, "bf9679c0-0de6-11d0-a285-00aa003049e2", /change its members/],
    [0x8, "bf9679c0-0de6-11d0-a285-00aa003049e2", /make itself a member/],
    [0x20, "bf9679a8-0de6-11d0-a285-00aa003049e2", /logon script/],
  ];
  for (const [mask, objectType, says] of rights) {
    const domain = holderWith(allow(carl, mask, { objectType }));
    assert.deepEqual(namesFoundBy("ad.adminsdholder-control", domain), ["CRITICAL carl"]);
    assert.match(evidenceOf("ad.adminsdholder-control", domain), says);
  }
  assert.match(
    reasonOf("ad.adminsdholder-control", makeDomain({ adminSdHolder: null })),
    /^not_eval/,
  );
});

test("what Exchange's groups may do to AdminSDHolder is MEDIUM and says so; others who may are findings of their own", () => {
  const exchange = makeGroup({
    name: "Exchange Trusted Subsystem",
    dn: `CN=Exchange Trusted Subsystem,OU=Microsoft Exchange Security Groups,${domainDn}`,
  });
  const entry = allow(exchange.sid, 0x20, { objectType: "e48d0154-bcf8-11d1-8702-00c04fb96050" });
  const domain = holderWith(entry, { groups: [exchange] });
  assert.deepEqual(namesFoundBy("ad.adminsdholder-control", domain), [
    "MEDIUM Exchange Trusted Subsystem",
  ]);
  assert.match(evidenceOf("ad.adminsdholder-control", domain), /Exchange's setup gives/);
  const object = makeObject(`CN=AdminSDHolder,CN=System,${domainDn}`);
  // Who may change the permissions takes whatever else there is, and a user is none of Exchange's groups.
  for (const bad of [changePermissions, 0x8_00_00, full]) {
    assert.deepEqual(
      namesFoundBy(
        "ad.adminsdholder-control",
        holderWith(allow(exchange.sid, bad), { groups: [exchange] }),
      ),
      ["CRITICAL Exchange Trusted Subsystem"],
    );
  }
  const inside = makeAccount({ name: "eve", dn: exchange.dn.replace(exchange.name, "eve") });
  assert.deepEqual(
    namesFoundBy(
      "ad.adminsdholder-control",
      holderWith({ ...entry, sid: inside.sid }, { accounts: [inside] }),
    ),
    ["CRITICAL eve"],
  );
  const both = { ...object, descriptor: withEntries(entry, allow(carl, full)) };
  const worse = makeDomain({ adminSdHolder: both, groups: [exchange] });
  assert.deepEqual(namesFoundBy("ad.adminsdholder-control", worse), [
    "MEDIUM Exchange Trusted Subsystem",
    "CRITICAL carl",
  ]);
});

test("a list with more trustees than a finding has room for names as many as fit and counts the others", () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    allow(`${domainSid}-${2000 + index}`, full),
  );
  const [finding] = foundBy("ad.domain-control", headWith(...many));
  assert.equal(finding?.evidence.length, 20);
  assert.match(finding?.evidence.at(-1) ?? "", /^21 more/);
  const unit = makeUnit({ name: "Domain Controllers", descriptor: withEntries(...many) });
  const [crowded] = foundBy("ad.unit-control", makeDomain({ units: [unit] }));
  assert.equal(crowded?.evidence.length, 20);
  assert.match(crowded?.evidence.at(-2) ?? "", /^22 more/);
  assert.equal(crowded?.evidence.at(-1), "Domain controllers are in it.");
});
