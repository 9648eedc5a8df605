import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { type ServerResponse, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import {
  type AssessmentContext,
  type DirectoryFacts,
  usualThresholds,
} from "#engines/directory-types";
import type { HostReport, ScanContext } from "#engines/scan-types";
import { gunzip } from "#lib/gzip";
import { createServerClock } from "#remote/link";
import type { PartProcess } from "#remote/program";
import { until } from "#test/until";
import type { AssessmentJob, CheckIn, CheckInReply, ProbeMessage, ScanJob } from "#wire/probe.v1";
import { startProbeProcess } from "./probe-process.ts";
import { resultOf, ruleOf, weaknessOf } from "./testing/rules.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const patienceMs = 20_000;
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
const assessmentId = "01990000-0000-7000-8000-0000000000a1";
const assessment: AssessmentJob = {
  assessmentId,
  directoryName: "tenant",
  spec: {
    type: "entra",
    tenantId: "acme.test",
    clientId: "01990000-0000-7000-8000-0000000000c1",
    clientSecret: "geheim",
    loginUrl: "https://login.microsoftonline.com",
    graphUrl: "https://graph.microsoft.com",
    breakGlass: [],
    thresholds: usualThresholds,
  },
};
const facts: DirectoryFacts = { name: "ACME", id: "t", counts: {}, details: {} };
const report = (address: string): HostReport => ({
  address,
  outcome: "up",
  startedAt: 1,
  finishedAt: 2,
  names: [],
  services: [],
});

/** A server that keeps what it is told, and answers as the test says. */
async function fakeServer(t: TestContext) {
  const state = {
    news: [] as unknown[],
    directories: [] as unknown[],
    stop: [] as string[],
    /** How far its clock is ahead of this machine's. */
    aheadMs: 0,
    status: 200,
    reportsStatus: 200,
    checkIns: [] as CheckIn[],
    messages: [] as ProbeMessage[],
    calls: [] as string[],
  };
  function answer(path: string, body: string, response: ServerResponse): void {
    state.calls.push(path);
    if (path.endsWith("/check-in")) {
      const said: CheckIn = JSON.parse(body);
      state.checkIns.push(said);
      const reply: CheckInReply = {
        jobs: state.news.splice(0) as ScanJob[],
        ...(state.directories.length === 0
          ? {}
          : { assessments: state.directories.splice(0) as AssessmentJob[] }),
        stop: state.stop.splice(0),
        targets: { allow: [], deny: [] },
        serverTime: Date.now() + state.aheadMs,
      };
      response.writeHead(state.status).end(JSON.stringify(reply));
      return;
    }
    if (state.reportsStatus === 200) state.messages.push(...JSON.parse(body).messages);
    response.writeHead(state.reportsStatus);
    response.end(JSON.stringify({ recorded: 0, serverTime: Date.now() + state.aheadMs }));
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void gunzip(Buffer.concat(chunks), 1e8).then((body) =>
        answer(request.url ?? "", body.toString(), response),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return Object.assign(state, { url: `http://127.0.0.1:${address.port}` });
}

type Server = Awaited<ReturnType<typeof fakeServer>>;

async function probeOf(t: TestContext, server: Server) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-probe-"));
  const scans: { context: ScanContext; end: () => void }[] = [];
  const readings: { context: AssessmentContext; end: (facts: DirectoryFacts) => void }[] = [];
  const running: PartProcess[] = [];
  let refusals = 0;
  t.after(async () => {
    for (const process of running) await process.stop();
    await rm(directory, { recursive: true });
  });
  const identity = {
    server: server.url,
    id: "01990000-0000-7000-8000-00000000000a",
    name: "berlin",
    credential: "vdpc_secret",
    tokenHash: "0",
  };
  return {
    scans,
    readings,
    refusals: () => refusals,
    async start(): Promise<PartProcess> {
      const clock = createServerClock(
        () => performance.now() + server.aheadMs,
        () => Date.now() + server.aheadMs,
      );
      const process = await startProbeProcess(
        { server: server.url, directory, version: "1.2.3", clock, log },
        {
          async scan(_spec, context) {
            const { promise, resolve } = Promise.withResolvers<void>();
            context.signal.addEventListener("abort", () => resolve());
            scans.push({ context, end: resolve });
            await promise;
          },
          async assess(_spec, context) {
            const { promise, resolve, reject } = Promise.withResolvers<DirectoryFacts>();
            context.signal.addEventListener("abort", () => reject(new Error("told to end")));
            readings.push({ context, end: resolve });
            return promise;
          },
          abilities: async () => ({ nmap: null, icmp: true }),
          close: async () => {},
        },
      );
      running.push(process);
      await process.begin(identity, true, () => refusals++);
      return process;
    },
  };
}

const idOf = (message: ProbeMessage) => ("runId" in message ? message.runId : message.assessmentId);

const eventually = <T>(what: string, condition: () => T) =>
  until(condition, { what, timeoutMs: patienceMs });

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

test("a directory is read beside a scan; the check-ins tell how far both are, and both are told", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(job);
  server.directories.push(assessment);
  await probe.start();
  const scan = await eventually("a scan", () => probe.scans[0]);
  const { context, end } = await eventually("a directory is read", () => probe.readings[0]);
  const progress = { phase: "judging", objects: 9, rulesDone: 31, rulesTotal: 62 } as const;
  context.onProgress({ ...progress, what: "ad.old" });
  await eventually("progress of both", () =>
    server.checkIns.some(
      ({ runs, assessments, waitMs }) =>
        runs[0]?.id === runId &&
        assessments?.[0]?.id === assessmentId &&
        assessments[0].progress?.rulesDone === 31 &&
        waitMs < 2000,
    ),
  );
  await context.onResult(resultOf(ruleOf("ad.old"), 1), [weaknessOf(1)]);
  end(facts);
  scan.end();
  await eventually("all of it", () => server.messages.length === 4);
  await eventually("nothing in hand", () => {
    const last = server.checkIns.at(-1);
    return last?.runs.length === 0 && last.assessments?.length === 0;
  });
  const told = server.messages.filter((message) => idOf(message) === assessmentId);
  assert.equal(told.length, 3);
  assert.partialDeepStrictEqual(told.at(-1), { end: { outcome: "completed", facts } });
});

test("a directory of a kind that is not known yet fails by a sentence, and keeps no other from being read", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  const others = [1, 2, 3].map((n) => `01990000-0000-7000-8000-0000000000b${n}`);
  const [future, newer, damaged] = others;
  const { spec } = assessment;
  server.directories.push(
    { assessmentId: future, directoryName: "f", spec: { type: "okta", password: "geheim" } },
    { assessmentId: newer, directoryName: "n", spec: { ...spec, clientProof: "geheim" } },
    { assessmentId: damaged, directoryName: "d", spec: { ...spec, clientSecret: 7 } },
    { spec: "nobody's" },
    assessment,
  );
  await probe.start();
  const { context } = await eventually("a directory is read", () => probe.readings[0]);
  server.stop.push(assessmentId);
  await eventually("it is stopped", () => context.signal.aborted);
  await eventually("all ends", () => server.messages.length === 4);
  const ends = new Map(
    server.messages.map((message) => [idOf(message), "end" in message ? message.end : null]),
  );
  assert.equal(ends.get(assessmentId)?.outcome, "stopped");
  const errors = others.map((id) => ends.get(id)?.error ?? "");
  for (const error of errors) {
    assert.match(error, /too old for this directory/);
    assert.doesNotMatch(error, /geheim/);
  }
  assert.match(errors[0] ?? "", /its type is "okta"/);
  assert.match(errors[1] ?? "", /clientProof|additional/);
  assert.match(errors[2] ?? "", /\/clientSecret must be string/);
});

test("the server is away for an hour while a directory is read: nothing is lost, and the end still comes last", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.directories.push(assessment);
  await probe.start();
  const { context, end } = await eventually("a directory is read", () => probe.readings[0]);
  server.status = 503;
  server.reportsStatus = 503;
  for (const n of [1, 2, 3]) {
    await context.onResult(resultOf(ruleOf(`ad.rule-${n}`), 1), [weaknessOf(n)]);
  }
  await eventually("an attempt", () => server.calls.at(-1)?.endsWith("/reports"));
  assert.equal(context.signal.aborted, false);
  end(facts);
  server.aheadMs = 3_600_000;
  const refused = server.calls.length;
  await eventually("another attempt", () => server.calls.length > refused);
  server.status = 200;
  server.reportsStatus = 200;
  await eventually("all of it", () => server.messages.length === 7);
  assert.deepEqual(
    server.messages.map((message) => Object.keys(message).find((key) => key !== "assessmentId")),
    ["rule", "result", "rule", "result", "rule", "result", "end"],
  );
  await eventually("nothing in hand", () => server.checkIns.at(-1)?.assessments?.length === 0);
  assert.equal(probe.readings.length, 1);
});

test("a directory that was being read when the probe ended is not named by the next one: the server hands it out again", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.directories.push(assessment);
  const first = await probe.start();
  const { context } = await eventually("a directory is read", () => probe.readings[0]);
  server.reportsStatus = 503;
  await context.onResult(resultOf(ruleOf("ad.old"), 0), []);
  await first.stop();
  assert.equal(context.signal.aborted, true);
  assert.deepEqual(server.messages, []);

  server.reportsStatus = 200;
  const before = server.checkIns.length;
  await probe.start();
  await eventually("a check-in", () => server.checkIns.length > before);
  assert.deepEqual(server.checkIns[before]?.assessments, []);
  assert.deepEqual(
    server.messages.map((message) => Object.keys(message)),
    [["assessmentId", "result"]],
  );
});
