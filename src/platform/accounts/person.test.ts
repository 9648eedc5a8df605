import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { checkEmail, passwordFault } from "./person.ts";

const ann = { email: "ann.lee@example.com", name: "Ann Lee-Marie" };

test("a password is long, and neither the e-mail nor the name, however they are written", () => {
  for (const wrong of [
    "",
    "elevenchars",
    "x".repeat(201),
    "ann.lee@example.com",
    "ANN.LEE@EXAMPLE.COM",
    "ann-lee-example-com",
    "Ann Lee Marie",
    "annleemarie!!!",
    "abababababab",
    "🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑",
  ]) {
    assert.notEqual(passwordFault(wrong, ann), null, wrong);
  }
  for (const right of [
    "correct horse battery",
    "trustno1-but-ann",
    "пароль из слов",
    "🔑1🚪2🏠3🌳4☀5🌙6",
  ]) {
    assert.equal(passwordFault(right, ann), null, right);
  }
});

test("any password of 12 to 200 mixed characters may be chosen: no rule about kinds of them", () => {
  const password = fc
    .string({ minLength: 12, maxLength: 200, unit: "grapheme-ascii" })
    .filter((text) => new Set(text).size >= 5);
  fc.assert(
    fc.property(password, (text) => {
      const other = { email: "someone@elsewhere.example", name: "Somebody Else Entirely" };
      const bare = text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
      fc.pre(!["", "someone", "someoneelsewhereexample", "somebodyelseentirely"].includes(bare));
      assert.equal(passwordFault(text, other), null);
    }),
  );
});

test("an e-mail is kept in small letters, and what cannot be one is refused", () => {
  assert.equal(checkEmail("  Ann.Lee+x@Example.COM "), "ann.lee+x@example.com");
  for (const wrong of [
    "",
    "ann",
    "ann@",
    "@x.test",
    "a b@x.test",
    "ann@localhost",
    "a..b@x.test",
  ]) {
    assert.throws(() => checkEmail(wrong), /must be an address/, wrong);
  }
  assert.throws(() => checkEmail(`${"x".repeat(250)}@x.test`), /must be an address/);
});
