import assert from "node:assert/strict";
import { test } from "node:test";
import { seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { auditsAtWork } from "#test/audits-at-work";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { readBatch, readNewestJobs } from "./read-jobs.ts";
import { requestAudit } from "./request-audit.ts";
import { stopAudit } from "./stop-audit.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const start = Date.parse("2026-11-20T00:00:00Z");
const clock = { now: start };
const { rows, jobsOf, operator, ask, checkIn, take, end } = auditsAtWork(testDatabase, clock);

test("who asks for an audit gets it where it is not open yet, is told where it is, and leaves a trace", async () => {
  clock.now = start;
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
  clock.now = start;
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

test("an audit is stopped at once where it waits, and by its agent where it is under way", async () => {
  clock.now = start;
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
