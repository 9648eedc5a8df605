import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type MaintenanceWindow, maintenanceCalendar } from "./maintenance.ts";
import { windowTimes } from "./window-times.ts";

const once: MaintenanceWindow = {
  name: "move",
  startsAt: 1_000_000,
  endsAt: 2_000_000,
  cron: null,
  timeZone: "UTC",
  durationMin: null,
  sensorIds: [],
  tags: [],
  companyIds: [],
};
const nightly: MaintenanceWindow = {
  ...once,
  startsAt: null,
  endsAt: null,
  cron: "0 2 * * *",
  timeZone: "Europe/Berlin",
  durationMin: 60,
};

test("a window of one time is next, then now, then past", () => {
  const opening = { startsAt: 1_000_000, endsAt: 2_000_000 };
  assert.deepEqual(windowTimes(once, 999_999, 3), {
    state: "next",
    current: null,
    next: [opening],
  });
  assert.deepEqual(windowTimes(once, 1_000_000, 3), { state: "now", current: opening, next: [] });
  assert.deepEqual(windowTimes(once, 1_999_999, 3), { state: "now", current: opening, next: [] });
  assert.deepEqual(windowTimes(once, 2_000_000, 3), { state: "past", current: null, next: [] });
});

test("one that comes back is shown with its next times by the clock of its zone, also over a change", () => {
  const { state, current, next } = windowTimes(nightly, Date.parse("2026-10-23T12:00:00Z"), 3);
  assert.deepEqual([state, current], ["next", null]);
  assert.deepEqual(
    next.map(({ startsAt }) => new Date(startsAt).toISOString()),
    ["2026-10-24T00:00:00.000Z", "2026-10-25T00:00:00.000Z", "2026-10-26T01:00:00.000Z"],
  );
});

test("one whose time never comes is past", () => {
  assert.deepEqual(windowTimes({ ...nightly, cron: "0 0 30 2 *" }, Date.UTC(2026, 0), 3), {
    state: "past",
    current: null,
    next: [],
  });
});

test("at every moment it says what the calendar says that incidents go by", () => {
  const start = Date.parse("2026-10-24T00:00:00Z");
  const subject = { id: "s", tags: [], companyId: null };
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3 * 86_400_000 }),
      fc.integer({ min: 1, max: 1440 }),
      fc.constantFrom("0 2 * * *", "0 1,2,3 * * *", "*/15 * * * *"),
      (ms, durationMin, cron) => {
        const window = { ...nightly, durationMin, cron };
        const isActive = maintenanceCalendar([window]).at(subject, start + ms).active !== null;
        const { current, next } = windowTimes(window, start + ms, 3);
        assert.equal(current !== null, isActive);
        assert.ok(next.every(({ startsAt }) => startsAt > start + ms));
      },
    ),
    { numRuns: 300 },
  );
});
