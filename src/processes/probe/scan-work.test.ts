import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type HostReport, ScanRefused } from "#engines/scan-types";
import { until } from "#test/until";
import type { ProbeMessage, ScanJob } from "#wire/probe.v1";
import { probesAtWork, scriptedScans } from "./testing/probe-at-work.ts";

const everything = { allow: [], deny: [] };
const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`;

function job(n: number, done: string[] = []): ScanJob {
  return {
    runId: idOf(n),
    scanName: `scan ${n}`,
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
    done,
  };
}

function report(address: string, outcome: HostReport["outcome"] = "up"): HostReport {
  return { address, outcome, startedAt: 1, finishedAt: 2, names: [], services: [] };
}

async function world(t: TestContext, options: { atOnce?: number } = {}) {
  const engine = scriptedScans();
  const { open } = await probesAtWork(t, { ...options, scan: engine.carryOut });
  const allowed = async (name: string) => {
    const opened = await open(name);
    opened.work.targets.use(everything);
    return opened;
  };
  return { engine, open: allowed, openUntold: open, ...(await allowed("a")) };
}

const shown = (messages: readonly ProbeMessage[]) =>
  messages.map((message) => {
    assert.ok("runId" in message);
    const run = Number(message.runId.slice(-3));
    return "host" in message
      ? `${run} ${message.host.address} ${message.host.outcome}`
      : `${run} ${message.end.outcome} ${message.end.error ?? ""}`.trim();
  });

test("a run's hosts are told in order and its end last, and it is held until its last message has left", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1, ["10.0.0.9"]));
  work.scans.take(job(1));
  const { context, end } = await engine.nth(0);
  assert.deepEqual([...context.done], ["10.0.0.9"]);
  await context.onHost(report("10.0.0.1"));
  await context.onHost(report("10.0.0.2", "down"));
  const progress = {
    phase: "ports",
    hostsTotal: 2,
    hostsDone: 2,
    hostsUp: 1,
    openPorts: 0,
    percent: 100,
  } as const;
  context.onProgress(progress);
  assert.deepEqual(work.scans.held(), [{ id: idOf(1), progress }]);
  end();
  await until(() => work.scans.unfinished === 0, { what: "the scan has ended" });
  assert.deepEqual(work.scans.held(), [{ id: idOf(1), progress }]);
  const messages = await deliver();
  assert.deepEqual(shown(messages), ["1 10.0.0.1 up", "1 10.0.0.2 down", "1 completed"]);
  assert.partialDeepStrictEqual(messages[2], { end: { progress } });
  assert.deepEqual(work.scans.held(), []);
  assert.equal(engine.begun.length, 1, "it is not begun twice");
});

test("a probe's runs follow one another; one in line that is stopped is told at once and never begun", async (t) => {
  const { work, engine, deliver } = await world(t);
  for (const n of [1, 2, 3]) work.scans.take(job(n));
  const first = await engine.nth(0);
  work.stop(idOf(2));
  assert.deepEqual(shown(await deliver()), ["2 stopped"]);
  assert.deepEqual(
    work.scans.held().map(({ id }) => id),
    [idOf(1), idOf(3)],
  );
  first.end();
  (await engine.nth(1)).end();
  await until(() => work.scans.unfinished === 0, { what: "all are done" });
  assert.deepEqual(shown(await deliver()), ["1 completed", "3 completed"]);
  assert.equal(engine.begun.length, 2);
});

test("runs of different probes go on beside each other, as many as may", async (t) => {
  const { work, engine, open } = await world(t, { atOnce: 2 });
  const others = [await open("b"), await open("c")];
  work.scans.take(job(1));
  for (const other of others) other.work.scans.take(job(2));
  await engine.nth(1);
  await new Promise(setImmediate);
  assert.equal(engine.begun.length, 2);
  (await engine.nth(0)).end();
  (await engine.nth(2)).end();
  (await engine.nth(1)).end();
});

test("stopping ends a scan at once; whatever it still says comes before its end", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1));
  const { context } = await engine.nth(0);
  await context.onHost(report("10.0.0.1"));
  work.stop(idOf(1));
  work.stop(idOf(1));
  work.stop(idOf(7));
  assert.equal(context.signal.aborted, true);
  await until(() => work.scans.unfinished === 0, { what: "it has ended" });
  assert.deepEqual(shown(await deliver()), ["1 10.0.0.1 up", "1 stopped"]);
});

test("a scan that cannot be carried out fails with its sentence, a defect with a sentence that names it", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1));
  (await engine.nth(0)).fail(new ScanRefused("nowhere.example.net does not resolve."));
  work.scans.take(job(2));
  (await engine.nth(1)).fail(new TypeError("x is not a function"));
  await until(() => work.scans.unfinished === 0, { what: "both have ended" });
  work.scans.refuse(idOf(3), "The probe is too old for this scan.");
  work.scans.refuse(idOf(3), "again");
  assert.deepEqual(shown(await deliver()), [
    "1 failed nowhere.example.net does not resolve.",
    "2 failed The probe failed to carry it out: x is not a function",
    "3 failed The probe is too old for this scan.",
  ]);
});

test("a probe that is refused scans nothing more and tells no end; asked again it first delivers what it has", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1));
  work.scans.take(job(2));
  const { context } = await engine.nth(0);
  await context.onHost(report("10.0.0.1"));
  work.abandon();
  assert.equal(context.signal.aborted, true);
  assert.deepEqual(work.scans.held(), []);
  assert.equal(work.mayAsk, false);
  assert.deepEqual(shown(await deliver()), ["1 10.0.0.1 up"]);
  assert.equal(work.mayAsk, true);
  work.scans.take(job(1, ["10.0.0.1"]));
  (await engine.nth(1)).end();
  await until(() => work.scans.unfinished === 0, { what: "it was done at last" });
  assert.deepEqual(shown(await deliver()), ["1 completed"]);
});

test("closing ends runs without a word; a new start knows what is left to deliver before it asks for work", async (t) => {
  const { work, engine, open } = await world(t);
  work.scans.take(job(1));
  const { context } = await engine.nth(0);
  await context.onHost(report("10.0.0.1"));
  await work.close();
  const again = await open("a");
  assert.equal(again.work.mayAsk, false);
  assert.deepEqual(again.work.scans.held(), []);
  assert.deepEqual(shown(await again.deliver()), ["1 10.0.0.1 up"]);
  assert.equal(again.work.mayAsk, true);
});

test("other target lists hold at once for a scan under way, without a second look at what is reported", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1));
  const before = await engine.nth(0);
  assert.equal(before.context.refuse("10.0.0.2"), null);
  assert.match(before.context.refuse("169.254.169.254") ?? "", /metadata/);
  await before.context.onHost(report("10.0.0.1"));
  work.targets.use(everything);
  assert.equal(before.context.signal.aborted, false, "the same lists change nothing");
  work.targets.use({ allow: [], deny: ["10.0.0.2"] });
  assert.equal(before.context.signal.aborted, true);
  const after = await engine.nth(1);
  assert.deepEqual([...after.context.done], ["10.0.0.1"]);
  assert.match(after.context.refuse("10.0.0.2") ?? "", /probe's deny list/);
  after.end();
  await until(() => work.scans.unfinished === 0, { what: "it has ended" });
  assert.deepEqual(shown(await deliver()), ["1 10.0.0.1 up", "1 completed"]);
});

test("before the server said what may be touched, nothing may", async (t) => {
  const { engine, openUntold } = await world(t);
  const { work } = await openUntold("b");
  work.scans.take(job(1));
  const { context, end } = await engine.nth(0);
  assert.match(context.refuse("10.0.0.1") ?? "", /does not know yet/);
  end();
  await work.close();
});

test("a report that the server would refuse is told as a dropped host with the reason, not lost", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.scans.take(job(1));
  const { context, end } = await engine.nth(0);
  const service: HostReport["services"][number] = {
    protocol: "tcp",
    port: 1,
    cpes: [],
    method: "probed",
    confidence: 1,
    observations: [],
    engine: "own",
    unsettled: false,
  };
  const banner = "x".repeat(1001);
  await context.onHost({ ...report("10.0.0.1"), services: [{ ...service, banner }] });
  const large = Array.from({ length: 5000 }, () => ({ ...service, banner: "é".repeat(1000) }));
  await context.onHost({ ...report("10.0.0.2"), services: large });
  end();
  await until(() => work.scans.unfinished === 0, { what: "it has ended" });
  const messages = await deliver();
  assert.deepEqual(shown(messages), ["1 10.0.0.1 dropped", "1 10.0.0.2 dropped", "1 completed"]);
  const reasons = messages.map((message) => ("host" in message ? message.host.reason : ""));
  assert.match(reasons[0] ?? "", /cannot be reported: \/services\/0\/banner/);
  assert.match(reasons[1] ?? "", /cannot be reported: it has \d+ bytes/);
});
