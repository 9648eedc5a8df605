import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { type Database, openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import {
  type AuditPlace,
  fixtureProfiles,
  fixtureSha256,
  seedAgent,
  seedAudit,
  seedAuditPlace,
  seedContentBundle,
} from "#test/audit-fixture";
import { createTestDatabase } from "#test/database";
import { operatorOf } from "#test/scan-fixture";
import { until } from "#test/until";
import { endJob } from "./end-job.ts";
import { failSilentJobs } from "./fail-silent-jobs.ts";
import { type JobOutcome, queuedForMs, silentForMs } from "./job.ts";
import { readArf, saveArf } from "./keep-arf.ts";
import { type ContentsOfBundle, type JobsAtAgent, offerJobs } from "./offer-jobs.ts";
import { readBatch, readNewestJobs } from "./read-jobs.ts";
import { requestAudit } from "./request-audit.ts";
import { startDueAudits } from "./start-due-audits.ts";
import { stopAudit } from "./stop-audit.ts";

const { database, admin, connection } = await createTestDatabase();
const log = createLog("silent", "test");
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;
const openSentence = "where the one before is still open";
let now = start;

/** Looks at the database past row-level security. */
async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

async function jobsOf(auditId: string) {
  return rows(
    `select j.id, g.name, j.state, j.attempts, j.error, j.error_code, j.requested_by, j.created_at::float8,
       j.started_at::float8, j.finished_at::float8
     from audit_jobs j join agents g on g.tenant_id = j.tenant_id and g.id = j.agent_id
     where audit_id = $1 order by j.created_at, g.name`,
    [auditId],
  );
}

async function historyOf(auditId: string) {
  const [row] = await rows(
    "select last_run_at::float8, next_run_at::float8, last_error from audits where id = $1",
    [auditId],
  );
  assert.ok(row);
  return row;
}

const operator = ({ tenantId }: AuditPlace) => operatorOf(database, tenantId, () => now);
const startDue = (on: Database = database) => startDueAudits({ database: on, log, now: () => now });
const failSilent = () => failSilentJobs({ database, log, now: () => now });
const ask = (place: AuditPlace, name: string, more: { agent?: string; arf?: boolean } = {}) =>
  requestAudit(operator(place), { name, ...more });

async function checkIn(
  { tenantId }: AuditPlace,
  agentId: string,
  said: Partial<JobsAtAgent> = {},
  contentsOf: ContentsOfBundle = () => assert.fail("a bundle that is kept here has all its texts"),
) {
  await rows("update agents set last_seen_at = $2 where id = $1", [agentId, now]);
  const base = { tenantId, agentId, holding: [], progress: [], now };
  return offerJobs(database, { ...base, ...said }, contentsOf);
}

async function take(place: AuditPlace, agentId: string): Promise<string> {
  const { jobs } = await checkIn(place, agentId);
  return jobs[0]?.jobId ?? assert.fail("there is a job");
}

const end = (
  { tenantId }: AuditPlace,
  agentId: string,
  jobId: string,
  outcome: JobOutcome = { kind: "completed" },
) => database.transaction(tenantId, (tx) => endJob(tx, tenantId, agentId, jobId, outcome, now));

test("an audit that is due begins once on each of its hosts, and its next time is worked out in its zone", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  for (const name of ["web1", "web2"]) await seedAgent(database, place.tenantId, { name });
  const nightly = { schedule: "30 2 * * *", timeZone: "Europe/Berlin", nextRunAt: start };
  const { id } = await seedAudit(database, place, nightly);
  await startDue();
  await startDue();
  const jobs = await jobsOf(id);
  assert.deepEqual(
    jobs.map((job) => [job["name"], job["state"], job["requested_by"]]),
    [
      ["web1", "queued", "schedule"],
      ["web2", "queued", "schedule"],
    ],
  );
  assert.deepEqual(await historyOf(id), {
    last_run_at: start,
    next_run_at: Date.parse("2026-11-20T01:30:00Z"),
    last_error: null,
  });
});

test("audits that were missed while the server was away are made up for by one", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const { id } = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  now = start + 10.5 * hour;
  await startDue();
  await startDue();
  assert.equal((await jobsOf(id)).length, 1);
  assert.equal((await historyOf(id))["next_run_at"], start + 11 * hour);
});

test("an audit that rests, or has no schedule, is never due", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const rests = await seedAudit(database, place, {
    schedule: "* * * * *",
    enabled: false,
    nextRunAt: start - 1,
  });
  const byHand = await seedAudit(database, place);
  now = start + 48 * hour;
  await startDue();
  assert.deepEqual([await jobsOf(rests.id), await jobsOf(byHand.id)], [[], []]);
});

test("of replicas that find the same audits due at the same time, one begins each of them", async (t) => {
  now = start;
  const place = await seedAuditPlace(database);
  for (let i = 0; i < 3; i += 1) await seedAgent(database, place.tenantId);
  const audits = [];
  for (let i = 0; i < 20; i += 1) {
    audits.push(await seedAudit(database, place, { schedule: "0 0 * * *", nextRunAt: start }));
  }
  const other = await openDatabase(connection, { log, poolSize: 4 });
  t.after(() => other.close());
  await Promise.all([startDue(), startDue(other), startDue(), startDue(other)]);
  for (const { id } of audits) {
    assert.equal((await jobsOf(id)).length, 3);
    assert.equal((await historyOf(id))["last_error"], null, "none of them thought it skipped");
  }
});

test("a host whose job is still open is left out, the others begin, and the audit says so until all did", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const slow = await seedAgent(database, place.tenantId, { name: "slow" });
  const fast = await seedAgent(database, place.tenantId, { name: "fast" });
  const { id } = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  await startDue();
  await end(place, fast, await take(place, fast));
  now = start + hour;
  await startDue();
  assert.deepEqual(
    (await jobsOf(id)).map((job) => [job["name"], job["state"]]),
    [
      ["fast", "completed"],
      ["slow", "queued"],
      ["fast", "queued"],
    ],
  );
  assert.deepEqual(await historyOf(id), {
    last_run_at: start + hour,
    next_run_at: start + 2 * hour,
    last_error: `The audit due at 2026-11-20 01:00 UTC left out 1 of 2 hosts, ${openSentence}: slow.`,
  });
  for (const agent of [slow, fast]) await end(place, agent, await take(place, agent));
  now = start + 2 * hour;
  await startDue();
  assert.equal((await historyOf(id))["last_error"], null);
  assert.equal((await jobsOf(id)).length, 5);
});

test("an audit is for the hosts at its site with one of its tags; it says when there are none", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const { tenantId, siteId } = place;
  await seedAgent(database, tenantId, { name: "here", siteId, tags: ["db", "prod"] });
  await seedAgent(database, tenantId, { name: "here untagged", siteId });
  await seedAgent(database, tenantId, { name: "elsewhere", tags: ["web", "prod"] });
  const revoked = await seedAgent(database, tenantId, { name: "revoked", siteId, tags: ["db"] });
  await rows("update agents set status = 'revoked' where id = $1", [revoked]);
  const hostsOf = async (audit: { siteId?: string; tags?: string[] }) => {
    const { id, name } = await seedAudit(database, place, audit);
    await ask(place, name);
    return (await jobsOf(id)).map((job) => job["name"]);
  };
  assert.deepEqual(await hostsOf({}), ["elsewhere", "here", "here untagged"]);
  assert.deepEqual(await hostsOf({ siteId }), ["here", "here untagged"]);
  assert.deepEqual(await hostsOf({ tags: ["web", "db"] }), ["elsewhere", "here"]);
  assert.deepEqual(await hostsOf({ siteId, tags: ["prod"] }), ["here"]);
  const none = `There is no host with an active agent at the site "HQ" with the tag web.`;
  const due = { schedule: "0 * * * *", nextRunAt: start, siteId, tags: ["web"] };
  const { id, name } = await seedAudit(database, place, due);
  await startDue();
  assert.deepEqual(await historyOf(id), {
    last_run_at: null,
    next_run_at: start + hour,
    last_error: `The audit due at 2026-11-20 00:00 UTC ran nowhere. ${none}`,
  });
  await assert.rejects(ask(place, name), { code: "not_found", message: none });
});

test("a schedule that is no longer understood rests with the reason, and holds up no other", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const odd = await seedAudit(database, place, {
    schedule: "0 * * * *",
    timeZone: "Mars/Olympus",
    nextRunAt: start - 1,
  });
  const fine = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  await startDue();
  assert.equal((await jobsOf(fine.id)).length, 1);
  const history = await historyOf(odd.id);
  assert.equal(history["next_run_at"], null);
  assert.match(String(history["last_error"]), /"Mars\/Olympus" is no time zone/);
});

test("an audit that cannot be started stays due, and holds up no other", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const broken = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start - 1 });
  const fine = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  const name = "refuse_one_audit";
  await rows(
    `alter table audit_jobs add constraint ${name} check (audit_id <> '${broken.id}')`,
    [],
  );
  await startDue();
  assert.deepEqual([(await jobsOf(broken.id)).length, (await jobsOf(fine.id)).length], [0, 1]);
  assert.equal((await historyOf(broken.id))["next_run_at"], start - 1);
  await rows(`alter table audit_jobs drop constraint ${name}`, []);
  await startDue();
  assert.equal((await jobsOf(broken.id)).length, 1);
});

test("who asks for an audit gets it where it is not open yet, is told where it is, and leaves a trace", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId, { name: "web1" });
  const { id, name } = await seedAudit(database, place);
  const asked = await Promise.all([ask(place, name), ask(place, name), ask(place, name)]);
  const [first, ...others] = asked.toSorted((a, b) => b.jobs - a.jobs);
  assert.equal(first?.jobs, 1);
  assert.deepEqual(first.skipped, []);
  const why = "the audit asked for before is still open there";
  for (const { jobs, skipped } of others) {
    assert.deepEqual({ jobs, skipped }, { jobs: 0, skipped: [{ agent: "web1", why }] });
  }
  await seedAgent(database, place.tenantId, { name: "web2" });
  assert.equal((await ask(place, name)).jobs, 1);
  assert.deepEqual(
    (await jobsOf(id)).map((job) => [job["name"], job["requested_by"]]),
    [
      ["web1", "root@test"],
      ["web2", "root@test"],
    ],
  );
  const trace = await rows(
    "select action, detail from audit_log where tenant_id = $1 order by id limit 1",
    [place.tenantId],
  );
  assert.deepEqual(trace, [
    { action: "audit.run", detail: { name, batchId: first.batchId, hosts: 1 } },
  ]);
});

test("one host can be audited alone, but none that the audit is not for", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  for (const name of ["web1", "web2"]) {
    await seedAgent(database, place.tenantId, { name, tags: ["web"] });
  }
  await seedAgent(database, place.tenantId, { name: "db1" });
  const { id, name } = await seedAudit(database, place, { tags: ["web"] });
  assert.equal((await ask(place, name, { agent: "web2" })).jobs, 1);
  assert.deepEqual(
    (await jobsOf(id)).map((job) => job["name"]),
    ["web2"],
  );
  await assert.rejects(ask(place, name, { agent: "db1" }), {
    code: "not_found",
    message: `The audit "${name}" is for no host named "db1": it is for web1, web2.`,
  });
});

test("what is asked for under another tenant's name, or without the right to, does not exist or is forbidden", async () => {
  const place = await seedAuditPlace(database);
  const stranger = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  await seedAgent(database, stranger.tenantId);
  const { name } = await seedAudit(database, place);
  const missing = { code: "not_found", message: `There is no audit named "${name}".` };
  await assert.rejects(ask(stranger, name), missing);
  await assert.rejects(stopAudit(operator(stranger), { name }), missing);
  await assert.rejects(readNewestJobs(operator(stranger), { name }), missing);
  const { batchId } = await ask(place, name);
  assert.deepEqual(await readBatch(operator(stranger), batchId), []);
  assert.deepEqual(await checkIn(stranger, agentId), { jobs: [], stop: [] });
  const jobId = await take(place, agentId);
  assert.equal(await end(stranger, agentId, jobId), null);
  const reader = { ...operator(place), scopes: ["read"] as const };
  await assert.rejects(requestAudit(reader, { name }), /may only read/);
  await assert.rejects(stopAudit(reader, { name }), /may only read/);
});

test("an agent hears at once that a job waits for it, or is to be stopped", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { name } = await seedAudit(database, place);
  const heard: string[] = [];
  const hear = (payload: string) => heard.push(payload);
  const subscription = await database.listen("vedette_agent_jobs", hear);
  await ask(place, name);
  await until(() => heard.length === 1, { what: "the job is announced" });
  await take(place, agentId);
  await stopAudit(operator(place), { name });
  await until(() => heard.length === 2, { what: "the stop is announced" });
  assert.deepEqual(heard, [agentId, agentId]);
  await subscription.close();
});

test("a job is handed out as it was asked for, and only to its agent", async () => {
  now = start;
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
  now = start;
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
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const names = [];
  for (let i = 0; i < 3; i += 1) {
    now += 1000;
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
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const jobId = await take(place, agentId);
  const progress = [{ id: jobId, progress: { done: 37, total: 189 } }];
  await checkIn(place, agentId, { holding: [jobId], progress });
  now += 1000;
  assert.equal(await take(place, agentId), jobId);
  const [far] = await readNewestJobs(operator(place), { name });
  assert.equal(far?.progress, null, "it begins from the start");
  assert.equal(await take(place, agentId), jobId);
  now += 1000;
  assert.deepEqual(await checkIn(place, agentId), { jobs: [], stop: [] });
  const [job] = await jobsOf(id);
  assert.deepEqual(
    [job?.["state"], job?.["error"], job?.["started_at"], job?.["finished_at"]],
    [
      "failed",
      "The agent took up the audit 3 times and lost it each time; its log says why.",
      start,
      now,
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
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id: auditId, name } = await seedAudit(database, place);
  const { batchId } = await ask(place, name);
  const [waiting] = await jobsOf(auditId);
  const early = await end(place, agentId, String(waiting?.["id"]));
  assert.equal(early, null, "what was never handed out has no outcome");
  now += 1000;
  const jobId = await take(place, agentId);
  assert.equal(await end(place, await seedAgent(database, place.tenantId), jobId), null);
  assert.equal(await end(place, agentId, newId()), null);
  now += 1000;
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
    now += 1000;
    await ask(place, name);
    await end(place, agentId, await take(place, agentId), { kind, code, error });
    const [job] = await readNewestJobs(operator(place), { name });
    assert.deepEqual([job?.state, job?.errorCode, job?.error], [kind, code, expected]);
  }
});

test("an audit is stopped at once where it waits, and by its agent where it is under way", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const busy = await seedAgent(database, place.tenantId, { name: "busy" });
  const idle = await seedAgent(database, place.tenantId, { name: "idle" });
  const { name } = await seedAudit(database, place);
  await ask(place, name);
  const jobId = await take(place, busy);
  const stop = () => stopAudit(operator(place), { name });
  assert.deepEqual(await stop(), { stopped: 1, stopping: 1 });
  assert.deepEqual(await stop(), { stopped: 0, stopping: 1 });
  assert.deepEqual(await checkIn(place, idle), { jobs: [], stop: [] });
  assert.deepEqual(await checkIn(place, busy, { holding: [jobId] }), { jobs: [], stop: [jobId] });
  await end(place, busy, jobId, { kind: "stopped", code: "stopped", error: "stopped" });
  assert.deepEqual(await stop(), { stopped: 0, stopping: 0 });
  const jobs = await readNewestJobs(operator(place), { name });
  assert.deepEqual(
    jobs.map(({ agentName, state }) => [agentName, state]),
    [
      ["busy", "stopped"],
      ["idle", "stopped"],
    ],
  );
});

test("a job that was to be stopped and that its agent has lost is not handed out again", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  await take(place, agentId);
  await stopAudit(operator(place), { name });
  assert.deepEqual(await checkIn(place, agentId), { jobs: [], stop: [] });
  assert.equal((await jobsOf(id))[0]?.["state"], "stopped");
});

test("an agent is told to stop what is gone with its audit", async () => {
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const jobId = await take(place, agentId);
  await rows("delete from audits where id = $1", [id]);
  const reply = await checkIn(place, agentId, { holding: [jobId] });
  assert.deepEqual(reply, { jobs: [], stop: [jobId] });
  assert.equal(await end(place, agentId, jobId), null);
});

test("a job that nobody takes is given up after 7 days", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId, { name: "off" });
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  now = start + queuedForMs;
  await failSilent();
  assert.equal((await jobsOf(id))[0]?.["state"], "queued");
  now += 1;
  await failSilent();
  const [job] = await jobsOf(id);
  assert.deepEqual(
    [job?.["state"], job?.["error"], job?.["finished_at"]],
    ["failed", 'The agent "off" did not take up the audit within 7 days.', now],
  );
});

test("a job is given up when its agent is silent for its time limit and 15 minutes, and lives on when that comes back", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId, { name: "web1" });
  const { id, name } = await seedAudit(database, place, { timeLimitSec: 600 });
  await ask(place, name);
  const jobId = await take(place, agentId);
  now = start + 600_000 + silentForMs;
  await failSilent();
  assert.equal((await jobsOf(id))[0]?.["state"], "running");
  now += 1;
  await failSilent();
  const error = 'The agent "web1" was not heard of for 25 minutes while it audited its host.';
  const [silent] = await jobsOf(id);
  assert.deepEqual([silent?.["state"], silent?.["error"]], ["failed", error]);
  assert.deepEqual(await checkIn(place, agentId, { holding: [jobId] }), { jobs: [], stop: [] });
  const [job] = await jobsOf(id);
  assert.deepEqual([job?.["state"], job?.["error"], job?.["finished_at"]], ["running", null, null]);
  assert.notEqual(await end(place, agentId, jobId), null);
});

test("what a job that was given up found after all is taken in, but it is stopped once another one is open", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const old = await take(place, agentId);
  now = start + 24 * hour;
  await failSilent();
  await ask(place, name);
  const holding = [old];
  assert.deepEqual(await checkIn(place, agentId, { holding }), { jobs: [], stop: [old] });
  assert.notEqual(await end(place, agentId, old), null);
  assert.equal(await end(place, agentId, old), null);
  assert.deepEqual(
    (await jobsOf(id)).map(({ state }) => state),
    ["completed", "queued"],
  );
});

test("jobs of an agent that was revoked are given up, those that wait too", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId, { name: "web1" });
  const audits = [await seedAudit(database, place), await seedAudit(database, place)];
  for (const { name } of audits) await ask(place, name);
  await take(place, agentId);
  await failSilent();
  await rows("update agents set status = 'revoked' where id = $1", [agentId]);
  await failSilent();
  for (const { id } of audits) {
    const [job] = await jobsOf(id);
    assert.deepEqual([job?.["state"], job?.["error"]], ["failed", 'The agent "web1" was revoked.']);
  }
});

test("an ARF is kept where one was asked for, from the job's own agent, and until the job has ended", async () => {
  now = start;
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  const agentId = await seedAgent(database, tenantId);
  const wanted = await seedAudit(database, place, { keepArf: true });
  const unwanted = await seedAudit(database, place);
  const xml = Buffer.from("<arf/>");
  const sha256 = createHash("sha256").update(xml).digest("hex");
  const arf = { bytes: xml.length, sha256, gzip: gzipSync(xml) };
  const save = (from: string, jobId: string, what = arf) =>
    database.transaction(tenantId, (tx) => saveArf(tx, tenantId, from, jobId, what, now));

  await ask(place, unwanted.name);
  const plain = await take(place, agentId);
  assert.equal(await save(agentId, plain), false);
  await end(place, agentId, plain);

  now += 1000;
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
