import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { privilegesOf } from "./privileges.ts";
import { domainSid, makeAccount, makeComputer, makeDomain, makeGroup } from "./testing/index.ts";

const namesOf = (some: readonly { readonly name: string }[]) =>
  some.map(({ name }) => name).toSorted();

test("who is in a privileged group is privileged, whatever adminCount says", () => {
  const stamped = makeAccount({ name: "was-admin", adminCount: true });
  const domain = makeDomain({ accounts: [stamped] });
  const privileges = privilegesOf(domain);
  assert.deepEqual(namesOf(privileges.accounts), ["Administrator", "ada.admin", "ben.admin"]);
  assert.equal(privileges.isPrivileged(stamped), false);
  assert.deepEqual(privileges.unreadGroups, []);
});

test("membership goes through nested groups and ends at cycles", () => {
  const eve = makeAccount({ name: "eve" });
  const inner = makeGroup({ name: "inner", members: [eve, "cn=outer,cn=users,dc=acme,dc=test"] });
  const outer = makeGroup({ name: "outer", members: [inner] });
  const domain = makeDomain({
    accounts: [eve],
    groups: [inner, outer],
    members: { 548: [outer] },
  });
  const privileges = privilegesOf(domain);
  assert.equal(privileges.isPrivileged(eve), true);
  assert.deepEqual(namesOf(privileges.groupsOf(eve)), ["Account Operators"]);
  assert.deepEqual(namesOf(privileges.groupsIn("S-1-5-32-548")), ["inner", "outer"]);
  assert.deepEqual(namesOf(privileges.groupsIn(outer.sid)), ["inner"]);
  for (const { sid } of [eve, inner, outer]) assert.equal(privileges.isTierZero(sid), true);
});

test("a primary group makes a member as well", () => {
  const fay = makeAccount({ name: "fay", primaryGroupId: 512 });
  const privileges = privilegesOf(makeDomain({ accounts: [fay] }));
  assert.deepEqual(namesOf(privileges.groupsOf(fay)), ["Administrators", "Domain Admins"]);
});

test("members from elsewhere are told apart, and control the domain as well", () => {
  const partner = "S-1-5-21-1-2-3-1200";
  const key = `cn=${partner.toLowerCase()},cn=foreignsecurityprincipals,dc=acme,dc=test`;
  const privileges = privilegesOf(
    makeDomain({
      foreignPrincipals: [{ key, sid: partner }],
      members: { 551: [key, "cn=ann,dc=other,dc=test"] },
    }),
  );
  assert.deepEqual(privileges.foreignMembersOf("S-1-5-32-551"), [
    { key, sid: partner },
    { key: "cn=ann,dc=other,dc=test", sid: null },
  ]);
  assert.deepEqual(privileges.membersOf("S-1-5-32-551"), []);
  assert.equal(privileges.isTierZero(partner), true);
});

test("domain controllers are told by their primary group, and control the domain", () => {
  const readOnly = makeComputer({ name: "RODC1$", primaryGroupId: 521 });
  const privileges = privilegesOf(makeDomain({ accounts: [readOnly] }));
  assert.deepEqual(namesOf(privileges.domainControllers), ["DC1$", "RODC1$"]);
  assert.equal(privileges.isTierZero(readOnly.sid), false);
  assert.equal(privileges.isTierZero(`${domainSid}-1000`), true);
});

test("a group that stands for everybody is never above suspicion, wherever it is nested", () => {
  const nested = makeGroup({
    name: "all staff",
    members: ["cn=domain users,cn=users,dc=acme,dc=test"],
  });
  const privileges = privilegesOf(
    makeDomain({
      groups: [nested],
      members: { 544: [nested], 550: ["cn=s-1-5-11,cn=foreignsecurityprincipals,dc=acme,dc=test"] },
    }),
  );
  assert.equal(privileges.isTierZero("S-1-5-11"), false);
  assert.equal(privileges.isTierZero(`${domainSid}-513`), false);
  assert.equal(privileges.isBroad(nested.sid), true);
  assert.equal(privileges.isBroad("S-1-5-32-550"), true);
  assert.equal(privileges.isBroad(`${domainSid}-512`), false);
  assert.equal(privileges.isBroad("S-1-5-21-9-9-9-513"), true);
  assert.equal(privileges.isBroad("S-1-5-32-545"), true);
});

test("groups that were not read are told, and never taken for empty", () => {
  const domain = makeDomain();
  const without = (sid: string) => ({
    ...domain,
    groups: domain.groups.filter((group) => group.sid !== sid),
  });
  assert.deepEqual(privilegesOf(without("S-1-5-32-544")).unreadGroups, ["Administrators"]);
  assert.deepEqual(privilegesOf(without(`${domainSid}-519`)).unreadGroups, ["Enterprise Admins"]);
  // Of other domains of a forest.
  const child = { ...without(`${domainSid}-519`), rootSid: "S-1-5-21-7-7-7" };
  assert.deepEqual(privilegesOf(child).unreadGroups, []);
  // Only since Windows Server 2016.
  assert.deepEqual(privilegesOf(without(`${domainSid}-526`)).unreadGroups, []);
  const secret = makeGroup({ name: "secret", members: null });
  const nested = makeDomain({ groups: [secret], members: { 512: [secret] } });
  assert.deepEqual(privilegesOf(nested).unreadGroups, ["secret"]);
});

test("whoever can be reached through groups is a member, and nobody else", () => {
  const size = 8;
  const indexes = fc.array(fc.integer({ min: 0, max: size - 1 }), { maxLength: 4 });
  const graph = fc.record({
    nested: fc.array(indexes, { minLength: size, maxLength: size }),
    members: fc.array(indexes, { minLength: size, maxLength: size }),
    primary: fc.array(fc.integer({ min: 0, max: size - 1 }), { minLength: size, maxLength: size }),
  });
  fc.assert(
    fc.property(graph, ({ nested, members, primary }) => {
      const rid = (group: number) => 20_000 + group;
      const keyOf = (kind: string, i: number) => `cn=${kind}${i},cn=users,dc=acme,dc=test`;
      const domain = makeDomain({
        accounts: primary.map((group, i) =>
          makeAccount({ name: `a${i}`, rid: 30_000 + i, primaryGroupId: rid(group) }),
        ),
        groups: nested.map((groups, i) =>
          makeGroup({
            name: `g${i}`,
            rid: rid(i),
            members: [
              ...groups.map((one) => keyOf("g", one)),
              ...(members[i] ?? []).map((one) => keyOf("a", one)),
            ],
          }),
        ),
      });
      // By steps of one, until nothing is added.
      const reached = nested.map((groups) => new Set(groups));
      for (let step = 0; step < size; step++) {
        for (const from of reached) {
          for (const to of Array.from(from)) for (const one of reached[to] ?? []) from.add(one);
        }
      }
      const privileges = privilegesOf(domain);
      for (const [i, groups] of reached.entries()) {
        const within = new Set([...groups, i]);
        const expected = primary.flatMap((group, account) =>
          within.has(group) || [...within].some((one) => members[one]?.includes(account))
            ? [`a${account}`]
            : [],
        );
        const sid = `${domainSid}-${rid(i)}`;
        assert.deepEqual(namesOf(privileges.membersOf(sid)), expected.toSorted());
        const others = [...groups].filter((one) => one !== i).map((one) => `g${one}`);
        assert.deepEqual(namesOf(privileges.groupsIn(sid)), others.toSorted());
      }
    }),
  );
});
