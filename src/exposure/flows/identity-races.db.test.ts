import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleText } from "#engines/directory-types";
import {
  type Directory,
  failSilentAssessments,
  offerAssessments,
  requestAssessment,
  saveDirectories,
} from "#exposure/directories";
import { setFindingStatus } from "#exposure/findings";
import {
  decideIdentityFinding,
  endIdentityException,
  exceptIdentity,
  expireIdentityAcceptances,
} from "#exposure/identity";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import {
  makeDirectory,
  seedDirectory,
  testBox,
  testFacts,
  testSecret,
} from "#test/directory-fixture";
import { seedSite } from "#test/exposure-rows";
import { someResult, someRule, someWeakness } from "#test/identity-fixture";
import { operatorOf, seedScanPlace } from "#test/scan-fixture";
import { exposureLock } from "./exposure-lock.ts";
import { recordAssessments } from "./record-assessments.ts";

const { database, admin } = await createTestDatabase();
/** Each look at the clock is a millisecond later, as if everybody were in a hurry. */
let at = Date.parse("2026-11-20T00:00:00Z");
const now = () => ++at;
const log = createLog("silent", "test");
const place = await seedScanPlace(database, at);
const { tenantId, probeId } = place;
const context = operatorOf(database, tenantId, now);
const sites = [place.siteId, await seedSite(database, tenantId, "Branch"), null];
const rules: readonly RuleText[] = [someRule("first"), someRule("second")];
const targets = Array.from({ length: 40 }, (_, n) => `user${n}`);

async function rowsOf<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

async function deadlocks(): Promise<number> {
  const sql = "select deadlocks::int from pg_stat_database where datname = current_database()";
  // A session tells of what it met when it is idle.
  await rowsOf("select pg_stat_clear_snapshot()");
  const [row] = await rowsOf<{ deadlocks: number }>(sql);
  return row?.deadlocks ?? Number.NaN;
}

/** Hands an assessment out and tells what it found: some of all targets, in several batches, then its end. */
async function assess({ name }: Directory, round: number): Promise<void> {
  const { assessmentId } = await requestAssessment(context, { name });
  const asked = { tenantId, probeId, holding: [], progress: [], now: now() };
  await offerAssessments(database, testBox, asked);
  const tell = (messages: Parameters<typeof recordAssessments>[2]) =>
    recordAssessments({ database, now }, { tenantId, probeId }, messages);
  for (const rule of rules) {
    const seen = targets.filter((_, n) => (n + round) % 3 !== 0);
    const found = seen.map((target) => someWeakness(target));
    await tell([
      { assessmentId, rule, found },
      { assessmentId, result: someResult(rule, { found: found.length }) },
    ]);
  }
  const outcome = round % 5 === 4 ? "failed" : "completed";
  const error = outcome === "failed" ? "It went away." : null;
  const facts = outcome === "completed" ? testFacts : null;
  await tell([{ assessmentId, end: { outcome, at: now(), error, facts } }]);
}

/** What two may ask for at once and only one of them get. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Problem && error.code === "not_found")) throw error;
  });
}

test("people, exceptions, assessments and apply at once lock nobody out, and no change is lost", async () => {
  const before = await deadlocks();
  const kept = await seedDirectory(database, place, { now });
  let moved = kept;
  const until = performance.now() + 6000;
  const done = { assessed: 0, excepted: 0, decided: 0, applied: 0, expired: 0 };
  const repeat = async (what: keyof typeof done, work: (round: number) => Promise<void>) => {
    for (let round = 0; performance.now() < until; round++) {
      await work(round);
      done[what]++;
    }
  };
  const save = (changes: Partial<Parameters<typeof saveDirectories>[3]>) =>
    database.transaction(tenantId, (tx) =>
      saveDirectories(tx, context, testBox, { create: [], update: [], delete: [], ...changes }),
    );

  await Promise.all([
    repeat("assessed", (round) => unlessGone(assess(kept, round))),
    repeat("excepted", async (round) => {
      const scope =
        round % 2 === 0 ? { rule: "ad.first", target: null } : { rule: null, target: "USER1*" };
      const expiresAt = round % 3 === 0 ? at + 500 : null;
      const said = { directory: null, ...scope, reason: "known", owner: "Ada", expiresAt };
      const { id } = await exceptIdentity(context, said);
      await unlessGone(endIdentityException(context, { id }));
    }),
    repeat("decided", async (round) => {
      const [one] = await rowsOf<{ id: string }>(
        "select id from identity_findings where tenant_id = $1 order by id offset $2 limit 1",
        [tenantId, round % 60],
      );
      if (one === undefined) return;
      const status =
        (["accepted", "open", "in_progress", "false_positive"] as const)[round % 4] ?? "open";
      const acceptedUntil = status === "accepted" ? at + 300 : null;
      const rescoreAssets = () => Promise.resolve();
      const verbs = { exposureLock, rescoreAssets, decideIdentityFinding };
      await unlessGone(
        setFindingStatus(context, one.id, { status, notes: null, acceptedUntil }, verbs),
      );
    }),
    repeat("applied", async (round) => {
      const after = { ...moved, siteId: sites[round % sites.length] ?? null };
      await save({ update: [{ before: moved, after, secret: null }] });
      moved = after;
      const passing = makeDirectory(place);
      await save({ create: [{ ...passing, secret: testSecret }] });
      await Promise.all([unlessGone(assess(passing, round)), save({ delete: [passing] })]);
    }),
    repeat("expired", async () => {
      await expireIdentityAcceptances({ database, now });
      await failSilentAssessments({ database, log, now });
    }),
  ]);

  for (const [what, times] of Object.entries(done)) assert.ok(times > 1, `${what}: ${times}`);
  await expireIdentityAcceptances({ database, now: () => at + 1000 });
  assert.deepEqual(
    await rowsOf(
      `select f.id from identity_findings f join identity_exceptions e on e.tenant_id = f.tenant_id and e.id = f.exception_id
       where f.status <> 'accepted' or e.ended_at is not null`,
    ),
    [],
    "accepted by an exception that has ended, or held by one without being accepted",
  );
  assert.deepEqual(
    await rowsOf("select id from identity_findings where site_id is distinct from $1", [
      moved.siteId,
    ]),
    [],
    "left at a site that the directory moved away from",
  );
  assert.deepEqual(
    await rowsOf(
      `select h.finding_id from (
         select finding_id, from_status, lag(to_status) over (partition by finding_id order by id) as before from finding_events
       ) h where h.from_status is distinct from h.before and h.finding_id in (select id from identity_findings)`,
    ),
    [],
    "a change that does not begin where the one before it ended",
  );
  assert.deepEqual(
    await rowsOf(
      `select f.id from identity_findings f, lateral (
         select to_status from finding_events e where e.finding_id = f.id order by e.id desc limit 1) last
       where last.to_status <> f.status`,
    ),
    [],
    "a status that the history does not end with",
  );
  assert.deepEqual(
    await rowsOf(
      `select 1 from (select count(*) as n from identity_findings where status in ('open', 'in_progress')) f,
         (select coalesce(sum(open), 0) as n from identity_totals) t where f.n <> t.n`,
    ),
    [],
    "totals that are not those of the findings",
  );
  assert.equal((await deadlocks()) - before, 0, "deadlocks that PostgreSQL had to break");
});
