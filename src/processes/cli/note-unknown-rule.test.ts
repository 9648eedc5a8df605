import assert from "node:assert/strict";
import { test } from "node:test";
import { noteUnknownRule } from "./note-unknown-rule.ts";

test("a rule that is misspelled is worth a word, and one that there is none", async () => {
  const notes: string[] = [];
  const line = { note: (text: string) => void notes.push(text) };
  await noteUnknownRule(line, "ad.kerberos-preauth-not-required");
  await noteUnknownRule(line, "entra.guest-invitations-open");
  assert.deepEqual(notes, []);
  await noteUnknownRule(line, "ad.kerberos-preauth");
  assert.deepEqual(notes, [
    'No rule that is known here is "ad.kerberos-preauth"; is it spelled so? See vedette identity rules.',
  ]);
});
