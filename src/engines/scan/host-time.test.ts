import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { defaultBudget } from "#engines/scan-types";
import { hostTimeMs, startTimeLimit } from "./host-time.ts";
import { liftedBudget } from "./testing/scan-here.ts";

const ports = (count: number) => ({ tcp: Array.from({ length: count }, (_, i) => i + 1), udp: [] });
const minutes = (budget: typeof defaultBudget, count: number, connectTimeoutMs = 1000): number =>
  hostTimeMs({ budget, connectTimeoutMs }, ports(count)) / 60_000;

test("a host has the time that its ports need within the budget, and then some", () => {
  assert.ok(minutes(defaultBudget, 1000) > 10);
  // 131,070 attempts at a 256th part of 2,000 a second each: 4.7 hours.
  assert.ok(minutes(defaultBudget, 65_535) > 280);
  assert.ok(minutes(liftedBudget, 1000) < 15);
  for (const perHostPerSec of [0.001, 1, 50, null]) {
    assert.ok(minutes({ ...liftedBudget, perHostPerSec }, 65_535, 30_000) <= 24 * 60);
  }
});

test("a host's time ends by itself, with the scan, or not at all once it is done", async () => {
  const scan = new AbortController();
  const short = startTimeLimit(scan.signal, 5);
  await once(short.signal, "abort");
  assert.equal(short.isOver(), true);

  const done = startTimeLimit(scan.signal, 60_000);
  const stopped = startTimeLimit(scan.signal, 60_000);
  done.end();
  scan.abort(new Error("stopped"));
  assert.equal(done.signal.aborted, false);
  assert.deepEqual([stopped.signal.aborted, stopped.isOver()], [true, false]);
  stopped.end();
  const late = startTimeLimit(scan.signal, 60_000);
  assert.equal(late.signal.aborted, true);
  late.end();
});
