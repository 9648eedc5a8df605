import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextRunAt, nextRunOf, scheduleFault } from "./schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Clocks that change by an hour, by half an hour, at midnight, or never; and a moment within a day of the change. */
const changes = [
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
  ["Africa/Cairo", "2024-04-25T22:00:00Z"],
  ["Asia/Kolkata", "2026-06-01T00:00:00Z"],
  ["UTC", "2026-06-01T00:00:00Z"],
] as const;

/** What a clock in the zone shows, read by other means than the schedule uses. */
function clockIn(timeZone: string): (at: number) => { date: string; minutes: number } {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (at) => {
    const [date = "", time = ""] = format.format(at).split(", ");
    const [hours = "", minutes = ""] = time.split(":");
    return { date, minutes: Number(hours) * 60 + Number(minutes) };
  };
}

/** Every minute of three days around a change, with what the clock shows. */
const minutesAround = new Map(
  changes.map((change) => {
    const [timeZone, text] = change;
    const clock = clockIn(timeZone);
    const from = Date.parse(text) - 1.5 * day;
    const shown = Array.from({ length: 3 * 24 * 60 }, (_, i) => {
      const at = from + i * minute;
      return { at, ...clock(at) };
    });
    return [change, shown];
  }),
);

test("a time of day comes once on each day, when the clock first shows it or, in a gap, goes past it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...changes),
      fc.nat(23),
      fc.nat(59),
      fc.nat(2 * 24 * 60 - 1),
      (change, hours, minutes, offset) => {
        const all = minutesAround.get(change) ?? assert.fail();
        const after = (all[offset]?.at ?? 0) + 12_345;
        const seen = new Set<string>();
        const expected = all.find(({ at, date, minutes: shown }) => {
          if (seen.has(date) || shown < hours * 60 + minutes) return false;
          seen.add(date);
          return at > after && date !== all[0]?.date;
        });
        // On the day with which the minutes begin, the clock may have shown it before them.
        fc.pre(all[offset]?.date !== all[0]?.date && expected !== undefined);
        const next = nextRunAt(`${minutes} ${hours} * * *`, change[0], after);
        assert.equal(new Date(next ?? 0).toISOString(), new Date(expected?.at ?? 0).toISOString());
      },
    ),
    { numRuns: 1500 },
  );
});

test("every quarter of an hour is every quarter of an hour, whatever the clocks do", () => {
  for (const [timeZone, text] of changes) {
    let at = Date.parse(text) - 6 * hour;
    for (let i = 0; i < 48; i += 1) {
      const next: number | null = nextRunAt("*/15 * * * *", timeZone, at);
      assert.equal(next, at + 15 * minute, `${timeZone} ${new Date(at).toISOString()}`);
      at = next ?? assert.fail();
    }
  }
});

test("an hourly time in a gap is left out, since the hour itself never was", () => {
  const before = Date.parse("2026-03-29T00:30:00Z");
  assert.equal(nextRunAt("30 * * * *", "Europe/Berlin", before), before + hour);
  assert.equal(
    new Date(nextRunAt("30 2 * * *", "Europe/Berlin", before) ?? 0).toISOString(),
    "2026-03-29T01:00:00.000Z",
  );
});

test("however many times of a schedule a gap swallows, one run makes up for them", () => {
  const runs: string[] = [];
  let at = Date.parse("2026-03-29T00:00:00Z");
  for (let i = 0; i < 3; i += 1) {
    at = nextRunAt("0,15,45 2,3 * * *", "Europe/Berlin", at) ?? assert.fail();
    runs.push(new Date(at).toISOString().slice(11, 16));
  }
  assert.deepEqual(runs, ["01:00", "01:15", "01:45"]);
});

test("the next time is the same from wherever before it one asks, and later than one asks", () => {
  const field = (max: number) =>
    fc.oneof(
      fc.nat(max).map(String),
      fc.constant("*"),
      fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      fc.constantFrom("*/7", "*/2"),
    );
  const schedule = fc
    .tuple(field(59), field(23), fc.constantFrom("*", "1-31", "*/2"), fc.constantFrom("*", "*/3"))
    .map((parts) => `${parts.join(" ")} *`);
  fc.assert(
    fc.property(
      schedule,
      fc.constantFrom(...changes),
      fc.integer({ min: -day, max: day }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (pattern, [timeZone, text], offset, share) => {
        const after = Date.parse(text) + offset;
        const next = nextRunAt(pattern, timeZone, after) ?? assert.fail();
        assert.ok(next > after);
        const between = after + Math.floor((next - after) * share);
        assert.equal(nextRunAt(pattern, timeZone, between), next);
      },
    ),
    { numRuns: 300 },
  );
});

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
