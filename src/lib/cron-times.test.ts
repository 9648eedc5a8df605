import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CronTimes, cronTimes } from "./cron-times.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Clocks that change by an hour, by half an hour, at midnight, by a day, or never; and a moment within a day of the change. */
const changes = [
  ["Europe/Berlin", "2026-03-29T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["America/St_Johns", "2026-03-08T05:30:00Z"],
  ["America/St_Johns", "2026-11-01T04:30:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["America/Sao_Paulo", "2018-02-18T02:00:00Z"],
  ["Africa/Cairo", "2024-04-25T22:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Asia/Kolkata", "2026-06-01T00:00:00Z"],
  ["UTC", "2026-06-01T00:00:00Z"],
] as const;

/** Newfoundland changed its clocks one minute past midnight, until 2011. */
const pastMidnight = ["America/St_Johns", "2006-10-29T02:31:00Z"] as const;

/** What a clock in the zone shows, as if it were UTC, read by other means than the rule uses. */
function clockIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (at) => Date.parse(`${format.format(at).replace(", ", "T")}Z`);
}

/** Every minute from half a day before a change to a day after it, and what the clock shows. */
const minutesAround = new Map(
  [...changes, pastMidnight].map((change) => {
    const [timeZone, text] = change;
    const clock = clockIn(timeZone);
    const from = Date.parse(text) - day / 2;
    const shown = Array.from({ length: 36 * 60 }, (_, i) => {
      const at = from + i * minute;
      return { at, wall: clock(at) };
    });
    return [change, shown];
  }),
);

/** One field of a pattern, and the numbers that it names. */
const field = (max: number) =>
  fc.oneof(
    fc.uniqueArray(fc.nat(max), { minLength: 1, maxLength: 4 }).map((numbers) => {
      return { text: numbers.join(","), has: (value: number) => numbers.includes(value) };
    }),
    fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      return { text: `${from}-${to}`, has: (value: number) => from <= value && value <= to };
    }),
    fc.constantFrom(2, 7).map((step) => {
      return { text: `*/${step}`, has: (value: number) => value % step === 0 };
    }),
  );
const anyField = { text: "*", has: () => true };
const hours = fc.oneof(field(23), field(4), fc.constant(anyField));

/** All times from one to another, the later not included, each found from the one before. */
function timesWithin(times: CronTimes, fromAt: number, toAt: number): number[] {
  const found: number[] = [];
  for (let at = times.after(fromAt - 1); at !== null && at < toAt; at = times.after(at)) {
    assert.ok(at > (found.at(-1) ?? Number.NEGATIVE_INFINITY), "never backwards");
    found.push(at);
  }
  return found;
}

const texts = (times: readonly number[]) => times.map((at) => new Date(at).toISOString());

test("each local time that a pattern names comes once, when the clock first shows it or goes past it; each hour, whenever it shows it", () => {
  const anyChange = fc.constantFrom(...minutesAround.keys());
  fc.assert(
    fc.property(anyChange, field(59), hours, (change, minutes, hoursOfDay) => {
      const shown = minutesAround.get(change) ?? assert.fail();
      const isNamed = (wall: number): boolean => {
        const clock = new Date(wall);
        return minutes.has(clock.getUTCMinutes()) && hoursOfDay.has(clock.getUTCHours());
      };
      const isEveryHour = hoursOfDay === anyField;
      const expected: number[] = [];
      let furthest = (shown[0]?.wall ?? 0) - minute;
      for (const { at, wall } of shown) {
        let comes = isEveryHour && isNamed(wall);
        for (; furthest < wall; furthest += minute) {
          comes ||= !isEveryHour && isNamed(furthest + minute);
        }
        if (comes) expected.push(at);
      }
      const [fromAt, toAt] = [shown[0]?.at ?? 0, (shown.at(-1)?.at ?? 0) + minute];
      const times = cronTimes(`${minutes.text} ${hoursOfDay.text} * * *`, change[0]);
      assert.deepEqual(texts(timesWithin(times, fromAt, toAt)), texts(expected));
    }),
    { numRuns: 500 },
  );
});

test("the next time and the last are the same from wherever between them one asks", () => {
  const pattern = fc
    .tuple(field(59), hours, fc.constantFrom("*", "L", "*/2", "29"), fc.constantFrom("*", "*/3"))
    .map(([minutes, hoursOfDay, date, month]) => {
      return `${minutes.text} ${hoursOfDay.text} ${date} ${month} *`;
    });
  fc.assert(
    fc.property(
      pattern,
      fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "+02:00"),
      fc.integer({ min: Date.UTC(1995, 0), max: Date.UTC(2060, 0) }),
      fc.integer({ min: -4 * hour, max: 4 * hour }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (text, timeZone, anywhere, offset, share) => {
        const clock = Temporal.Instant.fromEpochMilliseconds(anywhere).toZonedDateTimeISO(timeZone);
        const change = clock.getTimeZoneTransition("next")?.epochMilliseconds ?? anywhere;
        const times = cronTimes(text, timeZone);
        const last = times.upTo(change + offset) ?? assert.fail();
        const next = times.after(change + offset) ?? assert.fail();
        assert.ok(last <= change + offset && change + offset < next);
        const between = last + Math.floor((next - last) * share);
        assert.deepEqual([times.upTo(between), times.after(between)], [last, next]);
        assert.deepEqual([times.upTo(next), times.upTo(next - 1)], [next, last]);
        // Asked by one that has been asked for nothing before.
        assert.equal(cronTimes(text, timeZone).upTo(between), last);
      },
    ),
    { numRuns: 500 },
  );
});

test("several hours of a night come once each, also where clocks show them twice; a gap and its end are one", () => {
  const on = (timeZone: string, from: string) => {
    const fromAt = Date.parse(from);
    const times = cronTimes("0 1,2,3 * * *", timeZone);
    return texts(timesWithin(times, fromAt, fromAt + day)).map((text) => text.slice(11, 16));
  };
  assert.deepEqual(on("Europe/Berlin", "2026-10-24T22:00Z"), ["23:00", "00:00", "02:00"]);
  assert.deepEqual(on("Europe/Berlin", "2026-03-28T23:00Z"), ["00:00", "01:00"]);
  assert.deepEqual(on("America/St_Johns", "2026-11-01T02:30Z"), ["03:30", "05:30", "06:30"]);
  assert.deepEqual(on("Australia/Lord_Howe", "2026-10-03T13:30Z"), ["14:30", "15:30", "16:00"]);
});

test("every quarter of an hour is every quarter of an hour, whatever the clocks do", () => {
  for (const [timeZone, text] of changes) {
    const times = cronTimes("*/15 * * * *", timeZone);
    const fromAt = Date.parse(text) - 6 * hour;
    const quarters = Array.from({ length: 48 }, (_, i) => fromAt + i * 15 * minute);
    assert.deepEqual(texts(timesWithin(times, fromAt, fromAt + 12 * hour)), texts(quarters));
  }
});

test("an hourly time in a gap is left out, since the hour itself never was", () => {
  const before = Date.parse("2026-03-29T00:30:00Z");
  assert.equal(cronTimes("30 * * * *", "Europe/Berlin").after(before), before + hour);
  assert.equal(
    new Date(cronTimes("30 2 * * *", "Europe/Berlin").after(before) ?? 0).toISOString(),
    "2026-03-29T01:00:00.000Z",
  );
});

test("however many times of a pattern a gap swallows, one makes up for them", () => {
  const fromAt = Date.parse("2026-03-29T00:00:00Z");
  const found = timesWithin(cronTimes("0,15,45 2,3 * * *", "Europe/Berlin"), fromAt, fromAt + day);
  assert.deepEqual(
    texts(found).map((text) => text.slice(11, 16)),
    ["01:00", "01:15", "01:45"],
  );
});

test("what never comes is known to be so in both directions, also by the most restless clocks", () => {
  for (const pattern of ["0 0 30 2 *", "0 0 31 4,6 *", "0 1,2,3 30W 2 *", "* * 30 2 *"]) {
    for (const timeZone of ["UTC", "Europe/Berlin", "Africa/Casablanca"]) {
      const times = cronTimes(pattern, timeZone);
      const at = Date.UTC(2026, 9, 25);
      assert.deepEqual([times.upTo(at), times.after(at)], [null, null], pattern);
    }
  }
});

test("every hour may be written in any way in which croner reads it", () => {
  const fromAt = Date.parse("2026-10-25T00:00:00Z");
  for (const pattern of ["0 * * * *", " 0  ? * * *", "0 */1 * * *", "@hourly"]) {
    const times = cronTimes(pattern, "Europe/Berlin");
    assert.equal(timesWithin(times, fromAt, fromAt + 3 * hour).length, 3, pattern);
  }
});

test("a pattern or a zone that does not exist is refused with its name", () => {
  assert.throws(() => cronTimes("61 * * * *", "UTC"), /^RangeError: "61 \* \* \* \*": /);
  assert.throws(() => cronTimes("* * * * * *", "UTC"), RangeError);
  assert.throws(() => cronTimes("0 2 * * *", "Mars/Olympus"), /"Mars\/Olympus" is no time zone/);
  assert.throws(() => cronTimes("0 2 * * *", "2026-01-01T00:00Z"), RangeError);
});
