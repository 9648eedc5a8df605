import assert from "node:assert/strict";
import { test } from "node:test";
import type { Collector } from "#monitor/collectors";
import { examineCollector } from "./examine-collectors.ts";

const now = 1_700_000_000_000;
const well: Collector = {
  id: "c",
  name: "berlin",
  embedded: false,
  status: "active",
  version: "0.1.0",
  hostname: "h",
  lastSeenAt: now - 1000,
  health: {
    version: "0.1.0",
    sensors: 5,
    lagP99Ms: 3,
    checksPerSec: 1,
    spooledResults: 0,
    droppedResults: 0,
  },
  targetAllow: [],
  targetDeny: [],
  createdAt: 0,
};
const verdictOf = (change: Partial<Collector>) => examineCollector({ ...well, ...change }, now);
const health = (change: object) => ({
  health: { ...well.health, ...change } as Collector["health"],
});

test("a collector that is heard of and keeps up is well", () => {
  assert.equal(verdictOf({}).verdict, "ok");
  assert.equal(verdictOf({ health: null }).verdict, "ok");
});

test("a collector that is silent or loses results is a failure, with since when and how many", () => {
  assert.deepEqual(verdictOf({ lastSeenAt: now - 91_000 }), {
    verdict: "failed",
    text: "silent since 2023-11-14 22:11:49 UTC",
  });
  assert.equal(verdictOf({ lastSeenAt: null }).verdict, "failed");
  assert.match(verdictOf(health({ droppedResults: 7 })).text, /7 lost/);
  assert.equal(verdictOf(health({ droppedResults: 7 })).verdict, "failed");
});

test("one that is late, revoked or not yet enrolled is worth a look", () => {
  assert.equal(verdictOf(health({ lagP99Ms: 1500 })).verdict, "warning");
  assert.equal(verdictOf({ status: "revoked" }).verdict, "warning");
  assert.match(verdictOf({ status: "pending" }).text, /vedette collector token/);
  assert.match(verdictOf({ status: "pending", embedded: true }).text, /the server starts it/);
});
