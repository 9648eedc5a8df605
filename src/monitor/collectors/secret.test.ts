import assert from "node:assert/strict";
import { test } from "node:test";
import { hashSecret, isSecret, newSecret } from "./secret.ts";

test("secrets are recognised by their kind, never twice the same, and damaged ones are no secrets", () => {
  const token = newSecret("enrolmentToken");
  const credential = newSecret("credential");
  assert.ok(isSecret(token, "enrolmentToken") && isSecret(credential, "credential"));
  assert.ok(!isSecret(token, "credential") && !isSecret(credential, "enrolmentToken"));
  for (const damaged of ["", "vde_", token.slice(0, -1), `${token}A`, ` ${token}`, `${token}\n`]) {
    assert.ok(!isSecret(damaged, "enrolmentToken"), JSON.stringify(damaged));
  }
  assert.notEqual(newSecret("credential"), credential);
  assert.equal(hashSecret(token).length, 32);
});
