import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { newId } from "#lib/ids";
import {
  fixtureProfiles,
  fixtureSha256,
  seedAgent,
  seedAudit,
  seedAuditPlace,
  seedContentBundle,
} from "#test/audit-fixture";
import { auditsAtWork } from "#test/audits-at-work";
import { createTestDatabase } from "#test/database";
import { readArf, saveArf } from "./keep-arf.ts";
import { readBatch, readNewestJobs } from "./read-jobs.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const start = Date.parse("2026-11-20T00:00:00Z");
const clock = { now: start };
const { rows, jobsOf, operator, ask, checkIn, take, end } = auditsAtWork(testDatabase, clock);

test("a job is handed out as it was asked for, and only to its agent", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const other = await seedAgent(database, place.tenantId, { tags: ["other"] });
  const { id, name } = await seedAudit(database, place, { timeLimitSec: 600 });
  await ask(place, name);
  await rows("update audits set profile = 'other' where id = $1", [id]);
  await rows("delete from audit_jobs where agent_id = $1", [other]);
  assert.deepEqual(await checkIn(place, other), { jobs: [], stop: [] });
  const { jobs } = await checkIn(place, agentId);
  const jobId = jobs[0]?.jobId ?? "";
  assert.deepEqual(jobs, [
    {
      jobId,
      auditName: name,
      bundle: { kind: "file", sha256: fixtureSha256, bytes: 1000 },
      profile: fixtureProfiles[0]?.id,
      limits: { timeSec: 600, memoryMb: 1024 },
      arf: false,
    },
  ]);
  assert.deepEqual(await checkIn(place, agentId, { holding: [jobId] }), { jobs: [], stop: [] });
});

test("with a file of the distribution an agent is told which contents the server knows from it", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const bundleId = await seedContentBundle(database, place.tenantId);
  const agentId = await seedAgent(database, place.tenantId);
  const { name } = await seedAudit(database, place, { bundleId, profile: "cis_level1_server" });
  await ask(place, name, { arf: true });
  const known = ["cd".repeat(32)];
  const asked: unknown[] = [];
  const { jobs } = await checkIn(place, agentId, {}, async (_, ...what) => {
    asked.push(what);
    return new Map([[agentId, known]]);
  });
  assert.deepEqual(asked, [[place.tenantId, bundleId, [agentId]]]);
  assert.deepEqual(jobs[0]?.bundle, { kind: "content", file: "ssg-debian12-ds.xml", known });
  assert.deepEqual([jobs[0]?.profile, jobs[0]?.arf], ["cis_level1_server", true]);
});

test("two check-ins at once get a job once", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const replies = await Promise.all([0, 1, 2].map(() => checkIn(place, agentId)));
  const [job] = await jobsOf(id);
  // One that comes after another was served finds a job that is not held, and gets it again: never more than that.
  assert.equal(replies.flatMap(({ jobs }) => jobs).length, job?.["attempts"]);
});

test("an agent gets one job after another, the oldest first", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const names = [];
  for (let i = 0; i < 3; i += 1) {
    clock.now += 1000;
    const { name } = await seedAudit(database, place);
    names.push(name);
    await ask(place, name);
  }
  const first = await checkIn(place, agentId);
  assert.deepEqual(
    first.jobs.map(({ auditName }) => auditName),
    names.slice(0, 1),
  );
  const holding = first.jobs.map(({ jobId }) => jobId);
  assert.deepEqual(await checkIn(place, agentId, { holding }), { jobs: [], stop: [] });
  await end(place, agentId, holding[0] ?? "");
  assert.deepEqual(
    (await checkIn(place, agentId, { holding })).jobs,
    [],
    "its outcome waits still",
  );
  const next = await checkIn(place, agentId);
  assert.deepEqual(
    next.jobs.map(({ auditName }) => auditName),
    names.slice(1, 2),
  );
});

test("a job that its agent lost is handed out again, and given up at the third loss", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const jobId = await take(place, agentId);
  const progress = [{ id: jobId, progress: { done: 37, total: 189 } }];
  await checkIn(place, agentId, { holding: [jobId], progress });
  clock.now += 1000;
  assert.equal(await take(place, agentId), jobId);
  const [far] = await readNewestJobs(operator(place), { name });
  assert.equal(far?.progress, null, "it begins from the start");
  assert.equal(await take(place, agentId), jobId);
  clock.now += 1000;
  assert.deepEqual(await checkIn(place, agentId), { jobs: [], stop: [] });
  const [job] = await jobsOf(id);
  assert.deepEqual(
    [job?.["state"], job?.["error"], job?.["started_at"], job?.["finished_at"]],
    [
      "failed",
      "The agent took up the audit 3 times and lost it each time; its log says why.",
      start,
      clock.now,
    ],
  );
});

test("progress is kept while a job is under way, and not for other agents' or ended jobs", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { name } = await seedAudit(database, place);
  await ask(place, name);
  const jobId = await take(place, agentId);
  const said = (done: number) => ({
    holding: [jobId],
    progress: [{ id: jobId, progress: { done, total: 189 } }],
  });
  const kept = async () => (await readNewestJobs(operator(place), { name }))[0]?.progress;
  await checkIn(place, await seedAgent(database, place.tenantId), said(1));
  const stranger = await seedAuditPlace(database);
  await checkIn(stranger, await seedAgent(database, stranger.tenantId), said(2));
  assert.equal(await kept(), null);
  await checkIn(place, agentId, said(37));
  assert.deepEqual(await kept(), { done: 37, total: 189 });
  await end(place, agentId, jobId);
  await checkIn(place, agentId, said(38));
  assert.deepEqual(await kept(), { done: 37, total: 189 });
});

test("an end is told once, with what its run is recorded under", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id: auditId, name } = await seedAudit(database, place);
  const { batchId } = await ask(place, name);
  const [waiting] = await jobsOf(auditId);
  const early = await end(place, agentId, String(waiting?.["id"]));
  assert.equal(early, null, "what was never handed out has no outcome");
  clock.now += 1000;
  const jobId = await take(place, agentId);
  assert.equal(await end(place, await seedAgent(database, place.tenantId), jobId), null);
  assert.equal(await end(place, agentId, newId()), null);
  clock.now += 1000;
  assert.deepEqual(await end(place, agentId, jobId), {
    id: jobId,
    auditId,
    auditName: name,
    bundleId: place.bundleId,
    bundleName: "Debian",
    batchId,
    createdAt: start,
    startedAt: start + 1000,
  });
  assert.equal(await end(place, agentId, jobId), null);
  const [job] = await readBatch(operator(place), batchId);
  assert.deepEqual(
    [job?.state, job?.error, job?.finishedAt, job?.runId],
    ["completed", null, start + 2000, null],
  );
});

test("a failure is kept in the words of the agent, without what does not belong on a terminal", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { name } = await seedAudit(database, place);
  const failures = [
    [
      "failed",
      "no_engine",
      "Install\u001b[31m openscap-\nscanner",
      "Install [31m openscap- scanner",
    ],
    ["failed", "killed", " \u0000", "The audit failed, and the agent did not say why."],
    ["failed", "engine_error", "x".repeat(2000), `${"x".repeat(999)}…`],
    ["stopped", "stopped", "whatever", "The audit was stopped before it was done."],
  ] as const;
  for (const [kind, code, error, expected] of failures) {
    clock.now += 1000;
    await ask(place, name);
    await end(place, agentId, await take(place, agentId), { kind, code, error });
    const [job] = await readNewestJobs(operator(place), { name });
    assert.deepEqual([job?.state, job?.errorCode, job?.error], [kind, code, expected]);
  }
});

test("an ARF is kept where one was asked for, from the job's own agent, and until the job has ended", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const agentId = await seedAgent(database, tenantId);
  const wanted = await seedAudit(database, place, { keepArf: true });
  const unwanted = await seedAudit(database, place);
  const xml = Buffer.from("<arf/>");
  const sha256 = createHash("sha256").update(xml).digest("hex");
  const arf = { bytes: xml.length, sha256, gzip: gzipSync(xml) };
  const save = (from: string, jobId: string, what = arf) =>
    database.transaction(tenantId, (tx) => saveArf(tx, tenantId, from, jobId, what, clock.now));

  await ask(place, unwanted.name);
  const plain = await take(place, agentId);
  assert.equal(await save(agentId, plain), false);
  await end(place, agentId, plain);

  clock.now += 1000;
  await ask(place, wanted.name);
  const jobId = await take(place, agentId);
  assert.equal(await save(await seedAgent(database, tenantId), jobId), false);
  assert.equal(await save(agentId, newId()), false);
  assert.equal(await readArf(operator(place), jobId), null);
  assert.equal(await save(agentId, jobId, { ...arf, bytes: 5 }), true);
  await assert.rejects(readArf(operator(place), jobId), /came broken/);
  assert.equal(await save(agentId, jobId), true);
  assert.deepEqual(await readArf(operator(place), jobId), xml);
  const stranger = await seedAuditPlace(database);
  assert.equal(await readArf(operator(stranger), jobId), null);
  await end(place, agentId, jobId);
  assert.equal(await save(agentId, jobId), false);
  assert.deepEqual(await readArf(operator(place), jobId), xml);
});
