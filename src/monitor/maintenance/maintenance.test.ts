import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type MaintenanceWindow, maintenanceCalendar } from "./maintenance.ts";

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

test("a window of several hours opens once for each of them on every night, whatever the clocks do", () => {
  const openings = (timeZone: string, from: string) => {
    const calendar = maintenanceCalendar([
      { ...nightly, cron: "0 1,2,3 * * *", timeZone, durationMin: 10 },
    ]);
    const fromAt = Date.parse(from);
    const isOpen = (at: number) => calendar.at(sensor, at).active !== null;
    const minutes = Array.from({ length: 1440 }, (_, minute) => fromAt + minute * 60_000);
    return minutes
      .filter((at) => isOpen(at) && !isOpen(at - 60_000))
      .map((at) => new Date(at).toISOString().slice(11, 16));
  };
  assert.deepEqual(openings("Europe/Berlin", "2026-10-24T22:00Z"), ["23:00", "00:00", "02:00"]);
  assert.deepEqual(openings("America/St_Johns", "2026-11-01T02:30Z"), ["03:30", "05:30", "06:30"]);
  assert.deepEqual(openings("Australia/Lord_Howe", "2026-10-03T13:30Z"), [
    "14:30",
    "15:30",
    "16:00",
  ]);
});

test("a window whose time never comes covers nothing, and is looked for once", () => {
  const never = maintenanceCalendar([{ ...nightly, cron: "0 0 30 2 *" }]);
  for (let i = 0; i < 100_000; i += 1) {
    assert.equal(never.at(sensor, Date.UTC(2026, 0) + i * 60_000).active, null);
  }
});

test("a pattern or a zone that does not exist is refused with its name", () => {
  assert.throws(() => at([{ ...nightly, cron: "61 * * * *" }], 0), /61 \* \* \* \*/);
  assert.throws(() => at([{ ...nightly, timeZone: "Mars/Olympus" }], 0), /Mars\/Olympus/);
});
