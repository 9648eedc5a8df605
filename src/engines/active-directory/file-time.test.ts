import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fileTime, fileTimeSpan, generalizedTime } from "./file-time.ts";

test("a file time is the moment that it counts to", () => {
  assert.equal(fileTime("132223104000000000"), Date.parse("2020-01-01T00:00:00Z"));
  assert.equal(fileTime("132223104000009999"), Date.parse("2020-01-01T00:00:00Z"));
  assert.equal(fileTime("116444736000000000"), 0);
});

test("what means never, and what is no file time, is none", () => {
  const others = ["", "x", "1e5", " 1", "-1", "99999999999999999999", "9223372036854775808"];
  for (const text of ["0", "9223372036854775807", ...others]) {
    assert.equal(fileTime(text), null, text);
  }
});

test("every millisecond since 1601 comes back", () => {
  const first = Date.UTC(1601, 0, 1, 0, 0, 1);
  fc.assert(
    fc.property(fc.integer({ min: first, max: Date.UTC(9999, 0) }), (at) => {
      const ticks = BigInt(at) * 10_000n + 116_444_736_000_000_000n;
      assert.equal(fileTime(String(ticks)), at);
    }),
  );
});

test("a span counts below zero, and has no end at its least", () => {
  assert.equal(fileTimeSpan("-36288000000000"), 42 * 86_400_000);
  for (const text of ["0", "-9223372036854775808", "-9223372036854775807", "5", "", "-x"]) {
    assert.equal(fileTimeSpan(text), null, text);
  }
});

test("a generalized time is read to the second", () => {
  assert.equal(generalizedTime("20251005123456.0Z"), Date.parse("2025-10-05T12:34:56Z"));
  assert.equal(generalizedTime("20251005123456Z"), Date.parse("2025-10-05T12:34:56Z"));
  assert.equal(generalizedTime("16010101000000.0Z"), Date.parse("1601-01-01T00:00:00Z"));
});

test("what is no generalized time is none", () => {
  for (const text of ["", "20251305123456.0Z", "20250101", "2025100512345", "20251005123456.0"]) {
    assert.equal(generalizedTime(text), null, text);
  }
});
