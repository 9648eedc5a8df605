import assert from "node:assert/strict";
import { test } from "node:test";
import type { Probe } from "#exposure/probes";
import { examineProbe } from "./examine-probes.ts";

const now = 1_700_000_000_000;
const well: Probe = {
  id: "p",
  name: "berlin",
  embedded: false,
  companyId: null,
  status: "active",
  version: "0.1.0",
  hostname: "h",
  lastSeenAt: now - 1000,
  health: { nmap: "7.93", icmp: true, runs: 1, spooled: 2 },
  targetAllow: [],
  targetDeny: [],
  createdAt: 0,
};
const examined = (change: Partial<Probe>) => examineProbe({ ...well, ...change }, now);

test("a probe that is heard of is well, and says what it does and with what", () => {
  assert.deepEqual(examined({}), {
    verdict: "ok",
    text: "online, scans in hand: 1, messages waiting: 2, nmap: 7.93",
  });
  const reading = { nmap: null, icmp: true, runs: 1, assessments: 3, spooled: 2 };
  assert.match(examined({ health: reading }).text, /scans in hand: 1, directories in hand: 3, /);
  assert.equal(examined({ health: null }).verdict, "ok");
});

test("a silent probe is a failure, with since when; one that may not ping or does not work is a warning", () => {
  assert.deepEqual(examined({ lastSeenAt: now - 600_001 }), {
    verdict: "failed",
    text: "silent since 2023-11-14 22:03:19 UTC",
  });
  const noPing = examined({ health: { nmap: null, icmp: false, runs: 0, spooled: 0 } });
  assert.equal(noPing.verdict, "warning");
  assert.match(noPing.text, /nmap: none; it may not ping/);
  assert.match(examined({ status: "disabled" }).text, /disabled/);
  assert.match(examined({ status: "pending" }).text, /vedette probe token/);
  assert.match(examined({ status: "pending", embedded: true }).text, /the server starts it/);
});
