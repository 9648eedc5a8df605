import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnline } from "./probe.ts";

test("a probe is online for 600,000 ms after it checked in, not longer, and never before it did", () => {
  assert.equal(isOnline(1000, 1000), true);
  assert.equal(isOnline(1000, 601_000), true);
  assert.equal(isOnline(1000, 601_001), false);
  assert.equal(isOnline(null, 601_000), false);
});
