import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Ace, SecurityDescriptor } from "#engines/active-directory";
import { allow, deny } from "../testing/entries.ts";
import {
  controlOfAdminSdHolder,
  controlOfGroup,
  controlOfUser,
  enrolment,
  makingDelegatedAccounts,
} from "./control-rights.ts";
import { type Right, accessMask, controlsOf, ownership } from "./rights.ts";

const bob = "S-1-5-21-1-2-3-1101";
const helpdesk = "S-1-5-21-1-2-3-1102";
const guest = "S-1-5-21-1-2-3-501";
const everyone = "S-1-1-0";
const anonymous = "S-1-5-7";
const authenticated = "S-1-5-11";
const ownerRights = "S-1-3-4";
const member = "bf9679c0-0de6-11d0-a285-00aa003049e2";
const membership = "bc0ac240-79a9-11d0-9020-00c04fc2d4cf";
const resetPassword = "00299570-246d-11d0-a768-00aa006e0529";

function rightsOf(
  sid: string,
  aces: readonly Ace[] | null,
  rights: readonly Right[],
  owner: string | null = null,
): readonly string[] {
  return controlsOf({ owner, aces }, rights).find((one) => one.sid === sid)?.rights ?? [];
}

test("full control, also as the generic right, is told as such and not by its parts", () => {
  for (const mask of [accessMask.everything, 0x1000_0000]) {
    assert.deepEqual(rightsOf(bob, [allow(bob, mask)], controlOfUser), ["has full control of it"]);
  }
});

test("a right is told for the property, for its property set, and for all properties", () => {
  const write = (objectType: string | null) =>
    rightsOf(bob, [allow(bob, accessMask.writeProperty, { objectType })], controlOfGroup);
  assert.deepEqual(write(member), ["may change its members"]);
  assert.deepEqual(write(membership), ["may change its members"]);
  assert.deepEqual(write(null), ["may write all its properties"]);
  assert.deepEqual(write(resetPassword), []);
});

test("generic writing writes all properties, and makes itself a member", () => {
  assert.deepEqual(rightsOf(bob, [allow(bob, 0x4000_0000)], controlOfGroup), [
    "may write all its properties",
    "may make itself a member",
  ]);
});

test("reading, listing and the rights of every user are no control", () => {
  const harmless = [
    allow(authenticated, 0x2_00_94),
    allow(everyone, accessMask.controlAccess, {
      objectType: "ab721a53-1e2f-11d0-9819-00aa0040529b",
    }),
    allow(bob, accessMask.validatedWrite, { objectType: "f3a64788-5306-11d1-a9c5-0000f80367c1" }),
    allow(bob, 0x1_00_00),
  ];
  assert.deepEqual(controlsOf({ owner: null, aces: harmless }, controlOfAdminSdHolder), []);
});

test("entries that are only handed down do not count", () => {
  const aces = [allow(bob, accessMask.everything, { inheritOnly: true })];
  assert.deepEqual(controlsOf({ owner: null, aces }, controlOfUser), []);
});

test("a deny counts for what it names, and only for entries behind it", () => {
  const full = allow(bob, accessMask.everything);
  const noPermissions = deny(bob, accessMask.changePermissions);
  assert.deepEqual(rightsOf(bob, [full, noPermissions], controlOfUser), ["has full control of it"]);
  const left = rightsOf(bob, [noPermissions, full], controlOfUser);
  assert.ok(
    !left.includes("may change its permissions") && !left.includes("has full control of it"),
  );
  assert.ok(left.includes("may take ownership of it") && left.includes("may reset its password"));
  const noReset = deny(bob, accessMask.controlAccess, { objectType: resetPassword });
  assert.ok(!rightsOf(bob, [noReset, full], controlOfUser).includes("may reset its password"));
  const noMembers = deny(bob, accessMask.writeProperty, { objectType: membership });
  const writesMembers = allow(bob, accessMask.writeProperty, { objectType: member });
  assert.deepEqual(rightsOf(bob, [noMembers, writesMembers], controlOfGroup), []);
});

test("a deny of everybody concerns everybody but Anonymous; of who has signed in, no guests", () => {
  const dac = accessMask.changePermissions;
  const holders = [bob, helpdesk, guest, anonymous, authenticated, everyone];
  const allowed = holders.map((sid) => allow(sid, dac));
  const left = (denied: string) =>
    controlsOf({ owner: null, aces: [deny(denied, dac), ...allowed] }, controlOfUser).map(
      ({ sid }) => sid,
    );
  assert.deepEqual(left(everyone), [anonymous]);
  assert.deepEqual(left(authenticated), [guest, anonymous, everyone]);
  assert.deepEqual(
    left(helpdesk),
    holders.filter((sid) => sid !== helpdesk),
  );
});

test("an owner controls what it owns, unless entries say what owners may", () => {
  assert.deepEqual(rightsOf(bob, [], controlOfUser, bob), [ownership]);
  const limited = [allow(ownerRights, 0x2_00_00)];
  assert.deepEqual(rightsOf(bob, limited, controlOfUser, bob), []);
  const granted = [allow(ownerRights, accessMask.changePermissions)];
  assert.deepEqual(rightsOf(bob, granted, controlOfUser, bob), ["may change its permissions"]);
  const handedDown = [allow(ownerRights, 0x2_00_00, { inheritOnly: true })];
  assert.deepEqual(rightsOf(bob, handedDown, controlOfUser, bob), [ownership]);
});

test("without a list everybody may do anything; an empty list gives nobody anything", () => {
  const [control] = controlsOf({ owner: bob, aces: null }, controlOfUser);
  assert.equal(control?.sid, everyone);
  assert.match(control?.rights.join() ?? "", /anything/);
  assert.deepEqual(controlsOf({ owner: null, aces: [] }, controlOfUser), []);
});

test("enrolling takes the right to enrol, or all extended rights; not that to enrol by itself", () => {
  const enrol = (objectType: string | null) =>
    rightsOf(bob, [allow(bob, accessMask.controlAccess, { objectType })], enrolment);
  assert.deepEqual(enrol("0e10c968-78fb-11d2-90d4-00c04f79dc55"), ["may enrol"]);
  assert.deepEqual(enrol(null), ["may enrol"]);
  assert.deepEqual(enrol("a05b8cc2-17bc-4802-a710-e7c15ab866a2"), []);
});

test("creating delegated accounts takes the right to create them, or anything; not computers", () => {
  const create = (objectType: string | null) =>
    rightsOf(bob, [allow(bob, accessMask.createChild, { objectType })], makingDelegatedAccounts);
  assert.deepEqual(create("0feb936f-47b3-49f2-9386-1dedc2c23765"), [
    "may create delegated managed service accounts in it",
  ]);
  assert.deepEqual(create(null), ["may create anything in it"]);
  assert.deepEqual(create("bf967a86-0de6-11d0-a285-00aa003049e2"), []);
});

/** Few values, so that entries often concern each other. */
const anyEntry: fc.Arbitrary<Ace> = fc.record({
  allow: fc.boolean(),
  sid: fc.constantFrom(bob, helpdesk, everyone, authenticated, anonymous, ownerRights),
  mask: fc
    .subarray([0x1, 0x8, 0x20, 0x100, 0x4_00_00, 0x8_00_00, 0x2_00_94, 0xf_01_ff], { minLength: 1 })
    .map((bits) => bits.reduce((mask, bit) => mask | bit, 0)),
  objectType: fc.option(fc.constantFrom(member, membership, resetPassword), { freq: 1 }),
  inheritedObjectType: fc.constant(null),
  inherited: fc.boolean(),
  inheritOnly: fc.boolean(),
});

/**
 * The access check of MS-DTYP 2.5.3.2 as its text has it, for one right and one trustee whose token names it, and the groups that
 * everybody is in: each bit by itself, walking the whole list, with what only the others of the token were allowed left out.
 */
function mayAsTheTextSays(sid: string, descriptor: SecurityDescriptor, right: Right): boolean {
  const token = new Set([sid]);
  if (sid !== anonymous) token.add(everyone);
  if (sid === bob || sid === helpdesk) token.add(authenticated);
  for (let bit = 1; bit <= right.mask; bit *= 2) {
    if ((right.mask & bit) === 0) continue;
    let verdict: "granted" | "denied" | "open" = "open";
    for (const ace of descriptor.aces ?? []) {
      if (verdict !== "open" || ace.inheritOnly || (ace.mask & bit) === 0) continue;
      if (ace.objectType !== null && !right.objectTypes.includes(ace.objectType)) continue;
      if (!ace.allow && token.has(ace.sid)) verdict = "denied";
      if (ace.allow && ace.sid === sid) verdict = "granted";
    }
    if (verdict !== "granted") return false;
  }
  return true;
}

test("rights are those that the access check gives, whatever the entries and their order", () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 8 }), (aces) => {
      const descriptor = { owner: null, aces };
      for (const right of [...controlOfUser, ...controlOfGroup]) {
        // By itself, so that no other right stands for it.
        const told = controlsOf(descriptor, [{ ...right, within: [] }]).map(({ sid }) => sid);
        for (const sid of [bob, helpdesk, everyone, authenticated, anonymous]) {
          assert.equal(
            told.includes(sid),
            mayAsTheTextSays(sid, descriptor, right),
            `${sid} ${right.words}`,
          );
        }
      }
    }),
    { numRuns: 500 },
  );
});
