import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { printableLine } from "#lib/printable";
import { agoInWords, daysSince } from "./ages.ts";
import { namedTogether } from "./name-list.ts";

const now = Date.UTC(2026, 5, 15, 12);
const hourMs = 3_600_000;

test("names are told as far as they fit into a sentence, and the rest is counted", () => {
  assert.equal(namedTogether([]), "nobody");
  assert.equal(namedTogether(["ada"]), "ada");
  assert.equal(namedTogether(["ada", { name: "ben" }]), "ada and ben");
  assert.equal(namedTogether(["ada", "ben", "cem"]), "ada, ben and cem");
  const many = Array.from({ length: 5000 }, (_, index) => `u${index}`);
  assert.match(namedTogether(many), /^u0, u1, .*, u19 and 4980 more$/);
});

test("whatever the names are, they leave room for the rest of a sentence of 500 characters, in one line", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 400 })), (names) => {
      const told = namedTogether(names);
      assert.ok(told.length < 400, `${told.length}`);
      assert.equal(told, printableLine(told));
    }),
  );
});

test("ages are whole days, with the day itself", () => {
  assert.equal(agoInWords(now - hourMs, now), "today (2026-06-15)");
  assert.equal(agoInWords(now - 24 * hourMs, now), "1 day ago (on 2026-06-14)");
  assert.equal(agoInWords(now - 48 * hourMs + 1, now), "1 day ago (on 2026-06-13)");
  assert.equal(agoInWords(now - 48 * hourMs, now), "2 days ago (on 2026-06-13)");
  assert.equal(agoInWords(now + 1, now), "in the future (on 2026-06-15)");
  assert.equal(daysSince(now + 1, now), -1);
});

test("times that no calendar holds have no day, and throw nothing", () => {
  assert.match(agoInWords(-1e18, now), /days ago \(on an unknown day\)$/);
  assert.equal(agoInWords(1e18, now), "in the future (on an unknown day)");
});
