import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type CheckOutcome, emptyOutcome } from "#engines/check-types";
import { anyCharacter } from "#test/any-text";
import { createCheckGuard, plain } from "./check-guard.ts";

const good: CheckOutcome = { ...emptyOutcome, ok: true, latencyMs: 1 };

test("an outcome passes as it is", async () => {
  const guard = createCheckGuard();
  assert.equal(await guard.watch("x", 1000, async () => good), good);
  guard.close();
});

test("an engine that never ends is given up soon after the deadline", async () => {
  const guard = createCheckGuard();
  const startedAt = performance.now();
  const outcome = await guard.watch("10.0.0.1", 100, () => new Promise(() => {}));
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 100 && tookMs < 1500, `${tookMs} ms`);
  assert.equal(outcome.causeCode, "internal");
  assert.equal(outcome.cause, "the check of 10.0.0.1 did not end within 0.1 s and was given up");
  guard.close();
});

test("an engine that rejects or throws is a failed check", async () => {
  const guard = createCheckGuard();
  const rejects = await guard.watch("x", 1000, () => Promise.reject(new Error("oh")));
  const throws = await guard.watch("x", 1000, () => {
    throw new Error("oh");
  });
  for (const { ok, causeCode, cause } of [rejects, throws]) {
    const expected = [false, "internal", "the check of x went wrong: oh"];
    assert.deepEqual([ok, causeCode, cause], expected);
  }
  guard.close();
});

test("a late outcome changes nothing, and close settles what is under way", async () => {
  const guard = createCheckGuard();
  let late: (outcome: CheckOutcome) => void = () => {};
  const given = await guard.watch("x", 1, () => new Promise((resolve) => (late = resolve)));
  late(good);
  assert.equal(given.ok, false);
  const underWay = guard.watch("x", 60_000, () => new Promise(() => {}));
  guard.close();
  assert.equal((await underWay).causeCode, "internal");
});

test("a pause of the whole process does not make an engine late that keeps its deadline", async () => {
  const guard = createCheckGuard();
  const answer = guard.watch(
    "x",
    50,
    () => new Promise((resolve) => setTimeout(resolve, 50, { ...good })),
  );
  const blockedUntil = performance.now() + 600; // past deadline and grace
  while (performance.now() < blockedUntil);
  assert.equal((await answer).ok, true);
  guard.close();
});

test("whatever the text, a cause is one line of at most 500 characters without control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 1500 }), (text) => {
      const line = plain(text);
      assert.ok(line.length <= 500 && line.isWellFormed());
      assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      assert.equal(plain(line), line);
    }),
  );
  assert.equal(plain("a\r\nb\u202ec\u0000"), "a b c ");
  assert.equal(
    plain("HTTP 503 from https://büro.example/ – 日本"),
    "HTTP 503 from https://büro.example/ – 日本",
  );
});
