import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#platform/errors";
import { hashOfCredential, hashOfToken, hashSecret, isSecret, newSecret } from "./secret.ts";

const parts = ["collector", "probe", "agent"] as const;

test("secrets are recognised by part and use, never twice the same, and damaged ones are no secrets", () => {
  for (const part of parts) {
    const token = newSecret(part, "enrolmentToken");
    const credential = newSecret(part, "credential");
    for (const other of parts) {
      assert.equal(isSecret(token, other, "enrolmentToken"), other === part);
      assert.equal(isSecret(credential, other, "credential"), other === part);
      assert.ok(
        !isSecret(token, other, "credential") && !isSecret(credential, other, "enrolmentToken"),
      );
    }
    const damages = [
      "",
      token.slice(0, 4),
      token.slice(0, -1),
      `${token}A`,
      ` ${token}`,
      `${token}\n`,
    ];
    for (const damaged of damages) {
      assert.ok(!isSecret(damaged, part, "enrolmentToken"), JSON.stringify(damaged));
    }
    assert.notEqual(newSecret(part, "credential"), credential);
    assert.equal(hashSecret(token).length, 32);
  }
});

const refusal = (sentence: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === "unauthorized" && sentence.test(error.message);

test("a token of another part is refused by a sentence that says whose it is", () => {
  const token = newSecret("collector", "enrolmentToken");
  assert.deepEqual(hashOfToken(token, "collector"), hashSecret(token));
  assert.throws(() => hashOfToken(token, "probe"), refusal(/token of a collector, not of a probe/));
  const other = newSecret("probe", "enrolmentToken");
  assert.throws(() => hashOfToken(other, "collector"), refusal(/token of a probe, not of a coll/));
  assert.throws(() => hashOfToken(other, "agent"), refusal(/not of an agent.*vedette agent token/));
  assert.throws(() => hashOfToken("vdpe_wrong", "probe"), refusal(/unknown/));
  assert.throws(() => hashOfToken(newSecret("probe", "credential"), "probe"), refusal(/unknown/));
});

test("a credential is read from the header, and nothing else is taken for one", () => {
  const credential = newSecret("probe", "credential");
  assert.deepEqual(hashOfCredential(`bearer  ${credential} `, "probe"), hashSecret(credential));
  const token = newSecret("probe", "enrolmentToken");
  for (const header of [undefined, "", credential, `Basic ${credential}`, `Bearer ${token}`]) {
    assert.throws(() => hashOfCredential(header, "probe"), refusal(/credential of a probe/));
  }
  assert.throws(
    () => hashOfCredential(`Bearer ${credential}`, "collector"),
    refusal(/of a collector/),
  );
});
