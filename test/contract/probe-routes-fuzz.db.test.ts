import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { offerAssessments, requestAssessment } from "#exposure/directories";
import { recordAssessments } from "#exposure/flows";
import { createProbeIn } from "#exposure/probes";
import { offerRuns, requestRun } from "#exposure/scans";
import { gzip } from "#lib/gzip";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedDirectory, testBox, testFacts, testSecret } from "#test/directory-fixture";
import { assertErrorShape } from "#test/error-shape";
import { someResult, someRule, someWeakness } from "#test/identity-fixture";
import { hostReport, nginx } from "#test/host-reports";
import { createRemoteApp } from "#test/remote-app";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { hostileText, spoiled } from "#test/spoiled";

const db = await createTestDatabase();
const { database } = db;
const now = () => Date.now();
const { app, close } = await createRemoteApp(database, { now, monotonic: () => 0 });
after(close);

const hostile = await seedProbe();
const neighbour = await seedProbe(hostile);
const bystander = await seedProbe();
const before = await rowsOf(bystander);
const beforeBesides = await rowsOf(neighbour);

/** A probe with work in hand: assessments of two directories, in one of which something was found, and a scan. */
async function seedProbe(beside?: ScanPlace) {
  const place: ScanPlace = beside ?? (await seedScanPlace(database));
  const context = operatorOf(database, place.tenantId, now);
  const { id: probeId, token } = await database.transaction(place.tenantId, (tx) =>
    createProbeIn(tx, context, { name: `probe ${newId()}`, companyId: null }),
  );
  const payload = { token, version: "1", hostname: "here" };
  const url = "/remote/v1/probe/enrol";
  const reply = await app.inject({ method: "POST", url, payload });
  assert.equal(reply.statusCode, 200, reply.body);
  const probe = { ...place, probeId };
  const directories = [await seedDirectory(database, probe), await seedDirectory(database, probe)];
  const assessmentIds: string[] = [];
  for (const { name } of directories) {
    assessmentIds.push((await requestAssessment(context, { name })).assessmentId);
  }
  const { runId } = await requestRun(context, await seedScan(database, probe));
  const held = { tenantId: place.tenantId, probeId, holding: [], progress: [], now: now() };
  await offerAssessments(database, testBox, held);
  await offerRuns(database, held);
  const rule = someRule("known");
  const found = [someWeakness("ada"), someWeakness("bob")];
  const told = [{ assessmentId: assessmentIds[0] ?? "", rule, found }];
  await recordAssessments({ database, now }, { tenantId: place.tenantId, probeId }, told);
  return { ...probe, directories, assessmentIds, runId, credential: reply.json().credential };
}

const probes = [hostile, neighbour, bystander];
const assessmentIds = fc.oneof(
  fc.constant(hostile.assessmentIds[0] ?? ""),
  fc.constantFrom(...probes.flatMap((one) => one.assessmentIds), newId()),
);
const runIds = fc.constantFrom(...probes.map(({ runId }) => runId), newId());
const others = [hostile.assessmentIds[0], bystander.assessmentIds[0], bystander.runId];
const texts = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom("ad.known", "adcs.other", "entra.new", "CRITICAL", "not_evaluated", "a", "_"),
  fc.constantFrom("e\u0301".repeat(300), "👩‍👩‍👧‍👦".repeat(40), "İ".repeat(255), "\udc00\ud800"),
);
const rules = fc.constantFrom(someRule("known"), someRule("other", { severity: "LOW" }));
const weaknesses = fc.array(
  fc.constantFrom("ada", "bob", "eve").map((id) => someWeakness(id, { host: `${id}.acme.test` })),
  { minLength: 1, maxLength: 4 },
);
const end = fc.record({
  outcome: fc.constantFrom("completed", "failed", "stopped"),
  at: fc.constantFrom(0, Date.now(), 8_640_000_000_000_000),
  error: fc.constantFrom(null, "It went away."),
  facts: fc.constantFrom(null, testFacts),
});
const messages = fc.oneof(
  fc.record({ assessmentId: assessmentIds, rule: rules, found: weaknesses }),
  fc.record({
    assessmentId: assessmentIds,
    result: fc
      .tuple(rules, fc.constantFrom("evaluated", "not_evaluated", "not_applicable"))
      .map(([rule, outcome]) =>
        someResult(rule, { outcome, reason: "So.", unread: 1, unreadTargets: ["ada"] }),
      ),
  }),
  fc.record({ assessmentId: assessmentIds, end }),
  fc.record({
    runId: runIds,
    host: fc.constant(hostReport("127.0.0.1", [nginx(80, "1.18.0")])),
  }),
  fc.record({
    runId: runIds,
    end: fc.record({
      outcome: fc.constant("failed"),
      at: fc.nat(),
      error: texts,
      progress: fc.constant(null),
    }),
  }),
);
const checkIn = fc.record({
  version: fc.constant("1"),
  hostname: fc.constant("here"),
  abilities: fc.constant({ nmap: null, icmp: true }),
  runs: fc.array(fc.record({ id: runIds, progress: fc.constant(null) }), { maxLength: 2 }),
  assessments: fc.array(
    fc.record({
      id: assessmentIds,
      progress: fc.constantFrom(null, {
        phase: "reading",
        what: "users",
        objects: 5,
        rulesDone: 0,
        rulesTotal: 9,
      }),
    }),
    { maxLength: 3 },
  ),
  spooled: fc.constant(0),
  waitMs: fc.constant(0),
});
const batch = fc.array(messages, { maxLength: 3 }).map((all) => ({ messages: all }));
const request = fc.oneof(
  { weight: 2, arbitrary: fc.tuple(fc.constant("check-in"), spoiled(checkIn, texts, others)) },
  { weight: 8, arbitrary: fc.tuple(fc.constant("reports"), spoiled(batch, texts, others)) },
);

function post(path: string, payload: string | Buffer, more: Record<string, string> = {}) {
  const authorization = `Bearer ${hostile.credential}`;
  const headers = { authorization, "content-type": "application/json", ...more };
  return app.inject({ method: "POST", url: `/remote/v1/probe/${path}`, headers, payload });
}

test("nothing that a probe sends gets a 5xx, every refusal has the error shape, and no other's secret is in an answer", async () => {
  const seen = new Map<string, number>();
  let heeded = 0;
  await fc.assert(
    fc.asyncProperty(request, fc.nat(30), async ([path, message], dice) => {
      const text = JSON.stringify(message);
      const damaged = dice === 0 ? text.slice(0, -1) : text;
      const reply =
        dice % 2 === 0
          ? await post(path, damaged)
          : await post(path, await gzip(damaged), { "content-encoding": "gzip" });
      const { statusCode, body } = reply;
      const met = `${path} ${statusCode}`;
      seen.set(met, (seen.get(met) ?? 0) + 1);
      assert.ok([200, 400].includes(statusCode), `${met} ${body}`);
      if (statusCode !== 200) assertErrorShape(statusCode, reply);
      if (path === "reports" && statusCode === 200) heeded += reply.json().recorded;
      if (path === "reports" || statusCode !== 200) assert.ok(!body.includes(testSecret));
      else {
        for (const job of reply.json().assessments ?? [])
          assert.ok(hostile.assessmentIds.includes(job.assessmentId), "another's work");
      }
    }),
    { numRuns: 2000 },
  );
  assert.ok(heeded > 100, `${heeded} messages were heeded`);
  for (const path of ["check-in", "reports"]) {
    for (const status of [200, 400]) {
      const met = `${path} ${status}`;
      assert.ok((seen.get(met) ?? 0) > 20, `${met} was met ${seen.get(met)} times`);
    }
  }
});

test("a thousand rules more are refused with what may be; the directory stays as it was", async () => {
  const [assessmentId] = hostile.assessmentIds;
  const tell = async (from: number) => {
    const rules = Array.from({ length: 400 }, (_, n) => someRule(`rule-${from + n}`));
    const all = rules.map((rule) => ({ assessmentId, rule, found: [someWeakness("ada")] }));
    const reply = await post("reports", JSON.stringify({ messages: all }));
    return { status: reply.statusCode, body: reply.body };
  };
  const told = [];
  for (const from of [0, 400, 800, 1200]) told.push(await tell(from));
  assert.deepEqual(
    told.map(({ status }) => status),
    [200, 200, 400, 400],
  );
  assert.match(told[3]?.body ?? "", /The directory would have \d+ rules, and 1000 are taken\./);
  const [first] = await rowsAs<{ rules: number }>(
    "select count(distinct rule_id)::int as rules from identity_findings where directory_id = $1",
    [hostile.directories[0]?.id],
  );
  assert.ok((first?.rules ?? 0) >= 800 && (first?.rules ?? 0) <= 1000);
});

test("nothing of another tenant, or of another probe of the same, was changed by all that", async () => {
  assert.deepEqual(await rowsOf(bystander), before);
  assert.deepEqual(await rowsOf(neighbour), beforeBesides);
});

async function rowsAs<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
  return withClient(db.admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

/** What belongs to the directories and scans of one probe. */
async function rowsOf({ probeId, directories }: typeof hostile): Promise<unknown[]> {
  const ids = directories.map(({ id }) => id);
  const rows = await rowsAs(
    `select to_jsonb(t) as row from directories t where id = any($1)
     union all select to_jsonb(t) from assessments t where directory_id = any($1)
     union all select to_jsonb(t) from identity_findings t where directory_id = any($1)
     union all select to_jsonb(t) from identity_rules t where directory_id = any($1)
     union all select to_jsonb(t) from identity_totals t where directory_id = any($1)
     union all select to_jsonb(t) from finding_events t where finding_id in (
       select id from identity_findings where directory_id = any($1))
     union all select to_jsonb(t) from scan_runs t where probe_id = $2
     order by 1`,
    [ids, probeId],
  );
  assert.ok(rows.length > 8, `${rows.length}`);
  return rows;
}
