import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CounterSample, type Rates, ratesBetween } from "./rates.ts";

const base: CounterSample = {
  ifIndex: 1,
  discontinuity: 0,
  speedBps: 1_000_000_000,
  inOctets: { value: 0n, bits: 64 },
  outOctets: { value: 0n, bits: 64 },
  inErrors: { value: 0n, bits: 32 },
  outErrors: { value: 0n, bits: 32 },
  inDiscards: { value: 0n, bits: 32 },
  outDiscards: { value: 0n, bits: 32 },
};

function octets(value: bigint, bits: 32 | 64) {
  return { value: BigInt.asUintN(bits, value), bits };
}

/** Whatever the input was: null, or a number that a line of this speed can show. */
function assertHonest(rates: Rates, speedBps: number | null): void {
  for (const [name, rate] of Object.entries(rates)) {
    if (rate === null) continue;
    assert.ok(Number.isFinite(rate) && rate >= 0, `${name} is ${rate}`);
    if (speedBps !== null && name.endsWith("Bps"))
      assert.ok(rate <= speedBps, `${name} is ${rate}`);
    if (name === "utilisationPercent") assert.ok(rate <= 100, `${rate} %`);
  }
}

const counter = fc.oneof(
  fc.record({
    value: fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }),
    bits: fc.constant(32 as const),
  }),
  fc.record({
    value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    bits: fc.constant(64 as const),
  }),
);
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null, freq: 8 });
const speed = maybe(fc.constantFrom(1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 4e11));
const sample: fc.Arbitrary<CounterSample> = fc.record({
  ifIndex: fc.constantFrom(1, 1, 1, 2),
  discontinuity: fc.constantFrom(0, 0, 0, 77, null),
  speedBps: speed,
  inOctets: maybe(counter),
  outOctets: maybe(counter),
  inErrors: maybe(counter),
  outErrors: maybe(counter),
  inDiscards: maybe(counter),
  outDiscards: maybe(counter),
});

test("no two readings whatsoever make a negative, infinite or impossible rate", () => {
  const elapsed = fc.oneof(
    fc.double({ min: -10, max: 1e6, noNaN: false }),
    fc.constantFrom(0, -1, Number.NaN, Infinity, 1e-9, 30),
  );
  fc.assert(
    fc.property(maybe(sample), sample, maybe(elapsed), (before, now, seconds) => {
      assertHonest(ratesBetween(before, now, seconds), now.speedBps);
    }),
    { numRuns: 3000 },
  );
});

test("true traffic is measured exactly, through wraps and above 2^53", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(32 as const, 64 as const),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 5, max: 300 }),
      fc.constantFrom(1e7, 1e8, 1e9, 1e11),
      (bits, start, load, seconds, speedBps) => {
        if (bits === 64 && start > 2n ** 63n) start -= 2n ** 63n; // no 64-bit counter lives to see its end
        const grown = BigInt(Math.floor((speedBps / 8) * load * seconds));
        const before = { ...base, speedBps, inOctets: octets(start, bits) };
        const now = { ...base, speedBps, inOctets: octets(start + grown, bits) };
        const { inBps, outBps } = ratesBetween(before, now, seconds);
        assert.equal(outBps, bits === 64 ? 0 : 0);
        if (bits === 32 && (speedBps / 8) * seconds >= 2 ** 32) return assert.equal(inBps, null);
        const expected = (Number(grown) * 8) / seconds;
        assert.ok(inBps !== null && Math.abs(inBps - expected) <= expected * 1e-12, `${inBps}`);
      },
    ),
  );
});

test("octets beyond 2^53 do not lose units", () => {
  const before = { ...base, speedBps: null, inOctets: octets(2n ** 60n + 1n, 64) };
  const now = { ...base, speedBps: null, inOctets: octets(2n ** 60n + 2n, 64) };
  assert.equal(ratesBetween(before, now, 1).inBps, 8);
});

test("a counter that began anew gives no rate: neither a negative one nor a spike", () => {
  const high = { ...base, inOctets: octets(123_456_789_012n, 64), inErrors: octets(4000n, 32) };
  const zero = { ...base, inOctets: octets(17n, 64), inErrors: octets(3n, 32) };
  const rates = ratesBetween(high, zero, 60);
  assert.deepEqual(
    [rates.inBps, rates.inErrorsPerSec, rates.utilisationPercent],
    [null, null, null],
  );
  const narrow = { ...base, speedBps: 1e8, inOctets: octets(1_000_000n, 32) };
  assert.equal(ratesBetween(narrow, { ...narrow, inOctets: octets(5n, 32) }, 60).inBps, null);
});

test("another row, a discontinuity, another width and a new beginning each give no rate", () => {
  const later = { ...base, inOctets: octets(1000n, 64) };
  assert.equal(ratesBetween(base, later, 10).inBps, 800);
  assert.equal(ratesBetween(null, later, 10).inBps, null);
  assert.equal(ratesBetween(base, later, null).inBps, null);
  assert.equal(ratesBetween({ ...base, ifIndex: 2 }, later, 10).inBps, null);
  assert.equal(ratesBetween({ ...base, discontinuity: 5 }, later, 10).inBps, null);
  assert.equal(ratesBetween({ ...base, inOctets: octets(0n, 32) }, later, 10).inBps, null);
});

test("a little above line speed is line speed, much above is nothing", () => {
  const at = (share: number) => {
    const grown = BigInt(Math.round(125_000_000 * 10 * share));
    return ratesBetween(base, { ...base, inOctets: octets(grown, 64) }, 10);
  };
  assert.equal(at(1.05).inBps, 1e9);
  assert.equal(at(1.05).utilisationPercent, 100);
  assert.equal(at(1.2).inBps, null);
  assert.equal(at(0.5).utilisationPercent, 50);
});

test("utilisation is that of the busier direction, and unknown without a speed", () => {
  const now = { ...base, inOctets: octets(1_250_000n, 64), outOctets: octets(12_500_000n, 64) };
  assert.equal(ratesBetween(base, now, 1).utilisationPercent, 10);
  const unknown = { ...now, speedBps: null };
  const rates = ratesBetween({ ...base, speedBps: null }, unknown, 1);
  assert.deepEqual([rates.outBps, rates.utilisationPercent], [1e8, null]);
});

test("more errors than packets fit on the line are none", () => {
  const now = { ...base, inErrors: octets(2n ** 31n, 32), inDiscards: octets(600n, 32) };
  const rates = ratesBetween(base, now, 60);
  assert.deepEqual([rates.inErrorsPerSec, rates.inDiscardsPerSec], [null, 10]);
});
