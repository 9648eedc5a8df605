import assert from "node:assert/strict";
import { test } from "node:test";
import { InvalidArgumentError } from "commander";
import { readDuration } from "./read-duration.ts";

test("durations are whole minutes, hours or days, and nothing else", () => {
  assert.equal(readDuration("30m"), 1_800_000);
  assert.equal(readDuration("24h"), 86_400_000);
  assert.equal(readDuration("365d"), 31_536_000_000);
  for (const bad of ["", "h", "24", "24 h", "-1h", "1.5h", "24H", "1w", "9999999999h"]) {
    assert.throws(() => readDuration(bad), InvalidArgumentError, bad);
  }
});
