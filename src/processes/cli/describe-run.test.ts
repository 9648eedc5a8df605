import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunOutcome, RunReport } from "#exposure/scans";
import { describeOutcome, describeProgress, describeTimes } from "./describe-run.ts";
import { createProgressLine } from "./progress-line.ts";

const now = 1_700_000_000_000;
const run: RunReport = {
  id: "r",
  scanName: "nightly",
  siteName: "HQ",
  scanType: "full",
  state: "running",
  stopRequested: false,
  requestedBy: "schedule",
  attempts: 1,
  progress: null,
  error: null,
  createdAt: now - 60_000,
  startedAt: now - 50_000,
  finishedAt: null,
  probe: { name: "hq", status: "active", lastSeenAt: now - 1000 },
};
const figures = { up: 3, down: 250, skipped: 1, dropped: 0, openPorts: 9, opened: 2, resolved: 1 };
const host: RunOutcome["leftOut"][number] = {
  runId: "r",
  address: "10.0.0.9",
  outcome: "skipped",
  reason: "it is a printer",
  assetId: null,
  tcpPorts: null,
  udpPorts: null,
  unsettledPorts: [],
  expectedNames: [],
  takenAt: now,
  finishedAt: now,
};

test("progress says what is being done, or what it waits for", () => {
  const progress = {
    phase: "ports",
    hostsTotal: 256,
    hostsDone: 12,
    hostsUp: 3,
    openPorts: 7,
    percent: 34.9,
  } as const;
  assert.equal(
    describeProgress({ ...run, progress }, now),
    "34 %, scanning ports: 12 of 256 hosts done, 3 up, 7 open ports",
  );
  assert.equal(describeProgress({ ...run, stopRequested: true, progress }, now), "stopping");
  const queued = { ...run, state: "queued" } as const;
  const waiting = (probe: RunReport["probe"]) => describeProgress({ ...queued, probe }, now);
  const probe = { name: "hq", status: "active", lastSeenAt: now - 1000 };
  assert.equal(waiting(probe), "waiting for probe hq");
  assert.equal(
    waiting({ ...probe, lastSeenAt: now - 3 * 3_600_000 }),
    "waiting for probe hq, last heard of 3h ago",
  );
  assert.equal(
    waiting({ ...probe, lastSeenAt: null }),
    "waiting for probe hq, which has never checked in",
  );
  assert.equal(
    waiting({ ...probe, status: "disabled" }),
    "waiting for probe hq, which is disabled",
  );
  assert.equal(waiting(null), "waiting for a probe that was removed");
});

test("the outcome tells figures that its type of scan has, and each host left out with the reason", () => {
  const ended: RunReport = { ...run, state: "completed", finishedAt: now + 22_000 };
  assert.equal(
    describeOutcome(ended, { figures, leftOut: [host] }),
    `nightly: completed after 1m 12s
hosts: 3 up, 250 down, 1 skipped, 0 dropped
open ports: 9
findings: 2 opened, 1 resolved

LEFT OUT           REASON
10.0.0.9  skipped  it is a printer`,
  );
  const failed = { ...ended, state: "failed", error: "No route.", scanType: "discovery" } as const;
  assert.equal(
    describeOutcome(failed, { figures, leftOut: [] }),
    "nightly: failed after 1m 12s: No route.\nhosts: 3 up, 250 down, 1 skipped, 0 dropped",
  );
  const many = Array.from({ length: 60 }, () => host);
  assert.match(describeOutcome(ended, { figures, leftOut: many }), /… and 10 more \(--json\)$/);
});

test("figures of a run under way are told as what is done so far, and its times in UTC", () => {
  assert.equal(
    describeOutcome(run, { figures, leftOut: [] }),
    `nightly: running
hosts done so far: 3 up, 250 down, 1 skipped, 0 dropped
open ports so far: 9
findings so far: 2 opened, 1 resolved`,
  );
  assert.equal(
    describeTimes(run),
    `asked for: 2023-11-14 22:12:20 UTC by schedule
began: 2023-11-14 22:12:30 UTC
ended: -`,
  );
});

test("on a terminal one line changes, elsewhere there is a line every five seconds, and only news", () => {
  const show = (isTTY: boolean): string => {
    let written = "";
    let clock = 0;
    const line = createProgressLine({ isTTY, write: (text) => (written += text) }, () => clock);
    for (const text of ["a", "a", "b", "c"]) {
      line.show(text);
      clock += 2000;
    }
    line.end();
    return written;
  };
  assert.equal(show(true), "\r\u001b[Ka\r\u001b[Kb\r\u001b[Kc\r\u001b[K");
  assert.equal(show(false), "a\nc\n");
});
