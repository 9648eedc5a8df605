import assert from "node:assert/strict";
import { test } from "node:test";
import { limiterContract } from "./limiter-contract-suite.ts";
import { createMemoryLimiter } from "./memory-limiter.ts";
import { windowMs } from "./rate-limiter.ts";

limiterContract("memory", (limit, now) => createMemoryLimiter({ limit, now, maxKeys: 100 }), 300);

test("memory stays bounded: the key that was idle longest is forgotten, one in use is not", async () => {
  const limiter = createMemoryLimiter({ limit: 2, now: () => 0, maxKeys: 3 });
  await limiter.take("kept");
  for (let i = 0; i < 10; i++) {
    await limiter.take(`other ${i}`);
    if (i === 0) await limiter.take("kept");
  }
  assert.equal((await limiter.take("other 9")).remaining, 0);
  assert.equal((await limiter.take("other 0")).remaining, 1, "forgotten");
});

test("a key in the limit stays in it while others come and go", async () => {
  const limiter = createMemoryLimiter({ limit: 1, now: () => 0, maxKeys: 3 });
  await limiter.take("a");
  await limiter.take("b");
  assert.equal((await limiter.take("a")).allowed, false);
  await limiter.take("c");
  assert.equal((await limiter.take("a")).allowed, false);
});

test("a limit in the millions takes memory only for the requests that come", async () => {
  let at = 0;
  const limiter = createMemoryLimiter({ limit: 10_000_000, now: () => at, maxKeys: 10 });
  for (let i = 0; i < 100_000; i++) {
    at += 7;
    const verdict = await limiter.take("key");
    assert.equal(verdict.remaining, 10_000_000 - Math.min(i + 1, Math.ceil(windowMs / 7)));
  }
});
