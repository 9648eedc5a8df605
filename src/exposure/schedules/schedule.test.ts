import assert from "node:assert/strict";
import { test } from "node:test";
import { nextRunAt, nextRunOf, scheduleFault } from "./schedule.ts";

test("days of the week and of the month are either, as cron has always had it", () => {
  const from = Date.parse("2026-01-01T00:00:00Z");
  const runs: string[] = [];
  for (let at = from, i = 0; i < 4; i += 1) {
    at = nextRunAt("0 2 13 * FRI", "UTC", at) ?? assert.fail();
    runs.push(new Date(at).toISOString().slice(0, 10));
  }
  assert.deepEqual(runs, ["2026-01-02", "2026-01-09", "2026-01-13", "2026-01-16"]);
});

test("what is no schedule, never comes, or goes by a clock that does not exist is refused with what is wrong", () => {
  assert.equal(scheduleFault("0 2 29 2 *", "UTC"), null);
  assert.equal(scheduleFault("0 0 30 2 *", "UTC"), "is a schedule whose time never comes");
  assert.match(scheduleFault("61 * * * *", "UTC") ?? "", /^is no schedule: "61 \* \* \* \*"/);
  for (const five of ["0 2 * * * *", "@daily", "0 2 * *", "? ? * * *", "", "0 2 * * * # x"]) {
    assert.match(scheduleFault(five, "UTC") ?? "", /does not have five fields such as/, five);
  }
  assert.match(scheduleFault("0 2 * * *", "Mars/Olympus") ?? "", /"Mars\/Olympus" is no time zone/);
});

test("a schedule that was kept, and that the program knows no more, is due no more and says why", () => {
  const after = Date.parse("2026-06-01T00:00:00Z");
  assert.deepEqual(nextRunOf({ schedule: "0 2 * * *", timeZone: "UTC" }, after), {
    at: Date.parse("2026-06-01T02:00:00Z"),
    error: null,
  });
  assert.deepEqual(nextRunOf({ schedule: "0 2 * * *", timeZone: "Mars/Base" }, after), {
    at: null,
    error:
      'It is not known when it is due next: "Mars/Base" is no time zone such as Europe/Berlin.',
  });
});
