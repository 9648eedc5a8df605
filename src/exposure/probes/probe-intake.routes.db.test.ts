import assert from "node:assert/strict";
import { test } from "node:test";
import { usualThresholds } from "#engines/directory-types";
import { gzip } from "#lib/gzip";
import type { Context } from "#platform/context";
import { statement } from "#platform/db";
import { buildApp } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { newSecret } from "#platform/remote-parts";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import type {
  AssessmentJob,
  AssessmentMessage,
  CheckIn,
  RunMessage,
  RunProgress,
  ScanJob,
} from "#wire/probe.v1";
import { createProbeIn } from "./create-probe-in.ts";
import { disableProbe } from "./disable-probe.ts";
import { listProbesForOperators } from "./list-probes-for-operators.ts";
import { type AssessmentsAtProbe, type RunsAtProbe, createProbeIntake } from "./probe-intake.ts";
import { probeIntakeRoutes } from "./probe-intake.routes.ts";
import { notifyProbe } from "./probe.queries.ts";
import { setTargetLists } from "./set-target-lists.ts";

const { database } = await createTestDatabase();
const log = createLog("silent", "test");
const now = () => Date.now();
const runId = "01990000-0000-7000-8000-000000000001";
const noPayload = "01990000-0000-7000-8000-000000000009";
const progress: RunProgress = {
  phase: "ports",
  hostsTotal: 4,
  hostsDone: 1,
  hostsUp: 2,
  openPorts: 3,
  percent: 25.5,
};
const job: ScanJob = {
  runId,
  scanName: "office",
  spec: {
    scanType: "ports",
    targets: ["10.0.0.0/24"],
    exclude: [],
    tcpPorts: "top-1000",
    udpPorts: null,
    budget: { perHostPerSec: 50, perSubnetPerSec: 2000, totalPerSec: 5000 },
    connectTimeoutMs: 1000,
    includeFragile: false,
    allowNmap: false,
  },
  done: ["10.0.0.7"],
};
const host: RunMessage = {
  runId,
  host: {
    address: "10.0.0.1",
    outcome: "up",
    startedAt: 1,
    finishedAt: 2,
    names: [],
    services: [],
  },
};
const end: RunMessage = { runId, end: { outcome: "completed", at: 5, error: null, progress } };

const assessmentId = "01990000-0000-7000-8000-000000000002";
const assessment: AssessmentJob = {
  assessmentId,
  directoryName: "acme",
  spec: {
    type: "active_directory",
    urls: ["ldaps://dc1.acme.test"],
    user: "reader@acme.test",
    password: "secret",
    ca: null,
    serverName: null,
    baseDn: null,
    thresholds: usualThresholds,
  },
};
const assessing = {
  phase: "reading",
  what: "users",
  objects: 7,
  rulesDone: 0,
  rulesTotal: 62,
} as const;
const assessed: AssessmentMessage = {
  assessmentId,
  end: { outcome: "failed", at: 5, error: "no", facts: null },
};

interface Server {
  offers?: (runs: RunsAtProbe) => { jobs: ScanJob[]; stop: string[] };
  records?: (messages: readonly RunMessage[]) => Promise<number>;
  offersAssessments?: () => { assessments: AssessmentJob[]; stop: string[] };
  recordsAssessments?: (messages: readonly AssessmentMessage[]) => Promise<number>;
}

async function started({ offers, records, ...server }: Server = {}) {
  const registry = createRegistry();
  const asked: RunsAtProbe[] = [];
  const askedAssessments: AssessmentsAtProbe[] = [];
  const intake = await createProbeIntake({
    database,
    log,
    now,
    registry,
    offerRuns: async (_database, runs) => {
      asked.push(runs);
      return offers?.(runs) ?? { jobs: [], stop: [] };
    },
    offerAssessments: async (_database, assessments) => {
      askedAssessments.push(assessments);
      return server.offersAssessments?.() ?? { assessments: [], stop: [] };
    },
    recordMessages: async (_probe, messages) => ({ recorded: (await records?.(messages)) ?? 0 }),
    recordAssessments: async (_probe, messages) => ({
      recorded: (await server.recordsAssessments?.(messages)) ?? 0,
    }),
  });
  const app = await buildApp({ log, registry, plugins: [probeIntakeRoutes(intake)] });
  const { tenantId } = await seedTenant(database);
  const actor = { kind: "command_line", id: "root", name: "root" } as const;
  const scopes = ["read", "write"] as const;
  const context: Context = { tenantId, actor, scopes, database, now, requestId: "r" };
  const { id, token } = await database.transaction(tenantId, (tx) =>
    createProbeIn(tx, context, { name: "berlin", companyId: null }),
  );
  const enrolled = await app.inject({
    method: "POST",
    url: "/remote/v1/probe/enrol",
    payload: { token, version: "1", hostname: "here" },
  });
  assert.equal(enrolled.statusCode, 200);
  const headers = {
    authorization: `Bearer ${enrolled.json().credential}`,
    "content-type": "application/json",
    "content-encoding": "gzip",
  };
  const post = async (path: string, body: object) =>
    app.inject({
      method: "POST",
      url: `/remote/v1/probe/${path}`,
      headers,
      payload: await gzip(JSON.stringify(body)),
    });
  return {
    app,
    intake,
    registry,
    context,
    id,
    asked,
    askedAssessments,
    checkIn: (change: Partial<CheckIn> = {}) => post("check-in", { ...checkIn, ...change }),
    report: (messages: readonly unknown[]) => post("reports", { messages }),
    async stop() {
      await app.close();
      await intake.close();
    },
  };
}

const checkIn: CheckIn = {
  version: "2",
  hostname: "there",
  abilities: { nmap: "7.93", icmp: true },
  runs: [],
  spooled: 4,
  waitMs: 0,
};

test("a check-in tells runs and progress, is told what to do and what to spare, and is noted", async () => {
  const all = await started({ offers: () => ({ jobs: [job], stop: [noPayload] }) });
  const { tenantId } = all.context;
  await database.transaction(tenantId, (tx) =>
    setTargetLists(tx, all.context, { id: all.id, allow: ["10.0.0.0/8"], deny: ["10.1.0.0/16"] }),
  );
  assert.equal(all.intake.hasCheckedIn(all.id), false);
  const runs = [
    { id: runId, progress },
    { id: noPayload, progress: null },
  ];
  const reply = await all.checkIn({ runs });
  assert.equal(reply.statusCode, 200, reply.body);
  const { serverTime, ...rest } = reply.json();
  assert.ok(Math.abs(serverTime - now()) < 5000);
  assert.deepEqual(rest, {
    jobs: [job],
    stop: [noPayload],
    targets: { allow: ["10.0.0.0/8"], deny: ["10.1.0.0/16"] },
  });
  const [asked] = all.asked;
  assert.ok(asked !== undefined && Math.abs(asked.now - now()) < 5000);
  assert.deepEqual(
    { ...asked, now: 0 },
    {
      tenantId,
      probeId: all.id,
      holding: [runId, noPayload],
      progress: [{ id: runId, progress }],
      now: 0,
    },
  );
  assert.equal(all.intake.hasCheckedIn(all.id), true);
  const metrics = all.registry.render();
  assert.match(metrics, /^vedette_probes 1$/m);
  assert.match(metrics, /^vedette_probes_runs 2$/m);
  assert.match(metrics, /^vedette_probes_spooled_messages 4$/m);
  await all.stop();
  const [row] = await listProbesForOperators(all.context);
  assert.ok(row !== undefined && now() - (row.lastSeenAt ?? 0) < 5000);
  const { version, hostname, health } = row;
  assert.deepEqual(
    { version, hostname, health },
    {
      version: "2",
      hostname: "there",
      health: { nmap: "7.93", icmp: true, runs: 2, spooled: 4 },
    },
  );
});

test("a check-in that waits is answered at once by news, by other target lists, by disabling and by a stop", async () => {
  const state = { jobs: [] as ScanJob[] };
  const all = await started({ offers: () => ({ jobs: state.jobs, stop: [] }) });
  const { tenantId } = all.context;
  const startedAt = performance.now();
  assert.deepEqual((await all.checkIn({ waitMs: 50 })).json().jobs, []);
  assert.equal(all.asked.length, 1, "the end of the wait is no reason to ask again");

  const [waiting, other] = [all.checkIn({ waitMs: 20_000 }), all.checkIn({ waitMs: 300 })];
  await whenWaiting(all, 3);
  await database.system.run(nothingOf, [noPayload]);
  assert.deepEqual((await other).json().jobs, [], "news of another probe");
  state.jobs = [job];
  await database.transaction(tenantId, (tx) => notifyProbe(tx, all.id));
  assert.deepEqual((await waiting).json().jobs, [job]);

  state.jobs = [];
  const limited = all.checkIn({ waitMs: 20_000 });
  await whenWaiting(all, 5);
  await database.transaction(tenantId, (tx) =>
    setTargetLists(tx, all.context, { id: all.id, allow: [], deny: ["10.0.0.0/8"] }),
  );
  assert.deepEqual((await limited).json().targets, { allow: [], deny: ["10.0.0.0/8"] });

  const disabled = all.checkIn({ waitMs: 20_000 });
  await whenWaiting(all, 7);
  await disableProbe(all.context, { id: all.id });
  assert.equal((await disabled).statusCode, 401);
  assert.equal((await all.checkIn()).statusCode, 401);
  assert.equal((await all.report([host])).statusCode, 401);
  await all.stop();

  const again = await started();
  const stopping = again.checkIn({ waitMs: 20_000 });
  await whenWaiting(again, 1);
  await again.stop();
  assert.equal((await stopping).statusCode, 200);
  assert.ok(performance.now() - startedAt < 20_000);
});

const nothingOf = statement<[id: string], never>(
  "test.probes.notify_other",
  "select pg_notify('vedette_scan_runs', $1)",
);

/** Waits until the intake has asked for work so often: from then on a notice is not missed. */
async function whenWaiting({ asked }: { asked: unknown[] }, times: number): Promise<void> {
  while (asked.length < times) await new Promise(setImmediate);
}

test("reports are handed on in their order, and counted by what became of them", async () => {
  const batches: (readonly RunMessage[])[] = [];
  const all = await started({
    records: async (messages) => {
      batches.push(messages);
      return 1;
    },
  });
  const reply = await all.report([host, host, end]);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.json().recorded, 1);
  assert.deepEqual(batches, [[host, host, end]]);
  const metrics = all.registry.render();
  assert.match(metrics, /vedette_intake_run_messages_total\{outcome="recorded"\} 1/);
  assert.match(metrics, /vedette_intake_run_messages_total\{outcome="ignored"\} 1/);
  assert.match(metrics, /vedette_intake_run_messages_total\{outcome="end"\} 1/);
  await all.stop();
});

test("a check-in tells of assessments as well, is told which to begin, and what is to be stopped of both", async () => {
  const all = await started({
    offers: () => ({ jobs: [], stop: [runId] }),
    offersAssessments: () => ({ assessments: [assessment], stop: [assessmentId] }),
  });
  const assessments = [
    { id: assessmentId, progress: assessing },
    { id: noPayload, progress: null },
  ];
  const reply = (await all.checkIn({ assessments })).json();
  assert.deepEqual(reply.assessments, [assessment]);
  assert.deepEqual(reply.stop, [runId, assessmentId]);
  const [asked] = all.askedAssessments;
  assert.deepEqual(asked, {
    tenantId: all.context.tenantId,
    probeId: all.id,
    holding: [assessmentId, noPayload],
    progress: [{ id: assessmentId, progress: assessing }],
    now: asked?.now,
  });
  assert.match(all.registry.render(), /^vedette_probes_assessments 2$/m);
  await all.stop();
  const [row] = await listProbesForOperators(all.context);
  assert.equal(row?.health?.assessments, 2);
});

test("a probe that knows nothing of assessments is told nothing of them, and known to be too old", async () => {
  const all = await started();
  const reply = await all.checkIn();
  assert.ok(!("assessments" in reply.json()));
  assert.deepEqual(
    all.askedAssessments.map(({ holding, progress: far }) => ({ holding, far })),
    [{ holding: null, far: [] }],
  );
  await all.stop();
  const [row] = await listProbesForOperators(all.context);
  assert.ok(row?.health && !("assessments" in row.health));
});

test("a check-in that waits is answered at once when an assessment is to be begun or stopped", async () => {
  let news = { assessments: [] as AssessmentJob[], stop: [] as string[] };
  const all = await started({ offersAssessments: () => news });
  const { tenantId } = all.context;
  for (const [i, next] of [
    { assessments: [assessment], stop: [] },
    { assessments: [], stop: [assessmentId] },
  ].entries()) {
    news = { assessments: [], stop: [] };
    const waiting = all.checkIn({ waitMs: 20_000, assessments: [] });
    await whenWaiting(all, 2 * i + 1);
    news = next;
    await database.transaction(tenantId, (tx) => notifyProbe(tx, all.id));
    const { assessments, stop } = (await waiting).json();
    assert.deepEqual({ assessments, stop }, next);
  }
  await all.stop();
});

test("messages of runs and of assessments go each their way, in their order, and are counted", async () => {
  const handed: unknown[] = [];
  const all = await started({
    records: async (messages) => handed.push({ runs: messages }),
    recordsAssessments: async (messages) => {
      handed.push({ assessments: messages });
      return 1;
    },
  });
  const other = { ...assessed, assessmentId: noPayload };
  const reply = await all.report([assessed, host, other]);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.json().recorded, 2);
  assert.deepEqual(handed, [{ runs: [host] }, { assessments: [assessed, other] }]);
  const metrics = all.registry.render();
  assert.match(metrics, /vedette_intake_run_messages_total\{outcome="recorded"\} 1/);
  assert.match(metrics, /vedette_intake_assessment_messages_total\{outcome="recorded"\} 1/);
  assert.match(metrics, /vedette_intake_assessment_messages_total\{outcome="ignored"\} 1/);
  await all.stop();
});

test("bad input is refused in the shape of every error with its places, and unknown callers before it is read", async () => {
  const all = await started({ records: async () => assert.fail("nothing may be recorded") });
  const tooMany = Array.from({ length: 501 }, () => host);
  const cases = [
    [await all.checkIn({ waitMs: -1 }), /waitMs/],
    [await all.checkIn({ waitMs: 60_000 }), /waitMs/],
    [await all.checkIn({ runs: [{ id: "x", progress: null }] }), /\/runs\/0\/id/],
    [await all.report([{ ...host, extra: 1 }]), /\/messages\/0/],
    [await all.report([{ runId, host: { ...host.host, outcome: "odd" } }]), /\/messages\/0/],
    [await all.report(tooMany), /\/messages/],
    [await all.report([{ ...assessed, extra: 1 }]), /\/messages\/0/],
  ] as const;
  for (const [reply, place] of cases) {
    assert.equal(reply.statusCode, 400, reply.body);
    assert.match(reply.json().error, place);
    assert.equal(typeof reply.json().requestId, "string");
  }
  const collectors = newSecret("collector", "credential");
  for (const authorization of ["", "Bearer vdpc_no", `Bearer ${collectors}`]) {
    for (const path of ["check-in", "reports"]) {
      const url = `/remote/v1/probe/${path}`;
      const headers = { authorization };
      const reply = await all.app.inject({ method: "POST", url, headers, payload: "{" });
      assert.equal(reply.statusCode, 401);
    }
  }
  const url = "/remote/v1/probe/enrol";
  const payload = { token: newSecret("collector", "enrolmentToken"), version: "1", hostname: "h" };
  const wrongKind = await all.app.inject({ method: "POST", url, payload });
  assert.equal(wrongKind.statusCode, 401);
  assert.match(wrongKind.json().error, /token of a collector, not of a probe/);
  await all.stop();
});

test("data that PostgreSQL cannot store is the sender's fault, not a failure that is tried for ever", async () => {
  const bad = statement<[text: string], never>("test.probes.bad", "select $1::text");
  const all = await started({
    records: async () => {
      await database.system.run(bad, ["a\0b"]);
      return 1;
    },
  });
  assert.equal((await all.report([host])).statusCode, 400);
  await all.stop();
});

test("tokens cannot be tried at speed", async () => {
  const all = await started();
  const payload = { token: "vdpe_wrong", version: "1", hostname: "h" };
  const attempt = () => all.app.inject({ method: "POST", url: "/remote/v1/probe/enrol", payload });
  for (let i = 0; i < 20; i++) assert.equal((await attempt()).statusCode, 401);
  const refused = await attempt();
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  await all.stop();
});
