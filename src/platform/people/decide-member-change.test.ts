import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Role, roles } from "#platform/members";
import { type Power, memberChangeFault, passwordLinkFault } from "./decide-member-change.ts";

const role = fc.constantFrom(...roles);
const maybe = fc.option(role, { nil: null });

test("whatever people do to each other, a tenant that has an owner keeps one", () => {
  const people = fc.array(role, { minLength: 1, maxLength: 5 });
  const deeds = fc.array(fc.record({ by: fc.nat(4), of: fc.nat(4), to: maybe }), { maxLength: 40 });
  fc.assert(
    fc.property(people, deeds, (begin, done) => {
      const members: (Role | null)[] = [...begin, "owner"];
      for (const { by, of, to } of done) {
        const power = members[by % members.length];
        const from = members[of % members.length];
        if (power === null || power === undefined || from === null || from === undefined) continue;
        const owners = members.filter((each) => each === "owner").length;
        const isOwn = by % members.length === of % members.length;
        if (memberChangeFault({ by: power, isOwn, from, to, owners }) === null) {
          members[of % members.length] = to;
        }
      }
      assert.ok(members.includes("owner"));
    }),
  );
});

test("nobody gains power by own deeds, and nobody gives more than the own", () => {
  fc.assert(
    fc.property(role, maybe, maybe, fc.boolean(), fc.nat(5), (by, from, to, isOwn, owners) => {
      if (memberChangeFault({ by, isOwn, from, to, owners }) !== null) return;
      assert.ok(!isOwn);
      assert.ok(by === "owner" || by === "administrator");
      if (from === "owner" || to === "owner") assert.equal(by, "owner");
    }),
  );
});

test("the operator of the installation may do all but leave a tenant without an owner", () => {
  const by: Power = "operator of the installation";
  fc.assert(
    fc.property(maybe, maybe, fc.integer({ min: 1, max: 5 }), (from, to, owners) => {
      const fault = memberChangeFault({ by, isOwn: false, from, to, owners });
      assert.equal(fault === null, !(from === "owner" && to !== "owner" && owners === 1));
    }),
  );
});

test("a link to a new password is for equals and below, and never reaches into another tenant", () => {
  const ranks: readonly Role[] = ["viewer", "operator", "administrator", "owner"];
  fc.assert(
    fc.property(role, role, fc.boolean(), fc.boolean(), (by, of, isOwn, isElsewhere) => {
      if (passwordLinkFault({ by, isOwn, role: of, isElsewhere }) !== null) return;
      assert.ok(!isOwn && !isElsewhere);
      assert.ok(by === "owner" || by === "administrator");
      assert.ok(ranks.indexOf(of) <= ranks.indexOf(by));
    }),
  );
});
