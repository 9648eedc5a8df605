import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAgentAllowance } from "./agent-allowance.ts";

test("an agent has ten requests under way and no more; what has ended makes room, once", () => {
  const allowance = createAgentAllowance();
  const ends = Array.from({ length: 10 }, () => allowance.begin("a"));
  assert.ok(ends.every((end) => end !== null));
  assert.equal(allowance.begin("a"), null);
  assert.notEqual(allowance.begin("b"), null);
  ends[0]?.();
  ends[0]?.();
  assert.notEqual(allowance.begin("a"), null);
  assert.equal(allowance.begin("a"), null);
});

test("thirty requests in a row are free, then one in twenty seconds; another agent's do not count", () => {
  const allowance = createAgentAllowance();
  for (let i = 0; i <= 30; i++) {
    assert.equal(allowance.waitSec("a", 0), 0);
    allowance.charge("a", 5, 0);
  }
  assert.equal(allowance.waitSec("a", 0), 20);
  assert.equal(allowance.waitSec("b", 0), 0);
  assert.equal(allowance.waitSec("a", 19_000), 1);
  assert.equal(allowance.waitSec("a", 20_000), 0);
});

test("whatever an agent asks for, it gets at most a twentieth of the time, and what it may owe", () => {
  const asked = fc.array(fc.record({ pauseMs: fc.nat(60_000), tookMs: fc.nat(4000) }), {
    maxLength: 300,
  });
  fc.assert(
    fc.property(asked, (calls) => {
      const allowance = createAgentAllowance();
      let now = 0;
      let worked = 0;
      for (const { pauseMs, tookMs } of calls) {
        now += pauseMs;
        if (allowance.waitSec("a", now) > 0) continue;
        now += tookMs;
        allowance.charge("a", tookMs, now);
        worked += tookMs;
        assert.ok(worked <= now / 20 + 30_000 + 4000, `${worked} of ${now}`);
      }
    }),
  );
});
