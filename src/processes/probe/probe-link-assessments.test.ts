import assert from "node:assert/strict";
import { test } from "node:test";
import { type DirectoryFacts, usualThresholds } from "#engines/directory-types";
import type { AssessmentJob, ScanJob } from "#wire/probe.v1";
import { eventually, fakeServer, idOf, probeOf } from "./testing/fake-server.ts";
import { resultOf, ruleOf, weaknessOf } from "./testing/rules.ts";

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
const scan: ScanJob = {
  runId: "01990000-0000-7000-8000-000000000001",
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

test("a directory is read beside a scan; the check-ins tell how far both are, and both are told", async (t) => {
  const server = await fakeServer(t);
  const probe = await probeOf(t, server);
  server.news.push(scan);
  server.directories.push(assessment);
  await probe.start();
  const scanning = await eventually("a scan", () => probe.scans[0]);
  const { context, end } = await eventually("a directory is read", () => probe.readings[0]);
  const progress = { phase: "judging", objects: 9, rulesDone: 31, rulesTotal: 62 } as const;
  context.onProgress({ ...progress, what: "ad.old" });
  await eventually("progress of both", () =>
    server.checkIns.some(
      ({ runs, assessments, waitMs }) =>
        runs[0]?.id === scan.runId &&
        assessments?.[0]?.id === assessmentId &&
        assessments[0].progress?.rulesDone === 31 &&
        waitMs < 2000,
    ),
  );
  await context.onResult(resultOf(ruleOf("ad.old"), 1), [weaknessOf(1)]);
  end(facts);
  scanning.end();
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
