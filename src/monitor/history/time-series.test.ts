import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { neededPartitions, timeSeries } from "./time-series.ts";

test("partitions cover every kept moment and a day ahead, without gap or overlap", () => {
  const retention = fc.record({
    rawHours: fc.integer({ min: 1, max: 9000 }),
    fiveMinuteDays: fc.integer({ min: 1, max: 3660 }),
    hourDays: fc.integer({ min: 1, max: 36_600 }),
  });
  fc.assert(
    fc.property(retention, fc.integer({ min: 4e12, max: 9e12 }), (kept, now) => {
      for (const series of timeSeries(kept)) {
        const partitions = neededPartitions(series, now);
        assert.ok((partitions[0]?.fromAt ?? now) <= now - series.keepMs);
        assert.ok((partitions.at(-1)?.toAt ?? 0) > now + 86_400_000);
        for (const [i, { fromAt, toAt }] of partitions.entries()) {
          assert.equal(toAt - fromAt, series.partitionMs);
          if (i > 0) assert.equal(fromAt, partitions[i - 1]?.toAt);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("with the defaults, each series has a number of partitions that PostgreSQL plans quickly", () => {
  for (const series of timeSeries({ rawHours: 48, fiveMinuteDays: 90, hourDays: 730 })) {
    const { length } = neededPartitions(series, Date.parse("2026-11-21T12:00:00Z"));
    assert.ok(length >= 10 && length <= 20, `${series.table}: ${length}`);
  }
});
