import assert from "node:assert/strict";
import { test } from "node:test";
import { seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { auditsAtWork } from "#test/audits-at-work";
import { createTestDatabase } from "#test/database";
import { queuedForMs, silentForMs } from "./job.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;
const clock = { now: start };
const { rows, jobsOf, failSilent, ask, checkIn, take, end } = auditsAtWork(testDatabase, clock);

test("a job that nobody takes is given up after 7 days", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId, { name: "off" });
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  clock.now = start + queuedForMs;
  await failSilent();
  assert.equal((await jobsOf(id))[0]?.["state"], "queued");
  clock.now += 1;
  await failSilent();
  const [job] = await jobsOf(id);
  assert.deepEqual(
    [job?.["state"], job?.["error"], job?.["finished_at"]],
    ["failed", 'The agent "off" did not take up the audit within 7 days.', clock.now],
  );
});

test("a job is given up when its agent is silent for its time limit and 15 minutes, and lives on when that comes back", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId, { name: "web1" });
  const { id, name } = await seedAudit(database, place, { timeLimitSec: 600 });
  await ask(place, name);
  const jobId = await take(place, agentId);
  clock.now = start + 600_000 + silentForMs;
  await failSilent();
  assert.equal((await jobsOf(id))[0]?.["state"], "running");
  clock.now += 1;
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
  clock.now = start;
  const place = await seedAuditPlace(database);
  const agentId = await seedAgent(database, place.tenantId);
  const { id, name } = await seedAudit(database, place);
  await ask(place, name);
  const old = await take(place, agentId);
  clock.now = start + 24 * hour;
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
  clock.now = start;
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
