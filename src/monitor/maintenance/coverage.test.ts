import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { coverageAt } from "./coverage.ts";
import { type MaintenanceWindow, maintenanceCalendar } from "./maintenance.ts";

const words = fc.subarray(["a", "b", "c"]);
const anyWindow = fc
  .record({
    startsAt: fc.integer({ min: 0, max: 50 }),
    length: fc.integer({ min: 1, max: 50 }),
    sensorIds: words,
    tags: words,
    companyIds: words,
  })
  .map(({ startsAt, length, ...covers }): MaintenanceWindow => {
    const endsAt = startsAt + length;
    const once = { cron: null, timeZone: "UTC", durationMin: null };
    return { name: "w", startsAt, endsAt, ...once, ...covers };
  });

test("a sensor is in the coverage of a moment exactly when the calendar says that it is in maintenance", () => {
  fc.assert(
    fc.property(
      fc.array(anyWindow, { maxLength: 4 }),
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom("a", "b", "c", "d"),
      words,
      fc.constantFrom("a", "b", null),
      (windows, at, id, tags, companyId) => {
        const { everything, sensorIds, tags: coveredTags, companyIds } = coverageAt(windows, at);
        const covered =
          everything ||
          sensorIds.includes(id) ||
          tags.some((tag) => coveredTags.includes(tag)) ||
          (companyId !== null && companyIds.includes(companyId));
        const { active } = maintenanceCalendar(windows).at({ id, tags, companyId }, at);
        assert.equal(covered, active !== null);
      },
    ),
  );
});

test("a recurring window covers while it lasts", () => {
  const daily: MaintenanceWindow = {
    name: "nightly",
    startsAt: null,
    endsAt: null,
    cron: "0 2 * * *",
    timeZone: "UTC",
    durationMin: 60,
    sensorIds: ["a"],
    tags: [],
    companyIds: [],
  };
  const night = Date.UTC(2026, 2, 1, 2, 30);
  assert.deepEqual(coverageAt([daily], night).sensorIds, ["a"]);
  assert.deepEqual(coverageAt([daily], night + 3_600_000).sensorIds, []);
});
