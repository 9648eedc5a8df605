import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobReport } from "#exposure/audits";
import { describeBatch, describeJob, describeJobs } from "./describe-job.ts";

const now = Date.parse("2026-11-20T00:00:00Z");

function job(change: Partial<JobReport> = {}): JobReport {
  return {
    id: "j",
    agentId: "a",
    agentName: "web1",
    agentSeenAt: now,
    state: "running",
    stopRequested: false,
    progress: null,
    attempts: 1,
    requestedBy: "schedule",
    errorCode: null,
    error: null,
    createdAt: now,
    startedAt: now,
    finishedAt: null,
    runId: null,
    counts: null,
    ...change,
  };
}

const counts = { satisfied: 2, failed: 1, notApplicable: 7, notCheckable: 8, unknown: 0 };
const done = job({ state: "completed", runId: "r", counts });

test("a job is told by what it waits for, how far it is, or what it came to", () => {
  const told = (change: Partial<JobReport>) => describeJob(job(change), now);
  assert.equal(told({ state: "queued" }), "waiting for its agent");
  assert.equal(
    told({ state: "queued", agentSeenAt: null }),
    "waiting for its agent, which has never checked in",
  );
  assert.equal(told({}), "started");
  const progress = { done: 37, total: 189 };
  assert.equal(told({ progress }), "37 of 189 rules");
  assert.equal(
    told({ progress, agentSeenAt: now - 3_600_000 }),
    "37 of 189 rules, last heard of 1h ago",
  );
  assert.equal(told({ progress, stopRequested: true }), "stopping");
  assert.equal(describeJob(done, now), "66.7 %: 2 of 3 rules satisfied, 1 failed");
  const none = { ...counts, satisfied: 0, failed: 0 };
  assert.equal(
    told({ state: "completed", counts: none }),
    "no score: 0 of 0 rules satisfied, 0 failed",
  );
  assert.equal(told({ state: "failed", error: "Install oscap." }), "Install oscap.");
});

test("of jobs on many hosts the line tells how many are done, and how far a few are", () => {
  assert.equal(
    describeBatch([job({ progress: { done: 1, total: 2 } })], now),
    "web1: 1 of 2 rules",
  );
  const many = [
    done,
    ...[1, 2, 3, 4].map((i) => job({ agentName: `db${i}` })),
    job({ state: "queued" }),
  ];
  assert.equal(
    describeBatch(many, now),
    "1 of 6 hosts done, 4 under way (db1 started; db2 started; db3 started; 1 more), 1 waiting",
  );
  assert.equal(describeBatch([done, done], now), "2 of 2 hosts done, 0 under way, 0 waiting");
});

test("the table names each host with its end and its run", () => {
  const failed = job({ agentName: "db1", state: "failed", error: "Install oscap." });
  assert.deepEqual(describeJobs([done, failed], now).split("\n").slice(1), [
    "web1  completed  r    66.7 %: 2 of 3 rules satisfied, 1 failed",
    "db1   failed     -    Install oscap.",
  ]);
});
