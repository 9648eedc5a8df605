import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { limiterContract } from "./limiter-contract-suite.ts";
import { createPostgresLimiter } from "./postgres-limiter.ts";
import { type RateLimiter, windowMs } from "./rate-limiter.ts";

const { database, admin } = await createTestDatabase();

function onSweepFailed(error: unknown): never {
  throw error;
}

function makeLimiter(limit: number, now: () => number): RateLimiter {
  const limiter = createPostgresLimiter({ database, limit, now, onSweepFailed });
  // A new limiter remembers nothing; the table does, so each has keys of its own.
  const run = newId();
  return { take: (key) => limiter.take(`${run} ${key}`) };
}

limiterContract("postgres", makeLimiter, 25);

test("several servers share one limit exactly", async () => {
  const servers = Array.from({ length: 4 }, () =>
    createPostgresLimiter({ database, limit: 120, onSweepFailed }),
  );
  const verdicts = await Promise.all(
    Array.from({ length: 400 }, async (_, i) => servers[i % 4]?.take("shared")),
  );
  assert.equal(verdicts.filter((verdict) => verdict?.allowed).length, 120);
  assert.deepEqual(
    verdicts
      .flatMap((verdict) => (verdict?.allowed ? [verdict.remaining] : []))
      .toSorted((a, b) => a - b),
    Array.from({ length: 120 }, (_, i) => i),
    "each allowed request is told another number",
  );
});

test("many keys at once from several servers never wait for each other in a circle", async () => {
  const servers = Array.from({ length: 3 }, () =>
    createPostgresLimiter({ database, limit: 1000, onSweepFailed }),
  );
  const keys = Array.from({ length: 60 }, (_, i) => `key ${i}`);
  const verdicts = await Promise.all(
    servers.flatMap((server, i) =>
      (i % 2 === 0 ? keys : keys.toReversed()).map(async (key) => server.take(key)),
    ),
  );
  assert.ok(verdicts.every((verdict) => verdict.allowed));
});

test("no key keeps more rows than the limit, and what counts no more is forgotten", async () => {
  let at = 1_000_000_000_000;
  const limiter = createPostgresLimiter({
    database,
    limit: 5,
    now: () => at,
    onSweepFailed,
  });
  const rows = () =>
    withClient(admin, undefined, async (client) => {
      const { rowCount } = await client.query("select from rate_windows where key = 'kept'");
      return rowCount;
    });
  for (let i = 0; i < 20; i++) {
    at += 1_000;
    await limiter.take("kept");
  }
  assert.equal(await rows(), 5);
  at += 2 * windowMs;
  await limiter.take("other");
  await until(async () => (await rows()) === 0, { what: "the rows of an idle key are gone" });
});
