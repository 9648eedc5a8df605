import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testFacts } from "#test/directory-fixture";
import { seedScanPlace } from "#test/scan-fixture";
import { createLog } from "#platform/log";
import { assessmentsAtWork, hour, start } from "./testing/assessments-at-work.ts";

const { database, admin, connection } = await createTestDatabase();
const log = createLog("silent", "test");
const { clock, rows, historyOf, checkIn, end, list, startDue } = assessmentsAtWork(database, admin);

test("a directory that is due is queued once, what was missed is made up for by one, and its next time is in its zone", async () => {
  clock.now = start - hour;
  const place = await seedScanPlace(database);
  const { id } = await seedDirectory(database, place, {
    schedule: "30 2 * * *",
    timeZone: "Europe/Berlin",
    now: clock.read,
  });
  assert.equal((await historyOf(id))["next_run_at"], Date.parse("2026-11-20T01:30:00Z"));
  await startDue();
  assert.deepEqual(await list(place, id), [], "its time has not come");
  clock.now = start + 72 * hour;
  await startDue();
  await startDue();
  const [assessment, ...others] = await list(place, id);
  assert.deepEqual(others, []);
  assert.deepEqual([assessment?.state, assessment?.requestedBy], ["queued", "schedule"]);
  const { facts: _facts, ...history } = await historyOf(id);
  assert.deepEqual(history, {
    last_run_at: null,
    last_attempt_at: clock.now,
    next_run_at: Date.parse("2026-11-23T01:30:00Z"),
    last_error: null,
  });
});

test("a directory that rests, or has no schedule, is never due", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const rests = { schedule: "* * * * *", enabled: false, now: clock.read };
  const { id } = await seedDirectory(database, place, rests);
  const byHand = await seedDirectory(database, place);
  clock.now = start + 48 * hour;
  await startDue();
  assert.deepEqual([await list(place, id), await list(place, byHand.id)], [[], []]);
});

test("of replicas that find the same directories due at the same time, one queues each of them", async (t) => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const directories = [];
  for (let i = 0; i < 12; i += 1) {
    const hourly = { schedule: "0 * * * *", now: clock.read };
    directories.push(await seedDirectory(database, place, hourly));
  }
  const other = await openDatabase(connection, { log, poolSize: 4 });
  t.after(() => other.close());
  clock.now = start + hour;
  await Promise.all([startDue(), startDue(other), startDue(), startDue(other)]);
  for (const { id } of directories) {
    assert.equal((await list(place, id)).length, 1);
    assert.equal((await historyOf(id))["last_error"], null, "none of them thought it skipped");
  }
});

test("a time that comes while an assessment is open is skipped, and the directory says why until that one is done", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id } = await seedDirectory(database, place, { schedule: "0 * * * *", now: clock.read });
  clock.now = start + hour;
  await startDue();
  clock.now = start + 2 * hour;
  await startDue();
  assert.equal(
    (await historyOf(id))["last_error"],
    "The assessment due at 2026-11-20 02:00 UTC was skipped: the one before it still waits for its probe.",
  );
  const began = clock.now;
  const { assessments } = await checkIn(place);
  clock.now = start + 3 * hour;
  await startDue();
  assert.match(String((await historyOf(id))["last_error"]), /03:00 .* is still under way\.$/);
  assert.equal((await list(place, id)).length, 1);
  await end(place, assessments[0]?.assessmentId ?? "");
  assert.deepEqual(await historyOf(id), {
    last_run_at: began,
    last_attempt_at: start + 3 * hour,
    next_run_at: start + 4 * hour,
    last_error: null,
    facts: testFacts,
  });
});

test("a directory that cannot be begun, or whose schedule is no longer understood, holds up no other", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const hourly = { schedule: "0 * * * *", now: clock.read };
  const broken = await seedDirectory(database, place, hourly);
  const odd = await seedDirectory(database, place, hourly);
  const fine = await seedDirectory(database, place, hourly);
  await rows("update directories set time_zone = 'Mars/Olympus' where id = $1", [odd.id]);
  const name = "refuse_one_directory";
  const check = `check (directory_id <> '${broken.id}')`;
  await rows(`alter table assessments add constraint ${name} ${check}`);
  clock.now = start + hour;
  await startDue();
  assert.equal((await list(place, fine.id)).length, 1);
  assert.equal((await list(place, broken.id)).length, 0);
  assert.equal((await historyOf(broken.id))["next_run_at"], start + hour, "it stays due");
  const history = await historyOf(odd.id);
  assert.equal(history["next_run_at"], null);
  assert.match(String(history["last_error"]), /"Mars\/Olympus" is no time zone/);
  await rows(`alter table assessments drop constraint ${name}`);
  await startDue();
  assert.equal((await list(place, broken.id)).length, 1);
});
