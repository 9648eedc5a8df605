import assert from "node:assert/strict";
import { test } from "node:test";
import type { DirectorySettings } from "./directory.ts";
import { createSealedBox } from "#platform/crypto";
import { withClient } from "#platform/db";
import { readApiDocument } from "#test/api-document";
import { createTestDatabase } from "#test/database";
import {
  makeDirectory,
  seedDirectory,
  testBox,
  testFacts,
  testSecret,
} from "#test/directory-fixture";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { type ScanPlace, operatorOf, seedScanPlace } from "#test/scan-fixture";
import { until } from "#test/until";
import { openSecret } from "./directory-secret.ts";
import { listDirectoryRows } from "./directory.queries.ts";
import { endAssessment, saveAssessmentSummary } from "./end-assessment.ts";
import { listDirectoriesForOperators } from "./list-directories-for-operators.ts";
import { offerAssessments } from "./offer-assessments.ts";
import { requestAssessment } from "./request-assessment.ts";
import { type DirectoryChanges, saveDirectories } from "./save-directories.ts";

const { database, admin } = await createTestDatabase();
const app = await createExposureApp(database);
const document = await readApiDocument("exposure.v1");
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;

/** Looks at the database past row-level security. */
async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

const contextOf = ({ tenantId }: ScanPlace) => operatorOf(database, tenantId, () => start);

function save(place: ScanPlace, changes: Partial<DirectoryChanges>): Promise<void> {
  const all = { create: [], update: [], delete: [], ...changes };
  return database.transaction(place.tenantId, (tx) =>
    saveDirectories(tx, contextOf(place), testBox, all),
  );
}

async function rowOf(place: ScanPlace, id: string) {
  const all = await listDirectoryRows(database.forTenant(place.tenantId), place.tenantId);
  const row = all.find((one) => one.id === id);
  assert.ok(row);
  return row;
}

async function addProbe(place: ScanPlace): Promise<ScanPlace> {
  const { probeId } = await seedScanPlace(database);
  await rows(
    "insert into probes (tenant_id, id, name, status, created_at) values ($1, $2, 'other', 'active', 0)",
    [place.tenantId, probeId],
  );
  return { ...place, probeId };
}

function checkIn({ tenantId, probeId }: ScanPlace) {
  return offerAssessments(database, testBox, {
    tenantId,
    probeId,
    holding: [],
    progress: [],
    now: start,
  });
}

test("a directory is kept as it was declared, and changed and deleted with a trace each", async () => {
  const place = await seedScanPlace(database);
  const made = makeDirectory(place, { schedule: "0 3 * * *", timeZone: "Europe/Berlin" });
  await save(place, { create: [{ ...made, secret: testSecret }] });
  const { sealedSecret, ...kept } = await rowOf(place, made.id);
  assert.deepEqual(kept, made);
  assert.ok(!sealedSecret.includes(testSecret));
  const after = { ...made, name: "renamed", siteId: null, enabled: false };
  await save(place, { update: [{ before: made, after, secret: null }] });
  const { sealedSecret: same, ...changed } = await rowOf(place, made.id);
  assert.deepEqual(changed, after);
  assert.deepEqual(same, sealedSecret, "what is not given stays");
  await save(place, { delete: [after] });
  const { tenantId } = place;
  assert.deepEqual(await listDirectoryRows(database.forTenant(tenantId), tenantId), []);
  const audit = await rows(
    "select action, subject_id, detail ->> 'name' as name from audit_log where tenant_id = $1 order by id",
    [tenantId],
  );
  assert.deepEqual(
    audit.map(({ action, subject_id: id, name }) => [action, id, name]),
    [
      ["directory.create", made.id, made.name],
      ["directory.update", made.id, "renamed"],
      ["directory.delete", made.id, "renamed"],
    ],
  );
});

test("the next assessment is worked out anew when the schedule changes, and only then", async () => {
  const place = await seedScanPlace(database);
  const nightly = { schedule: "0 3 * * *", now: () => start };
  const before = await seedDirectory(database, place, nightly);
  const dueAt = async () =>
    (
      await rows("select next_run_at::float8 as at from directories where id = $1", [before.id])
    )[0]?.["at"];
  assert.equal(await dueAt(), start + 3 * hour);
  await rows("update directories set next_run_at = 5 where id = $1", [before.id]);
  const renamed = { ...before, name: "renamed" };
  await save(place, { update: [{ before, after: renamed, secret: "other" }] });
  assert.equal(await dueAt(), 5);
  const inTokyo = { ...renamed, timeZone: "Asia/Tokyo" };
  await save(place, { update: [{ before: renamed, after: inTokyo, secret: null }] });
  assert.equal(await dueAt(), start + 18 * hour);
  const rests = { ...inTokyo, enabled: false };
  await save(place, { update: [{ before: inTokyo, after: rests, secret: null }] });
  assert.equal(await dueAt(), null);
});

test("an assessment that waits goes to the directory's new probe, which hears of it; one under way stays", async () => {
  const place = await seedScanPlace(database);
  const other = await addProbe(place);
  const [waiting, running] = [
    await seedDirectory(database, place),
    await seedDirectory(database, place),
  ];
  const { assessmentId: runningId } = await requestAssessment(contextOf(place), {
    name: running.name,
  });
  await checkIn(place);
  const { assessmentId } = await requestAssessment(contextOf(place), { name: waiting.name });
  await rows("update assessments set error = 'too old' where id = $1", [assessmentId]);
  const heard: string[] = [];
  const subscription = await database.listen("vedette_scan_runs", (payload) => heard.push(payload));
  await save(place, {
    update: [waiting, running].map((before) => ({
      before,
      after: { ...before, probeId: other.probeId },
      secret: null,
    })),
  });
  await until(() => heard.length >= 1, { what: "the new probe is told" });
  await subscription.close();
  assert.deepEqual(new Set(heard), new Set([other.probeId]));
  const [row] = await rows("select error from assessments where id = $1", [assessmentId]);
  assert.deepEqual(row, { error: null }, "that was said of the other probe");
  const { assessments } = await checkIn(other);
  assert.deepEqual(
    assessments.map((job) => job.assessmentId),
    [assessmentId],
  );
  const [stays] = await rows("select probe_id from assessments where id = $1", [runningId]);
  assert.deepEqual(stays, { probe_id: place.probeId });
});

test("probes hear that a directory is gone, and nothing of it is left", async () => {
  const place = await seedScanPlace(database);
  const directory = await seedDirectory(database, place);
  const { assessmentId } = await requestAssessment(contextOf(place), { name: directory.name });
  const heard: string[] = [];
  const subscription = await database.listen("vedette_scan_runs", (payload) => heard.push(payload));
  await save(place, { delete: [directory] });
  await until(() => heard.length === 1, { what: "the probe is told" });
  await subscription.close();
  assert.deepEqual(heard, [place.probeId]);
  assert.deepEqual(await rows("select from assessments where id = $1", [assessmentId]), []);
});

test("a secret opens at its own row only, and with its own key only", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedDirectory(database, place);
  const row = await rowOf(place, id);
  assert.equal(openSecret(testBox, row), testSecret);
  await save(place, { update: [{ before: row, after: row, secret: "another" }] });
  assert.equal(openSecret(testBox, await rowOf(place, id)), "another");
  const sentence = new RegExp(`^The password of directory "${name}" does not open: the secret key`);
  const wrongBox = createSealedBox(Buffer.alloc(32, 1));
  for (const open of [
    () => openSecret(wrongBox, row),
    () => openSecret(testBox, { ...row, id: place.probeId }),
  ]) {
    assert.throws(open, { name: "Problem", code: "unavailable", message: sentence });
  }
  assert.throws(() => openSecret(wrongBox, { ...row, type: "entra" }), /The client secret of/);
});

test("a directory does not become one of another type, and is changed by nobody who may only read", async () => {
  const place = await seedScanPlace(database);
  const before = await seedDirectory(database, place);
  const after = { ...before, type: "entra" } as const;
  await assert.rejects(save(place, { update: [{ before, after, secret: null }] }), {
    code: "invalid_request",
    message: `The directory "${before.name}" cannot become one of type entra; declare that under another name.`,
  });
  const reader = { ...contextOf(place), scopes: ["read"] } as const;
  const nothing = { create: [], update: [], delete: [] };
  const saved = database.transaction(place.tenantId, (tx) =>
    saveDirectories(tx, reader, testBox, nothing),
  );
  await assert.rejects(saved, /may only read/);
});

test("a site or a probe that a directory names cannot be deleted under it", async () => {
  const place = await seedScanPlace(database);
  await seedDirectory(database, place);
  for (const [table, id] of [
    ["sites", place.siteId],
    ["probes", place.probeId],
  ]) {
    const refused = rows(`delete from ${table} where id = $1`, [id]);
    await assert.rejects(refused, /violates foreign key constraint "directories_/);
  }
});

test("the list tells what was read and what it came to, and neither the account nor the secret", async () => {
  const place = await seedScanPlace(database);
  const { tenantId, siteId, probeId } = place;
  const nightly = { schedule: "0 3 * * *", name: "acme", now: () => start };
  const { id } = await seedDirectory(database, place, nightly);
  const elsewhere = await seedDirectory(database, place, {
    name: "elsewhere",
    siteId: null,
    enabled: false,
  });
  const { assessmentId } = await requestAssessment(contextOf(place), { name: "acme" });
  await checkIn(place);
  const open = { CRITICAL: 1, HIGH: 2, MEDIUM: 0, LOW: 0, INFO: 3 };
  const rules = { evaluated: 60, failed: 4, notEvaluated: 1, notApplicable: 2 };
  await database.transaction(tenantId, async (tx) => {
    const end = { outcome: "completed", at: start, error: null, facts: testFacts } as const;
    await endAssessment(tx, tenantId, { assessmentId, end, now: start });
    const summary = { rules, open, excepted: 5, coverage: 0.98, score: 42.5, factors: [] };
    await saveAssessmentSummary(tx, tenantId, assessmentId, summary);
  });
  const later = { ...contextOf(place), now: () => start + 1 };
  await requestAssessment(later, { name: "acme" });
  await rows(
    "update directories set last_error = 'dc1 refuses \"reader@acme.test\": wrong.' where id = $1",
    [id],
  );
  const key = await createExposureKey(database, tenantId, "read");
  const reply = await askExposure(app, key)("GET", "/directories");
  document.assertReply("GET", "/public/v1/directories", 200, reply.body);
  const [shown, other, ...more] = reply.json().directories;
  assert.deepEqual(more, []);
  assert.deepEqual(shown, {
    id,
    name: "acme",
    type: "active_directory",
    siteId,
    probeId,
    schedule: "0 3 * * *",
    timezone: "UTC",
    enabled: true,
    lastRunAt: start,
    lastAttemptAt: start + 1,
    nextRunAt: start + 3 * hour,
    lastError: 'dc1 refuses "…": wrong.',
    facts: { name: testFacts.name, counts: testFacts.counts },
    posture: {
      assessedAt: start,
      score: 42.5,
      coverage: 0.98,
      rules,
      openFindings: open,
      acceptedFindings: 5,
    },
    createdAt: start,
  });
  assert.deepEqual(other, {
    id: elsewhere.id,
    name: "elsewhere",
    type: "active_directory",
    probeId,
    timezone: "UTC",
    enabled: false,
    createdAt: 0,
  });
  const ofSite = await askExposure(app, key)("GET", `/directories?siteId=${siteId}`);
  assert.deepEqual(ofSite.json().directories, [shown]);
  const stranger = await createExposureKey(database, (await seedScanPlace(database)).tenantId);
  for (const query of ["", `?siteId=${siteId}`]) {
    const theirs = await askExposure(app, stranger)("GET", `/directories${query}`);
    assert.deepEqual([theirs.json().directories, theirs.json().total], [[], 0]);
  }

  const overviews = await listDirectoriesForOperators(contextOf(place));
  assert.partialDeepStrictEqual(overviews, [
    {
      name: "acme",
      siteName: "HQ",
      probeName: `probe ${probeId}`,
      facts: testFacts,
      latestAssessmentState: "queued",
      latestSummary: { score: 42.5 },
    },
    {
      name: "elsewhere",
      siteName: null,
      latestAssessmentId: null,
      latestAssessmentState: null,
      latestSummary: null,
    },
  ]);
  assert.notEqual(
    overviews[0]?.latestAssessmentId,
    assessmentId,
    "the one that waits is the latest",
  );
});

test("a secret is nowhere but sealed in its row, and with the probe", async () => {
  const place = await seedScanPlace(database);
  const ca = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
  const { settings: usual } = makeDirectory(place);
  assert.ok(usual.type === "active_directory");
  const settings: DirectorySettings = { ...usual, ca };
  const before = await seedDirectory(database, place, { settings, name: "acme" });
  const secret = "Battery-Staple:9912";
  await save(place, { update: [{ before, after: before, secret }] });
  await requestAssessment(contextOf(place), { name: "acme" });
  const { assessments } = await checkIn(place);
  assert.ok(JSON.stringify(assessments).includes(secret));
  await save(place, { delete: [await rowOf(place, (await seedDirectory(database, place)).id)] });

  const kept = await rows(
    `select 'directories' as place, d::text as text, d.secret as sealed from directories d
     union all select 'assessments', a::text, null from assessments a
     union all select 'audit_log', l::text, null from audit_log l where l.tenant_id = $1`,
    [place.tenantId],
  );
  const key = await createExposureKey(database, place.tenantId);
  const shown = [
    JSON.stringify(kept.map(({ text }) => text)),
    JSON.stringify(await listDirectoriesForOperators(contextOf(place))),
    (await askExposure(app, key)("GET", "/directories")).body,
  ];
  assert.ok(kept.some(({ place: table }) => table === "audit_log"));
  for (const text of shown) {
    for (const one of [testSecret, secret]) {
      const forms = [one, Buffer.from(one).toString("hex"), Buffer.from(one).toString("base64")];
      for (const form of forms) assert.ok(!text.includes(form), form);
    }
  }
  const audit = await rows(
    "select detail from audit_log where tenant_id = $1 and action = 'directory.update'",
    [place.tenantId],
  );
  assert.partialDeepStrictEqual(audit, [{ detail: { secret: "changed", name: "acme" } }]);
  assert.ok(!JSON.stringify(audit).includes("BEGIN CERTIFICATE"), "a hash stands for it");
});
