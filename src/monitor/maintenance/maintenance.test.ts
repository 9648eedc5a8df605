import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type MaintenanceWindow, maintenanceCalendar, parseCron } from "./maintenance.ts";

const sensor = { id: "s1", tags: ["core", "berlin"], companyId: "acme" };
const window: MaintenanceWindow = {
  name: "patch day",
  startsAt: null,
  endsAt: null,
  cron: null,
  timeZone: "UTC",
  durationMin: null,
  sensorIds: [],
  tags: [],
  companyIds: [],
};
const once: MaintenanceWindow = { ...window, startsAt: 1000, endsAt: 2000 };
const nightly: MaintenanceWindow = {
  ...window,
  cron: "0 2 * * *",
  timeZone: "Europe/Berlin",
  durationMin: 60,
};
const at = (windows: MaintenanceWindow[], time: number | string, subject = sensor) =>
  maintenanceCalendar(windows).at(subject, typeof time === "number" ? time : Date.parse(time));

test("a window covers from its first millisecond up to, not with, its end", () => {
  assert.deepEqual(at([once], 999), { active: null, endedAt: null });
  assert.deepEqual(at([once], 1000), { active: "patch day", endedAt: null });
  assert.deepEqual(at([once], 1999), { active: "patch day", endedAt: null });
  assert.deepEqual(at([once], 2000), { active: null, endedAt: 2000 });
});

test("it covers a sensor by id, by tag, by company, and everything when it names nothing", () => {
  assert.equal(at([{ ...once, sensorIds: ["s1"] }], 1500).active, "patch day");
  assert.equal(at([{ ...once, tags: ["core"] }], 1500).active, "patch day");
  assert.equal(at([{ ...once, companyIds: ["acme"] }], 1500).active, "patch day");
  assert.equal(
    at([{ ...once, sensorIds: ["s2"], tags: ["edge"], companyIds: ["other"] }], 1500).active,
    null,
  );
  assert.equal(
    at([{ ...once, companyIds: ["acme"] }], 1500, { ...sensor, companyId: null as never }).active,
    null,
  );
});

test("a recurring window follows the clock of its time zone", () => {
  assert.equal(at([nightly], "2026-07-01T00:00:00.000Z").active, "patch day");
  assert.equal(at([nightly], "2026-06-30T23:59:59.999Z").active, null);
  assert.deepEqual(at([nightly], "2026-07-01T01:00:00.000Z"), {
    active: null,
    endedAt: Date.parse("2026-07-01T01:00:00Z"),
  });
  assert.equal(at([nightly], "2026-01-01T01:30:00.000Z").active, "patch day");
});

test("a time that spring skips comes right after the gap, one that autumn repeats comes once", () => {
  const half = { ...nightly, cron: "30 2 * * *" };
  assert.equal(at([half], "2026-03-29T01:00:00.000Z").active, "patch day");
  assert.equal(at([half], "2026-03-29T00:59:59.000Z").active, null);
  assert.equal(at([half], "2026-10-25T00:30:00.000Z").active, "patch day");
  assert.equal(at([half], "2026-10-25T01:45:00.000Z").active, null);
});

test("asked in any order, a calendar answers as if asked for the first time", () => {
  const shared = maintenanceCalendar([nightly, once]);
  const start = Date.parse("2026-03-20T00:00:00Z");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 * 86_400_000 }), (offset) => {
      assert.deepEqual(shared.at(sensor, start + offset), at([nightly, once], start + offset));
    }),
    { numRuns: 300 },
  );
});

test("a pattern or a zone that does not exist is refused with its name", () => {
  assert.throws(() => parseCron("61 * * * *", "UTC"), /61 \* \* \* \*/);
  assert.throws(() => parseCron("* * * * * *", "UTC"), RangeError);
  assert.throws(() => parseCron("0 2 * * *", "Mars/Olympus"), /Mars\/Olympus/);
});
