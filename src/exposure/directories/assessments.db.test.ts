import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createSealedBox } from "#platform/crypto";
import { type Database, type Queryable, openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import type { AssessmentProgress } from "#engines/directory-types";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testBox, testFacts, testSecret } from "#test/directory-fixture";
import { type ScanPlace, operatorOf, seedScanPlace } from "#test/scan-fixture";
import { until } from "#test/until";
import { type AssessmentEnd, mostKept, silentAfterMs } from "./assessment.ts";
import type { DirectorySettings } from "./directory.ts";
import {
  endAssessment,
  findAssessmentsForMessages,
  saveAssessmentSummary,
} from "./end-assessment.ts";
import { failSilentAssessments } from "./fail-silent-assessments.ts";
import { offerAssessments } from "./offer-assessments.ts";
import { listAssessments, readAssessment } from "./read-assessment.ts";
import { requestAssessment } from "./request-assessment.ts";
import { startDueAssessments } from "./start-due-assessments.ts";
import { stopAssessment } from "./stop-assessment.ts";

const { database, admin, connection } = await createTestDatabase();
const log = createLog("silent", "test");
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;
const minute = 60_000;
let now = start;

/** Looks at the database past row-level security. */
async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

const contextOf = ({ tenantId }: ScanPlace) => operatorOf(database, tenantId, () => now);
const startDue = (on: Database = database) =>
  startDueAssessments({ database: on, log, now: () => now });
const failSilent = () => failSilentAssessments({ database, log, now: () => now });
const ask = (place: ScanPlace, name: string) => requestAssessment(contextOf(place), { name });
const stop = (place: ScanPlace, name: string) => stopAssessment(contextOf(place), { name });
const read = (place: ScanPlace, id: string) => readAssessment(contextOf(place), id);
const list = (place: ScanPlace, directoryId: string) =>
  listAssessments(contextOf(place), directoryId, 1000);

async function historyOf(directoryId: string) {
  const [row] = await rows(
    `select last_run_at::float8, last_attempt_at::float8, next_run_at::float8, last_error, facts from directories
     where id = $1`,
    [directoryId],
  );
  assert.ok(row);
  return row;
}

interface Said {
  holding?: readonly string[] | null;
  progress?: readonly { id: string; progress: AssessmentProgress }[];
  box?: typeof testBox;
}

async function checkIn(place: ScanPlace, { box = testBox, ...said }: Said = {}) {
  const { tenantId, probeId } = place;
  await rows("update probes set last_seen_at = $2 where id = $1", [probeId, now]);
  const at = { tenantId, probeId, now };
  return offerAssessments(database, box, { ...at, holding: [], progress: [], ...said });
}

/** Asks for an assessment and lets the probe take it. */
async function taken(place: ScanPlace, name: string): Promise<string> {
  const { assessmentId } = await ask(place, name);
  const { assessments } = await checkIn(place);
  assert.equal(assessments[0]?.assessmentId, assessmentId);
  return assessmentId;
}

const completed: AssessmentEnd = { outcome: "completed", at: 0, error: null, facts: testFacts };

async function end(
  place: ScanPlace,
  assessmentId: string,
  said: Partial<AssessmentEnd> = {},
): Promise<boolean> {
  const { tenantId, probeId } = place;
  return database.transaction(tenantId, async (tx) => {
    const [found] = await findAssessmentsForMessages(tx, tenantId, probeId, [assessmentId]);
    assert.ok(found);
    const ending = { ...completed, at: now, ...said };
    return endAssessment(tx, tenantId, { assessmentId: found.id, end: ending, now });
  });
}

const nothing = { assessments: [], stop: [] };

test("a directory that is due is queued once, what was missed is made up for by one, and its next time is in its zone", async () => {
  now = start - hour;
  const place = await seedScanPlace(database);
  const { id } = await seedDirectory(database, place, {
    schedule: "30 2 * * *",
    timeZone: "Europe/Berlin",
    now: () => now,
  });
  assert.equal((await historyOf(id))["next_run_at"], Date.parse("2026-11-20T01:30:00Z"));
  await startDue();
  assert.deepEqual(await list(place, id), [], "its time has not come");
  now = start + 72 * hour;
  await startDue();
  await startDue();
  const [assessment, ...others] = await list(place, id);
  assert.deepEqual(others, []);
  assert.deepEqual([assessment?.state, assessment?.requestedBy], ["queued", "schedule"]);
  const { facts: _facts, ...history } = await historyOf(id);
  assert.deepEqual(history, {
    last_run_at: null,
    last_attempt_at: now,
    next_run_at: Date.parse("2026-11-23T01:30:00Z"),
    last_error: null,
  });
});

test("a directory that rests, or has no schedule, is never due", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const rests = { schedule: "* * * * *", enabled: false, now: () => now };
  const { id } = await seedDirectory(database, place, rests);
  const byHand = await seedDirectory(database, place);
  now = start + 48 * hour;
  await startDue();
  assert.deepEqual([await list(place, id), await list(place, byHand.id)], [[], []]);
});

test("of replicas that find the same directories due at the same time, one queues each of them", async (t) => {
  now = start;
  const place = await seedScanPlace(database);
  const directories = [];
  for (let i = 0; i < 12; i += 1) {
    const hourly = { schedule: "0 * * * *", now: () => now };
    directories.push(await seedDirectory(database, place, hourly));
  }
  const other = await openDatabase(connection, { log, poolSize: 4 });
  t.after(() => other.close());
  now = start + hour;
  await Promise.all([startDue(), startDue(other), startDue(), startDue(other)]);
  for (const { id } of directories) {
    assert.equal((await list(place, id)).length, 1);
    assert.equal((await historyOf(id))["last_error"], null, "none of them thought it skipped");
  }
});

test("a time that comes while an assessment is open is skipped, and the directory says why until that one is done", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id } = await seedDirectory(database, place, { schedule: "0 * * * *", now: () => now });
  now = start + hour;
  await startDue();
  now = start + 2 * hour;
  await startDue();
  assert.equal(
    (await historyOf(id))["last_error"],
    "The assessment due at 2026-11-20 02:00 UTC was skipped: the one before it still waits for its probe.",
  );
  const began = now;
  const { assessments } = await checkIn(place);
  now = start + 3 * hour;
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
  now = start;
  const place = await seedScanPlace(database);
  const hourly = { schedule: "0 * * * *", now: () => now };
  const broken = await seedDirectory(database, place, hourly);
  const odd = await seedDirectory(database, place, hourly);
  const fine = await seedDirectory(database, place, hourly);
  await rows("update directories set time_zone = 'Mars/Olympus' where id = $1", [odd.id]);
  const name = "refuse_one_directory";
  const check = `check (directory_id <> '${broken.id}')`;
  await rows(`alter table assessments add constraint ${name} ${check}`);
  now = start + hour;
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

test("who asks for an assessment gets it, or the one that is open, and leaves a trace", async () => {
  now = start;
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

test("an assessment is handed with the secret to its own probe alone, and as the directory is then", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name, settings } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  await rows(
    `update directories set settings = jsonb_set(settings, '{baseDn}', '"DC=b"') where id = $1`,
    [id],
  );
  const neighbour = { ...place, probeId: (await seedScanPlace(database)).probeId };
  assert.deepEqual(await checkIn(neighbour), nothing);
  assert.deepEqual(await checkIn(await seedScanPlace(database)), nothing, "another tenant's");
  const { assessments } = await checkIn(place);
  const spec = { ...settings, baseDn: "DC=b", password: testSecret };
  assert.deepEqual(assessments, [{ assessmentId, directoryName: name, spec }]);
  assert.deepEqual(await checkIn(place, { holding: [assessmentId] }), nothing);
});

test("a tenant of Entra is handed with its client secret", async () => {
  const place = await seedScanPlace(database);
  const { thresholds } = (await seedDirectory(database, place)).settings;
  const settings: DirectorySettings = {
    type: "entra",
    tenantId: "acme.test",
    clientId: "01990000-0000-7000-8000-000000000001",
    loginUrl: "https://login.microsoftonline.com",
    graphUrl: "https://graph.microsoft.com",
    breakGlass: ["a@acme.test"],
    thresholds,
  };
  const { name } = await seedDirectory(database, place, { type: "entra", settings, siteId: null });
  await ask(place, name);
  const { assessments } = await checkIn(place);
  assert.deepEqual(assessments[0]?.spec, { ...settings, clientSecret: testSecret });
});

test("two check-ins at once get an assessment once", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  const replies = await Promise.all([checkIn(place), checkIn(place), checkIn(place)]);
  const [row] = await rows("select attempts from assessments where id = $1", [assessmentId]);
  // One that comes after another was served finds one that is not held, and gets it again: never more than that.
  assert.equal(replies.flatMap(({ assessments }) => assessments).length, row?.["attempts"]);
});

test("a probe gets one assessment after another, the oldest first", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const asked = [];
  for (let i = 0; i < 3; i += 1) {
    now += 1000;
    asked.push((await ask(place, (await seedDirectory(database, place)).name)).assessmentId);
  }
  const idsOf = ({ assessments }: Awaited<ReturnType<typeof checkIn>>) =>
    assessments.map(({ assessmentId }) => assessmentId);
  const first = idsOf(await checkIn(place));
  assert.deepEqual(first, asked.slice(0, 1));
  await end(place, asked[0] ?? "");
  assert.deepEqual(await checkIn(place, { holding: first }), nothing, "its messages wait still");
  assert.deepEqual(idsOf(await checkIn(place)), asked.slice(1, 2));
});

test("an assessment that its probe lost is handed out again, and given up at the third loss", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  const handed = [];
  for (let i = 1; i <= 2; i += 1) {
    now = start + i * minute;
    handed.push((await checkIn(place)).assessments[0]?.assessmentId);
  }
  assert.deepEqual(handed, [assessmentId, assessmentId]);
  const [row] = await rows(
    "select started_at::float8, handed_at::float8 from assessments where id = $1",
    [assessmentId],
  );
  assert.deepEqual(row, { started_at: start, handed_at: start + 2 * minute });
  now = start + 3 * minute;
  assert.deepEqual(await checkIn(place), nothing);
  const error = "The probe took up the assessment 3 times and lost it each time; its log says why.";
  assert.partialDeepStrictEqual(await read(place, assessmentId), {
    state: "failed",
    error,
    endedAt: now,
  });
  assert.equal((await historyOf(id))["last_error"], error);
});

test("progress is kept while an assessment is under way, and not for other probes' or ended ones", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  const progress: AssessmentProgress = {
    phase: "reading",
    what: "us\0ers\u001b[31m",
    objects: 12_000,
    rulesDone: 0,
    rulesTotal: 62,
  };
  const said = { holding: [assessmentId], progress: [{ id: assessmentId, progress }] };
  await checkIn(await seedScanPlace(database), said);
  assert.equal((await read(place, assessmentId)).progress, null);
  await checkIn(place, said);
  const kept = { ...progress, what: "us ers [31m" };
  assert.deepEqual((await read(place, assessmentId)).progress, kept);
  await end(place, assessmentId);
  const later = { ...progress, objects: 13_000 };
  await checkIn(place, { ...said, progress: [{ id: assessmentId, progress: later }] });
  assert.deepEqual((await read(place, assessmentId)).progress, kept);
});

test("an end is told once, in the words of the probe, without what does not belong on a terminal", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const good = await taken(place, name);
  const facts = { ...testFacts, name: "ac\0me\u202e", details: { "le\nvel": "20\u001b16" } };
  await end(place, good, { facts });
  const shown = { ...testFacts, name: "ac me ", details: { "le vel": "20 16" } };
  assert.deepEqual((await historyOf(id))["facts"], shown);
  now = start + hour;
  const bad = await taken(place, name);
  const failed = { outcome: "failed", error: "no\u001b[31m rou\0te", facts: null } as const;
  assert.equal(await end(place, bad, { ...failed, at: now + hour }), true);
  assert.equal(await end(place, bad), false);
  assert.partialDeepStrictEqual(await read(place, bad), {
    state: "failed",
    error: "no [31m rou te",
    endedAt: now,
  });
  assert.deepEqual(await historyOf(id), {
    last_run_at: start,
    last_attempt_at: now,
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
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  assert.equal(await stop(place, name), "ended");
  await ask(place, name);
  assert.equal(await stop(place, name), "stopped");
  assert.deepEqual(await checkIn(place), nothing);
  now += 1000;
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
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  now = start + silentAfterMs;
  await failSilent();
  assert.equal((await read(place, assessmentId)).state, "running");
  now += 1;
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

test("an assessment that was given up ends as its probe says, but does not cover up what came after it", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const old = await taken(place, name);
  now = start + 2 * hour;
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

test("a probe that is too old is handed nothing, what waits for it says so, and begins when it is new enough", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  assert.deepEqual(await checkIn(place, { holding: null }), nothing);
  const waits = await read(place, assessmentId);
  assert.equal(waits.state, "queued");
  assert.match(waits.error ?? "", /^The probe ".+" is too old to assess directories: update it\.$/);
  const writtenBy = () => rows("select xmin::text from assessments where id = $1", [assessmentId]);
  const before = await writtenBy();
  await checkIn(place, { holding: null });
  assert.deepEqual(await writtenBy(), before, "said once, it is not written again");
  assert.equal((await checkIn(place)).assessments.length, 1);
  assert.partialDeepStrictEqual(await read(place, assessmentId), { state: "running", error: null });
});

test("what a probe was handed before it was replaced by an older one is given up, not waited for", async () => {
  const place = await seedScanPlace(database);
  const [one, other] = [
    await seedDirectory(database, place),
    await seedDirectory(database, await seedScanPlace(database)),
  ];
  const assessmentId = await taken(place, one.name);
  await checkIn(place, { holding: null });
  const { state, error } = await read(place, assessmentId);
  assert.equal(state, "failed");
  assert.match(error ?? "", /is too old to assess directories/);
  assert.deepEqual(await list(place, other.id), []);
  const again = await taken(place, one.name);
  await stop(place, one.name);
  await checkIn(place, { holding: null });
  assert.equal((await read(place, again)).state, "stopped");
});

test("a secret that does not open ends the assessment with a sentence, and the probe gets nothing", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  const box = createSealedBox(Buffer.alloc(32, 8));
  assert.deepEqual(await checkIn(place, { box }), nothing);
  const error =
    `The password of directory ${JSON.stringify(name)} does not open: the secret key file is not the one that this ` +
    "installation was made with. Put that one back (VEDETTE_SECRET_KEY_FILE, or secret.key in the data directory).";
  assert.partialDeepStrictEqual(await read(place, assessmentId), {
    state: "failed",
    error,
    endedAt: now,
  });
  assert.equal((await historyOf(id))["last_error"], error);
});

test("a check-in with nothing to do is one statement", async () => {
  const place = await seedScanPlace(database);
  const statements: string[] = [];
  const db = database.forTenant(place.tenantId);
  const watched: Queryable = {
    run: (one, values) => {
      statements.push(one.name);
      return db.run(one, values);
    },
  };
  const counted: Database = { ...database, forTenant: () => watched };
  const said = { ...place, holding: [], progress: [], now };
  assert.deepEqual(await offerAssessments(counted, testBox, said), nothing);
  assert.deepEqual(statements, ["assessments.list-open"]);
});

test("messages find their assessments, and none of another probe or tenant, or that was never handed out", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { tenantId, probeId } = place;
  const { id: directoryId, name } = await seedDirectory(database, place);
  const { assessmentId } = await ask(place, name);
  const find = (tenant: string, probe: string) =>
    database.transaction(tenant, (tx) =>
      findAssessmentsForMessages(tx, tenant, probe, [assessmentId, assessmentId, newId()]),
    );
  assert.deepEqual(await find(tenantId, probeId), []);
  now = start + minute;
  await checkIn(place);
  assert.deepEqual(await find(tenantId, probeId), [
    {
      id: assessmentId,
      directoryId,
      directoryName: name,
      type: "active_directory",
      siteId: place.siteId,
      state: "running",
      handedAt: now,
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
  now = start;
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
