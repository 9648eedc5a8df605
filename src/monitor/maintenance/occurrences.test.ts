import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type MaintenanceWindow, maintenanceCalendar } from "./maintenance.ts";
import { maintenanceWithin } from "./occurrences.ts";

const subject = { id: "a", tags: ["core"], companyId: null };
const nightly: MaintenanceWindow = {
  name: "nightly",
  startsAt: null,
  endsAt: null,
  cron: "30 1 * * *",
  timeZone: "Europe/Vienna",
  durationMin: 90,
  sensorIds: [],
  tags: ["core"],
  companyIds: [],
};
const day = 24 * 3_600_000;
// Over the change to summer time.
const start = Date.UTC(2026, 2, 27);

test("the occurrences within a span are those that the calendar knows, minute by minute", () => {
  const nights = { ...nightly, cron: "0,30 1,2,3 * * *", timeZone: "Australia/Lord_Howe" };
  for (const [window, fromAt, openings] of [
    [nightly, start, 5],
    [{ ...nights, durationMin: 15 }, Date.UTC(2026, 9, 1), 23],
    [{ ...nights, durationMin: 15 }, Date.UTC(2026, 3, 2), 24],
  ] as const) {
    const spans = maintenanceWithin([window], subject, { fromAt, toAt: fromAt + 4 * day });
    const calendar = maintenanceCalendar([window]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4 * 24 * 60 - 1 }), (minute) => {
        const at = fromAt + minute * 60_000;
        const covered = spans.some((span) => span.fromAt <= at && at < span.toAt);
        assert.equal(covered, calendar.at(subject, at).active !== null, new Date(at).toISOString());
      }),
      { numRuns: 500 },
    );
    assert.equal(spans.length, openings);
  }
});

test("one that began before the span is within it while it lasts; one of other sensors is not", () => {
  const at = Date.UTC(2026, 0, 10, 1, 0);
  const span = { fromAt: at, toAt: at + 60_000 };
  assert.equal(maintenanceWithin([nightly], subject, span).length, 1);
  assert.deepEqual(maintenanceWithin([nightly], { ...subject, tags: [] }, span), []);
  const once = { ...nightly, cron: null, durationMin: null, startsAt: at - 10, endsAt: at };
  assert.deepEqual(maintenanceWithin([once], subject, span), []);
});
