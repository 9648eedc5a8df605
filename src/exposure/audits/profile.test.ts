import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { AuditJob } from "#wire/agent.v1";
import { isProfileId } from "./profile.ts";

test("the ids that pass are those that an agent takes", () => {
  const profile = Compile(Type.Pick(AuditJob, ["profile"]));
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^[-A-Za-z0-9_.]{0,8}$/),
    fc.constantFrom("--results=/etc/x", "a/b", "a b", "a\n", "", "a".repeat(300), "a".repeat(301)),
  );
  fc.assert(
    fc.property(text, (id) => assert.equal(isProfileId(id), profile.Check({ profile: id }))),
  );
});
