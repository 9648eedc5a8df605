import assert from "node:assert/strict";
import { test } from "node:test";
import { type DirectorySpec, usualThresholds } from "#engines/directory-types";
import { sentenceWithoutSecrets, withoutSecrets } from "./without-secrets.ts";

const specWith = (password: string): DirectorySpec => ({
  type: "active_directory",
  urls: ["ldaps://dc1.acme.test"],
  user: "vedette@acme.test",
  password,
  ca: null,
  serverName: null,
  baseDn: null,
  thresholds: usualThresholds,
});
const sentence = "dc1.acme.test refuses vedette@acme.test: the user or the password is wrong.";

test("a secret is no gap in a sentence that everybody knows", () => {
  for (const secret of ["wrong", "password", "Vedette", "e", "1", "acme"]) {
    assert.equal(sentenceWithoutSecrets(sentence, specWith(secret)), sentence);
  }
});

test("a secret that is no word is cleared from a sentence, and any from what a library said", () => {
  assert.equal(sentenceWithoutSecrets("of Tr0ub4dor&3.", specWith("Tr0ub4dor&3")), "of [secret].");
  assert.equal(
    withoutSecrets("bind(reader, geheim)", specWith("geheim")),
    "bind(reader, [secret])",
  );
});
