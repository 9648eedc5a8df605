import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#platform/errors";
import { checkDecision } from "./check-decision.ts";

const now = 1_790_000_000_000;

function refusalOf(body: Parameters<typeof checkDecision>[0]): string {
  try {
    checkDecision(body, now);
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.equal(error.code, "invalid_request");
    return error.details?.[0]?.path ?? "";
  }
  return "taken";
}

test("a decision without notes and end has neither; notes of spaces are none", () => {
  const plain = { status: "resolved", notes: null, acceptedUntil: null };
  assert.deepEqual(checkDecision({ status: "resolved" }, now), plain);
  assert.deepEqual(checkDecision({ status: "resolved", notes: " \n\t" }, now), plain);
  assert.deepEqual(checkDecision({ status: "accepted", acceptedUntil: now + 1 }, now), {
    status: "accepted",
    notes: null,
    acceptedUntil: now + 1,
  });
});

test("notes have at most 10,000 characters, counted as people count, and no control characters but tab and line ends", () => {
  for (const notes of [
    "x".repeat(10_000),
    "🙂".repeat(10_000),
    "a\tb\r\nc",
    "<b>'; --",
    "a\u2028b",
  ]) {
    assert.equal(checkDecision({ status: "open", notes }, now).notes, notes);
  }
  for (const notes of [
    "x".repeat(10_001),
    "🙂".repeat(10_001),
    "a\u0000b",
    "\u001b[31m",
    "\u0085",
    "\ud800",
  ]) {
    assert.equal(
      refusalOf({ status: "open", notes }),
      "/notes",
      JSON.stringify(notes.slice(0, 20)),
    );
  }
});

test("acceptedUntil goes with accepted only, and lies in the future", () => {
  for (const status of ["open", "in_progress", "resolved", "false_positive"] as const) {
    assert.equal(refusalOf({ status, acceptedUntil: now + 1 }), "/acceptedUntil");
  }
  assert.equal(refusalOf({ status: "accepted", acceptedUntil: now }), "/acceptedUntil");
  assert.equal(refusalOf({ status: "accepted", acceptedUntil: 0 }), "/acceptedUntil");
  assert.equal(refusalOf({ status: "accepted", acceptedUntil: now + 1 }), "taken");
});
