import assert from "node:assert/strict";
import { test } from "node:test";
import { linkedGroupPolicies } from "./group-policy-links.ts";

test("policies are linked in their order, but for those that are switched off", () => {
  const links =
    "[LDAP://cn={A},cn=policies,DC=x;0][LDAP://CN={B},DC=x;1][ldap://CN={C},DC=x;2][LDAP://CN={D},DC=x;3]";
  assert.deepEqual(linkedGroupPolicies(links), ["cn={a},cn=policies,dc=x", "cn={c},dc=x"]);
});

test("nothing is linked where nothing, or nonsense, is written", () => {
  for (const links of [null, "", " ", "[LDAP://x]", "[LDAP://x;y]", "[".repeat(100_000)]) {
    assert.deepEqual(linkedGroupPolicies(links), []);
  }
});
