import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "#platform/db";
import { createLog } from "#platform/log";
import { seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { auditsAtWork } from "#test/audits-at-work";
import { createTestDatabase } from "#test/database";

const testDatabase = await createTestDatabase();
const { database, connection } = testDatabase;
const log = createLog("silent", "test");
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;
const openSentence = "where the one before is still open";
const clock = { now: start };
const { rows, jobsOf, historyOf, startDue, ask, take, end } = auditsAtWork(testDatabase, clock);

test("an audit that is due begins once on each of its hosts, and its next time is worked out in its zone", async () => {
  clock.now = start;
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
  clock.now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const { id } = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  clock.now = start + 10.5 * hour;
  await startDue();
  await startDue();
  assert.equal((await jobsOf(id)).length, 1);
  assert.equal((await historyOf(id))["next_run_at"], start + 11 * hour);
});

test("an audit that rests, or has no schedule, is never due", async () => {
  clock.now = start;
  const place = await seedAuditPlace(database);
  await seedAgent(database, place.tenantId);
  const rests = await seedAudit(database, place, {
    schedule: "* * * * *",
    enabled: false,
    nextRunAt: start - 1,
  });
  const byHand = await seedAudit(database, place);
  clock.now = start + 48 * hour;
  await startDue();
  assert.deepEqual([await jobsOf(rests.id), await jobsOf(byHand.id)], [[], []]);
});

test("of replicas that find the same audits due at the same time, one begins each of them", async (t) => {
  clock.now = start;
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
  clock.now = start;
  const place = await seedAuditPlace(database);
  const slow = await seedAgent(database, place.tenantId, { name: "slow" });
  const fast = await seedAgent(database, place.tenantId, { name: "fast" });
  const { id } = await seedAudit(database, place, { schedule: "0 * * * *", nextRunAt: start });
  await startDue();
  await end(place, fast, await take(place, fast));
  clock.now = start + hour;
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
  clock.now = start + 2 * hour;
  await startDue();
  assert.equal((await historyOf(id))["last_error"], null);
  assert.equal((await jobsOf(id)).length, 5);
});

test("an audit is for the hosts at its site with one of its tags; it says when there are none", async () => {
  clock.now = start;
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
  clock.now = start;
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
  clock.now = start;
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
