import assert from "node:assert/strict";
import { test } from "node:test";
import type { HostReport } from "#engines/scan-types";
import type { ScanJob } from "#wire/probe.v1";
import { eventually, fakeServer, idOf, probeOf } from "./testing/fake-server.ts";

const runId = "01990000-0000-7000-8000-000000000001";
const job: ScanJob = {
  runId,
  scanName: "office",
  spec: {
    scanType: "discovery",
    targets: ["10.0.0.0/30"],
    exclude: [],
    tcpPorts: "top-10",
    udpPorts: null,
    budget: { perHostPerSec: null, perSubnetPerSec: null, totalPerSec: null },
    connectTimeoutMs: 100,
    includeFragile: false,
    allowNmap: false,
  },
  done: [],
};
const report = (address: string): HostReport => ({
  address,
  outcome: "up",
  startedAt: 1,
  finishedAt: 2,
  names: [],
  services: [],
});

test("it says who it is and waits for work; while it scans it tells how far it is, and when it is done no more", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(job);
  await probe.start();
  const { context, end } = await eventually("a scan", () => probe.scans[0]);
  const [first] = server.checkIns;
  assert.partialDeepStrictEqual(first, {
    version: "1.2.3",
    abilities: { nmap: null, icmp: true },
    runs: [],
    assessments: [],
    spooled: 0,
    waitMs: 25_000,
  });
  const counts = { hostsTotal: 2, hostsDone: 1, hostsUp: 1, openPorts: 0 };
  const progress = { phase: "discovery", ...counts, percent: 50 } as const;
  context.onProgress(progress);
  await context.onHost(report("10.0.0.1"));
  await eventually("progress", () =>
    server.checkIns.some(({ runs, waitMs }) => runs[0]?.progress?.percent === 50 && waitMs < 2000),
  );
  await eventually("a host", () => server.messages.length === 1);
  end();
  await eventually("the end", () => server.messages.length === 2);
  await eventually("nothing in hand", () => server.checkIns.at(-1)?.runs.length === 0);
  assert.deepEqual(
    server.messages.map((message) =>
      "end" in message ? message.end.outcome : Object.keys(message)[1],
    ),
    ["host", "completed"],
  );
});

test("told to stop, it stops at once and says so; a scan that it does not understand fails by a sentence", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  const other = "01990000-0000-7000-8000-000000000002";
  server.news.push({ runId: other, scanName: "from the future", spec: { quantum: true } }, job);
  await probe.start();
  const { context } = await eventually("a scan", () => probe.scans[0]);
  server.stop.push(runId);
  await eventually("it is stopped", () => context.signal.aborted);
  await eventually("both ends", () => server.messages.length === 2);
  const ends = new Map(
    server.messages.map((message) => [idOf(message), "end" in message ? message.end : null]),
  );
  assert.equal(ends.get(runId)?.outcome, "stopped");
  assert.equal(ends.get(other)?.outcome, "failed");
  assert.match(ends.get(other)?.error ?? "", /too old for this scan/);
});

test("a refused probe stops scanning at once, and tells no end: the run is not over", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(job);
  const process = await probe.start();
  const { context } = await eventually("a scan", () => probe.scans[0]);
  server.status = 401;
  server.reportsStatus = 401;
  await eventually("it is ended", () => context.signal.aborted);
  assert.ok(probe.refusals() > 0);
  server.reportsStatus = 200;
  await process.stop();
  assert.deepEqual(server.messages, []);
});

test("the server is away while it scans: the scan goes on, and is delivered in order when the server is back", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(job);
  await probe.start();
  const { context, end } = await eventually("a scan", () => probe.scans[0]);
  server.status = 503;
  server.reportsStatus = 503;
  for (const n of [1, 2, 3]) await context.onHost(report(`10.0.0.${n}`));
  await eventually("an attempt", () => server.calls.at(-1)?.endsWith("/reports"));
  assert.equal(context.signal.aborted, false);
  end();
  server.status = 200;
  server.reportsStatus = 200;
  await eventually("all of it", () => server.messages.length === 4);
  assert.deepEqual(
    server.messages.map((message) => ("host" in message ? message.host.address : "end")),
    ["10.0.0.1", "10.0.0.2", "10.0.0.3", "end"],
  );
});

test("started again, it delivers what it had before it asks for work", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(job);
  const first = await probe.start();
  const { context } = await eventually("a scan", () => probe.scans[0]);
  server.reportsStatus = 503;
  await context.onHost(report("10.0.0.1"));
  await first.stop();
  assert.equal(context.signal.aborted, true);
  assert.deepEqual(server.messages, []);

  server.reportsStatus = 200;
  const before = server.calls.length;
  await probe.start();
  await eventually("a check-in", () =>
    server.calls.slice(before).some((path) => path.endsWith("/check-in")),
  );
  assert.equal(server.calls[before], "/remote/v1/probe/reports");
  assert.deepEqual(server.messages, [{ runId, host: report("10.0.0.1") }]);
});
