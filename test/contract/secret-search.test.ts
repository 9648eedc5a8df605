import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsSecret } from "#test/secret-search";

test("a secret is found in every form, wherever it begins, and nothing else is taken for it", () => {
  const secret = "P4ss wörd!Lab1";
  for (const before of ["", "a", "ab", "abc"]) {
    const text = `${before}${secret}xyz`;
    for (const written of [
      Buffer.from(text),
      Buffer.from(text, "utf16le"),
      Buffer.from(Buffer.from(text).toString("base64")),
      Buffer.from(Buffer.from(text, "utf16le").toString("base64")),
      Buffer.from(Buffer.from(text).toString("hex")),
      Buffer.from(encodeURIComponent(text)),
    ]) {
      assert.ok(
        holdsSecret(Buffer.concat([Buffer.from("…"), written]), secret),
        written.toString(),
      );
    }
    assert.ok(!holdsSecret(Buffer.from(`${before}P4ss wörd!Lab2xyz`), secret));
  }
});
