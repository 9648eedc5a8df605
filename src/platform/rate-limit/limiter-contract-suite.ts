import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RateLimiter, windowMs } from "./rate-limiter.ts";

/** Makes a limiter on a clock of its own, with no memory of earlier requests. */
export type MakeLimiter = (limit: number, now: () => number) => RateLimiter;

/**
 * What every limiter keeps, whatever it counts in.
 *
 * @param runs how many random histories each rule is tried with.
 */
export function limiterContract(name: string, make: MakeLimiter, runs: number): void {
  // Gaps that meet the edges of the window, small ones and large ones.
  const gapMs = fc.oneof(
    fc.constantFrom(0, 1, 999, 1000, 1001, windowMs - 1, windowMs, windowMs + 1),
    fc.integer({ min: 0, max: 30_000 }),
  );
  const history = fc.array(gapMs, { maxLength: 40 });
  const limits = fc.integer({ min: 1, max: 6 });

  test(`${name}: no 60 s, wherever they begin, see more than the limit, and none is refused below it`, async () => {
    await fc.assert(
      fc.asyncProperty(limits, history, async (limit, gaps) => {
        let at = 1_000_000;
        const limiter = make(limit, () => at);
        const allowedAt: number[] = [];
        for (const gap of gaps) {
          at += gap;
          const counted = allowedAt.filter((time) => time > at - windowMs).length;
          const verdict = await limiter.take("key");
          assert.equal(verdict.allowed, counted < limit);
          if (verdict.allowed) allowedAt.push(at);
          assert.equal(verdict.limit, limit);
          assert.equal(verdict.remaining, limit - Math.min(limit, counted + 1));
        }
      }),
      { numRuns: runs },
    );
  });

  test(`${name}: a refused request that comes again after the seconds it was told succeeds`, async () => {
    await fc.assert(
      fc.asyncProperty(limits, history, async (limit, gaps) => {
        let at = 1_000_000;
        const limiter = make(limit, () => at);
        for (const gap of gaps) {
          at += gap;
          const verdict = await limiter.take("key");
          assert.ok(Number.isInteger(verdict.resetSec));
          assert.ok(verdict.resetSec >= 1 && verdict.resetSec <= windowMs / 1000);
          if (verdict.allowed) continue;
          at += verdict.resetSec * 1000;
          assert.equal((await limiter.take("key")).allowed, true);
        }
      }),
      { numRuns: runs },
    );
  });

  test(`${name}: refused requests are not counted`, async () => {
    let at = 0;
    const limiter = make(2, () => at);
    await limiter.take("key");
    await limiter.take("key");
    for (at = 1; at < windowMs; at += 1000) {
      assert.equal((await limiter.take("key")).allowed, false);
    }
    at = windowMs;
    assert.equal((await limiter.take("key")).allowed, true);
    assert.equal((await limiter.take("key")).allowed, true);
  });

  test(`${name}: one key's requests never use up another's`, async () => {
    const limiter = make(1, () => 5);
    assert.equal((await limiter.take("one")).allowed, true);
    assert.equal((await limiter.take("one")).allowed, false);
    assert.equal((await limiter.take("other")).allowed, true);
  });

  test(`${name}: of requests that come at once, exactly as many as the limit pass`, async () => {
    const limiter = make(120, () => 5);
    const verdicts = await Promise.all(
      Array.from({ length: 300 }, async () => limiter.take("key")),
    );
    assert.equal(verdicts.filter((verdict) => verdict.allowed).length, 120);
  });
}
