import assert from "node:assert/strict";
import { test } from "node:test";
import { createSealedBox } from "#platform/crypto";
import { type Database, type Queryable } from "#platform/db";
import type { AssessmentProgress } from "#engines/directory-types";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testBox, testSecret } from "#test/directory-fixture";
import { seedScanPlace } from "#test/scan-fixture";
import type { DirectorySettings } from "./directory.ts";
import { offerAssessments } from "./offer-assessments.ts";
import { assessmentsAtWork, minute, start } from "./testing/assessments-at-work.ts";

const { database, admin } = await createTestDatabase();
const { clock, rows, historyOf, ask, checkIn, taken, end, stop, read, list } = assessmentsAtWork(
  database,
  admin,
);
const nothing = { assessments: [], stop: [] };

test("an assessment is handed with the secret to its own probe alone, and as the directory is then", async () => {
  clock.now = start;
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
  clock.now = start;
  const place = await seedScanPlace(database);
  const asked = [];
  for (let i = 0; i < 3; i += 1) {
    clock.now += 1000;
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
  clock.now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const assessmentId = await taken(place, name);
  const handed = [];
  for (let i = 1; i <= 2; i += 1) {
    clock.now = start + i * minute;
    handed.push((await checkIn(place)).assessments[0]?.assessmentId);
  }
  assert.deepEqual(handed, [assessmentId, assessmentId]);
  const [row] = await rows(
    "select started_at::float8, handed_at::float8 from assessments where id = $1",
    [assessmentId],
  );
  assert.deepEqual(row, { started_at: start, handed_at: start + 2 * minute });
  clock.now = start + 3 * minute;
  assert.deepEqual(await checkIn(place), nothing);
  const error = "The probe took up the assessment 3 times and lost it each time; its log says why.";
  assert.partialDeepStrictEqual(await read(place, assessmentId), {
    state: "failed",
    error,
    endedAt: clock.now,
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

test("a probe that is too old is handed nothing, what waits for it says so, and begins when it is new enough", async () => {
  clock.now = start;
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
  clock.now = start;
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
    endedAt: clock.now,
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
  const said = { ...place, holding: [], progress: [], now: clock.now };
  assert.deepEqual(await offerAssessments(counted, testBox, said), nothing);
  assert.deepEqual(statements, ["assessments.list-open"]);
});
