import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { boundsOfDays, isTimeZone, knownTimeZone } from "./time-zone.ts";

const hourMs = 3_600_000;

test("a zone has a name: an offset is none", () => {
  assert.deepEqual(["UTC", "Europe/Berlin", "+02:00", "Mars/Olympus", ""].map(isTimeZone), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test("clocks can go by an offset as well as by a zone, and by nothing else", () => {
  for (const zone of ["UTC", "Europe/Berlin", "+02:00"]) assert.equal(knownTimeZone(zone), zone);
  for (const none of ["Mars/Olympus", "+2 hours", "2026-01-01T00:00Z", ""]) {
    assert.throws(() => knownTimeZone(none), /^RangeError: .* is no time zone such as/, none);
  }
});

test("days begin at midnight by the clocks of the zone, also where these change, and each is there once", () => {
  for (const [timeZone, until, hours] of [
    ["Europe/Berlin", "2027-03-29T22:00:00Z", [24, 23, 24]],
    ["Europe/Berlin", "2027-11-01T23:00:00Z", [24, 25, 24]],
    ["America/St_Johns", "2027-03-16T02:30:00Z", [24, 23, 24]],
    ["Asia/Kathmandu", "2026-12-31T18:15:00Z", [24, 24, 24]],
  ] as const) {
    const bounds = boundsOfDays(Date.parse(until), timeZone, 30);
    const lengths = bounds.slice(1).map((end, day) => (end - (bounds[day] ?? 0)) / hourMs);
    assert.deepEqual(lengths.slice(-3), hours, `${timeZone} ${until}`);
    const format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      dateStyle: "short",
      timeStyle: "short",
      hourCycle: "h23",
    });
    const shown = bounds.map((at) => format.format(at).split(", "));
    assert.deepEqual(new Set(shown.map(([, time]) => time)), new Set(["00:00"]), timeZone);
    assert.equal(new Set(shown.map(([date]) => date)).size, 31, timeZone);
  }
});

test("bounds are in order and end with what was asked, for any moment and zone", () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  fc.assert(
    fc.property(fc.nat(8_640_000_000_000_000), zones, (until, timeZone) => {
      const bounds = boundsOfDays(until, timeZone, 30);
      assert.deepEqual([bounds.length, bounds.at(-1)], [31, until]);
      assert.ok(bounds.every((at, place) => place === 0 || at >= (bounds[place - 1] ?? Infinity)));
    }),
    {
      examples: [
        [0, "UTC"],
        [8_640_000_000_000_000, "Pacific/Kiritimati"],
      ],
    },
  );
});
