import assert from "node:assert/strict";
import { test } from "node:test";
import { queuedForMs, silentAfterMs } from "#exposure/hand-outs";
import { newId } from "#lib/ids";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testFacts } from "#test/directory-fixture";
import { seedScanPlace } from "#test/scan-fixture";
import { until } from "#test/until";
import { mostKept } from "./assessment.ts";
import { findAssessmentsForMessages, saveAssessmentSummary } from "./end-assessment.ts";
import { requestAssessment } from "./request-assessment.ts";
import { stopAssessment } from "./stop-assessment.ts";
import { assessmentsAtWork, hour, minute, start } from "./testing/assessments-at-work.ts";

const { database, admin } = await createTestDatabase();
const {
  clock,
  contextOf,
  rows,
  historyOf,
  ask,
  checkIn,
  taken,
  end,
  stop,
  read,
  list,
  failSilent,
} = assessmentsAtWork(database, admin);
const nothing = { assessments: [], stop: [] };

test("who asks for an assessment gets it, or the one that is open, and leaves a trace", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const asked = await Promise.all([ask(place, name), ask(place, name), ask(place, name)]);
  const [first] = asked;
  assert.equal(new Set(asked.map(({ assessmentId }) => assessmentId)).size, 1);
  assert.equal(asked.filter(({ isNew }) => isNew).length, 1);
  assert.deepEqual(await read(place, first?.assessmentId ?? ""), {
    id: first?.assessmentId,
    directoryName: name,
    state: "queued",
    progress: null,
    error: null,
    requestedBy: "root@test",
    createdAt: start,
    startedAt: null,
    endedAt: null,
    summary: null,
  });
  assert.equal((await historyOf(id))["last_attempt_at"], start);
  const audit = await rows(
    "select detail from audit_log where tenant_id = $1 and action = 'directory.assess'",
    [place.tenantId],
  );
  assert.deepEqual(audit, [{ detail: { name, assessmentId: first?.assessmentId } }]);
  await assert.rejects(ask(place, "nobody"), /There is no directory named "nobody"/);
  const reader = { ...contextOf(place), scopes: ["read"] } as const;
  await assert.rejects(requestAssessment(reader, { name }), /may only read/);
  await assert.rejects(stopAssessment(reader, { name }), /may only read/);
});

test("a probe hears at once that an assessment waits for it, or is to be stopped", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const heard: string[] = [];
  const subscription = await database.listen("vedette_scan_runs", (payload) => heard.push(payload));
  await taken(place, name);
  await until(() => heard.length === 1, { what: "the assessment is announced" });
  await stop(place, name);
  await until(() => heard.length === 2, { what: "the stop is announced" });
  assert.deepEqual(heard, [place.probeId, place.probeId]);
  await subscription.close();
});

test("an end is told once, in the words of the probe, without what does not belong on a terminal", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const good = await taken(place, name);
  const facts = { ...testFacts, name: "ac\0me\u202e", details: { "le\nvel": "20\u001b16" } };
  await end(place, good, { facts });
  const shown = { ...testFacts, name: "ac me ", details: { "le vel": "20 16" } };
  assert.deepEqual((await historyOf(id))["facts"], shown);
  clock.now = start + hour;
  const bad = await taken(place, name);
  const failed = { outcome: "failed", error: "no\u001b[31m rou\0te", facts: null } as const;
  assert.equal(await end(place, bad, { ...failed, at: clock.now + hour }), true);
  assert.equal(await end(place, bad), false);
  assert.partialDeepStrictEqual(await read(place, bad), {
    state: "failed",
    error: "no [31m rou te",
    endedAt: clock.now,
  });
  assert.deepEqual(await historyOf(id), {
    last_run_at: start,
    last_attempt_at: clock.now,
    next_run_at: null,
    last_error: "no [31m rou te",
    facts: shown,
  });
});

test("what an assessment came to is kept with it", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  const summary = {
    rules: { evaluated: 60, failed: 4, notEvaluated: 0, notApplicable: 2 },
    coverage: 1,
    open: { CRITICAL: 0, HIGH: 1, MEDIUM: 3, LOW: 0, INFO: 0 },
    excepted: 2,
    score: 87.5,
    factors: [],
  };
  await database.transaction(place.tenantId, (tx) =>
    saveAssessmentSummary(tx, place.tenantId, assessmentId, summary),
  );
  assert.deepEqual((await read(place, assessmentId)).summary, summary);
});

test("an assessment is stopped at once while it waits, and by its probe while it is under way", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  assert.equal(await stop(place, name), "ended");
  await ask(place, name);
  assert.equal(await stop(place, name), "stopped");
  assert.deepEqual(await checkIn(place), nothing);
  clock.now += 1000;
  const running = await taken(place, name);
  assert.equal(await stop(place, name), "stopping");
  assert.equal(await stop(place, name), "stopping");
  assert.deepEqual((await checkIn(place, { holding: [running] })).stop, [running]);
  await end(place, running, { outcome: "stopped", facts: null });
  assert.equal(await stop(place, name), "ended");
  assert.deepEqual(
    (await list(place, id)).map(({ state }) => state),
    ["stopped", "stopped"],
  );
  const sentence = "The assessment was stopped before it was done.";
  assert.equal((await historyOf(id))["last_error"], sentence);
  await assert.rejects(stop(place, "nobody"), /There is no directory named "nobody"/);
});

test("an assessment that was to be stopped and that its probe has lost is not handed out again", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  await stop(place, name);
  assert.deepEqual(await checkIn(place), nothing);
  assert.equal((await read(place, assessmentId)).state, "stopped");
});

test("a probe is told to stop what is gone with its directory", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  await rows("delete from directories where id = $1", [id]);
  assert.deepEqual((await checkIn(place, { holding: [assessmentId] })).stop, [assessmentId]);
  await assert.rejects(read(place, assessmentId), /no such assessment any more/);
});

test("an assessment is given up when its probe is silent for 15 minutes, and lives on when the probe comes back", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  clock.now = start + silentAfterMs;
  await failSilent();
  assert.equal((await read(place, assessmentId)).state, "running");
  clock.now += 1;
  await failSilent();
  assert.equal((await read(place, assessmentId)).state, "failed");
  assert.match(
    String((await historyOf(id))["last_error"]),
    /^The probe ".+" was not heard of for 15 minutes while it assessed the directory\.$/,
  );
  assert.deepEqual(await checkIn(place, { holding: [assessmentId] }), nothing);
  assert.partialDeepStrictEqual(await read(place, assessmentId), {
    state: "running",
    error: null,
    endedAt: null,
  });
  await end(place, assessmentId);
  assert.equal((await historyOf(id))["last_error"], null);
});

test("an assessment waits a day for a probe that is away", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  clock.now = start + queuedForMs;
  await failSilent();
  assert.equal((await read(place, assessmentId)).state, "queued");
  clock.now += 1;
  await failSilent();
  assert.equal((await read(place, assessmentId)).state, "failed");
  const said = String((await historyOf(id))["last_error"]);
  assert.match(said, /^The probe ".+" did not take it up within 24 hours\.$/);
});

test("an assessment that was given up ends as its probe says, but does not cover up what came after it", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const old = await taken(place, name);
  clock.now = start + 2 * hour;
  await failSilent();
  const fresh = (await ask(place, name)).assessmentId;
  assert.deepEqual((await checkIn(place, { holding: [old] })).stop, [old]);
  assert.equal((await checkIn(place)).assessments[0]?.assessmentId, fresh);
  const newer = { ...testFacts, counts: { users: 13 } };
  await end(place, fresh, { facts: newer });
  assert.equal(await end(place, old), true);
  assert.deepEqual(
    (await list(place, id)).map(({ state }) => state),
    ["completed", "completed"],
  );
  assert.deepEqual(await historyOf(id), {
    last_run_at: start + 2 * hour,
    last_attempt_at: start + 2 * hour,
    next_run_at: null,
    last_error: null,
    facts: newer,
  });
});

test("assessments of a probe that is gone are given up, those that wait for it too", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  await rows("update assessments set probe_id = $2 where directory_id = $1", [id, newId()]);
  await failSilent();
  assert.partialDeepStrictEqual(await read(place, assessmentId), {
    state: "failed",
    error: "The probe that was to do it was removed.",
  });
});

test("messages find their assessments, and none of another probe or tenant, or that was never handed out", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const { tenantId, probeId } = place;
  const { id: directoryId, name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  const find = (tenant: string, probe: string) =>
    database.transaction(tenant, (tx) =>
      findAssessmentsForMessages(tx, tenant, probe, [assessmentId, assessmentId, newId()]),
    );
  assert.deepEqual(await find(tenantId, probeId), []);
  clock.now = start + minute;
  await checkIn(place);
  assert.deepEqual(await find(tenantId, probeId), [
    {
      id: assessmentId,
      directoryId,
      directoryName: name,
      type: "active_directory",
      siteId: place.siteId,
      state: "running",
      handedAt: clock.now,
    },
  ]);
  const other = await seedScanPlace(database);
  assert.deepEqual(await find(tenantId, other.probeId), []);
  assert.deepEqual(await find(other.tenantId, probeId), []);
  await assert.rejects(read(other, assessmentId), /no such assessment/);
  assert.deepEqual(await list(other, directoryId), []);
  await assert.rejects(stop(other, name), /There is no directory named/);
});

test("of a directory the newest 400 assessments are kept", async () => {
  clock.now = start;
  const place = await seedScanPlace(database);
  const [{ id, name }, other] = [
    await seedDirectory(database, place),
    await seedDirectory(database, place),
  ];
  for (const directoryId of [id, other.id]) {
    await rows(
      `insert into assessments (tenant_id, id, directory_id, probe_id, state, requested_by, created_at, ended_at)
       select $1, gen_random_uuid(), $2, $3, 'completed', 'schedule', n, n from generate_series(1, $4::int) as n`,
      [place.tenantId, directoryId, place.probeId, mostKept + 5],
    );
  }
  const { assessmentId } = await ask(place, name);
  const kept = await list(place, id);
  assert.equal(kept.length, mostKept);
  assert.deepEqual([kept[0]?.id, kept.at(-1)?.createdAt], [assessmentId, 7]);
  assert.equal((await list(place, other.id)).length, mostKept + 5, "when it is assessed again");
});
