import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Problem } from "#platform/errors";
import { anyCharacter } from "#test/any-text";
import { oneText, parsePage } from "./page.ts";

test("limit: 1 to 1000 as given, above 1000 taken as 1000, omitted is the whole list", () => {
  assert.deepEqual(parsePage({ limit: "1" }), { limit: 1, offset: 0 });
  assert.deepEqual(parsePage({ limit: "1000" }), { limit: 1000, offset: 0 });
  assert.deepEqual(parsePage({ limit: "1001" }), { limit: 1000, offset: 0 });
  assert.deepEqual(parsePage({ limit: "9".repeat(400) }), { limit: 1000, offset: 0 });
  assert.deepEqual(parsePage({}), { limit: null, offset: 0 });
});

test("limit: 0, negative, fractional or not a number is refused, and the sentence names it", () => {
  for (const limit of [
    "0",
    "-1",
    "1.5",
    "1.0",
    "1e2",
    "",
    " 1",
    "+1",
    "0x10",
    "ten",
    "NaN",
    "Infinity",
    "١",
  ]) {
    assert.throws(() => parsePage({ limit }), refusal("limit"), limit);
  }
});

test("offset: 0 or more, else refused; a huge one is past the end, not an error", () => {
  assert.deepEqual(parsePage({ offset: "0" }), { limit: null, offset: 0 });
  assert.deepEqual(parsePage({ offset: "9".repeat(30) }).offset, Number.MAX_SAFE_INTEGER);
  for (const offset of ["-1", "-0", "0.5", "", "x"]) {
    assert.throws(() => parsePage({ offset }), refusal("offset"), offset);
  }
});

test("a parameter given twice is refused, an unknown one ignored", () => {
  assert.throws(() => parsePage({ limit: ["1", "2"] }), refusal("limit"));
  assert.deepEqual(parsePage({ page: "7", LIMIT: "x" }), { limit: null, offset: 0 });
});

test("a text to look for is refused with the character 0, for no text of PostgreSQL has it", () => {
  assert.equal(oneText({ subject: "a b" }, "subject"), "a b");
  assert.equal(oneText({}, "subject"), null);
  assert.throws(() => oneText({ subject: "a\0b" }, "subject"), refusal("subject"));
});

test("no query string makes anything but a page or a refusal", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: anyCharacter }),
      (limit, offset) => {
        try {
          const page = parsePage({ limit, offset });
          assert.ok(page.limit !== null && page.limit >= 1 && page.limit <= 1000);
          assert.ok(Number.isSafeInteger(page.offset) && page.offset >= 0);
        } catch (error) {
          assert.ok(error instanceof Problem);
        }
      },
    ),
  );
});

function refusal(name: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof Problem &&
    error.code === "invalid_request" &&
    error.message.includes(` ${name} `) &&
    error.details?.[0]?.path === name;
}
