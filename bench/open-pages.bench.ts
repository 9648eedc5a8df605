/**
 * Fifty open pages of nine people in two tenants, one with 10,000 sensors and 100,000 findings, while sensors fail: one a
 * second, as on any day, and 140 a second, as when a core switch has failed. How long after it was recorded the news of a
 * change is at each page, and when the page has read again what it shows: `node bench/open-pages.bench.ts [--sec N]`.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { recordResults } from "#monitor/flows";
import { makePartitions } from "#monitor/history";
import { openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { type Role, upsertMember } from "#platform/members";
import { runningConnection } from "#platform/postgres";
import { type Person, cookiesOf, startConsole } from "#test/console";
import { seedCompany } from "#test/company";
import { type Seed, seedTenant } from "#test/seed";
import { until } from "#test/until";
import { insertSensors } from "./support/api.ts";
import { insertExposure } from "./support/exposure-data.ts";
import { percentile, printRow } from "./support/http-reads.ts";
import { benchOptions } from "./support/measure.ts";
import { type OpenPage, openPage, shownBy } from "./support/open-page.ts";
import { type Usage, usageOf } from "./support/process-tree.ts";

const { seconds } = benchOptions({ seconds: 15, runs: 1, concurrency: 1 });
/** Somebody of the first tenant. */
type BenchPerson = Person & { companyIds: readonly string[] | null };

const sensorCount = 10_000;
const findings = { assets: 1_000, findings: 100_000 };
const sensorsOfOther = 2_000;
const log = createLog("silent", "bench");

await using open = new AsyncDisposableStack();
const started = await startConsole({ after: (cleanUp) => open.defer(cleanUp) });
const { installation } = started;
const running = runningConnection(join(installation.dir, "data"));
open.defer(async () => running.close());
const database = await openDatabase(running.connection, { log, poolSize: 2 });
open.defer(() => database.close());
const first = { tenantId: started.tenantId, collectorId: await findCollector() };
const other = await seedTenant(database, "other");
const companyId = await seedCompany(database, first.tenantId);
await seed();
const people = await makePeople();
const pages: (OpenPage & { person: BenchPerson })[] = [];
open.defer(async () => {
  await Promise.all(pages.map((page) => page.close()));
});
await openPages();
const failed = new Map([first, other].map(({ tenantId }) => [tenantId, 0]));
await measure({ perSecond: 1, inBatch: 1 });
await measure({ perSecond: 140, inBatch: 14 });

async function findCollector(): Promise<string> {
  return withClient(running.connection, undefined, async (client) => {
    await client.query("select set_config('vedette.tenant', $1, false)", [started.tenantId]);
    const { rows } = await client.query<{ id: string }>("select id from collectors limit 1");
    return rows[0]?.id ?? "";
  });
}

async function seed(): Promise<void> {
  const retention = { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 };
  await makePartitions({ database, log, now: Date.now, retention });
  await withClient(running.connection, undefined, async (client) => {
    for (const [{ tenantId, collectorId }, count] of [
      [other, sensorsOfOther],
      [first, sensorCount],
    ] as const) {
      await client.query("select set_config('vedette.tenant', $1, false)", [tenantId]);
      await insertSensors(client, { tenantId, collectorId }, count);
    }
    await client.query(
      "update sensors set company_id = $2 where tenant_id = $1 and 'site 7' = any (tags)",
      [first.tenantId, companyId],
    );
    await insertExposure(client, first.tenantId, findings);
    await client.query("vacuum analyze");
  });
}

/** Some of each role in the first tenant, of whom two see one company only; the first three are in the other one, too. */
async function makePeople(): Promise<BenchPerson[]> {
  const all: BenchPerson[] = [{ ...started.owner, companyIds: null }];
  const roles: [Role, string[] | null][] = [
    ["administrator", null],
    ["operator", null],
    ["operator", null],
    ["viewer", null],
    ["viewer", null],
    ["viewer", null],
    ["viewer", [companyId]],
    ["viewer", [companyId]],
  ];
  for (const [i, [role, companyIds]] of roles.entries()) {
    const email = `${role}-${i}@example.test`;
    const { token } = await started.call<{ token: string }>(
      "POST",
      `/tenants/${first.tenantId}/invitations`,
      { email, role, companyIds },
    );
    const password = "a good long password";
    const reply = await fetch(`${installation.url}/api/join`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: installation.url },
      body: JSON.stringify({ token, name: `${role} ${i}`, password }),
    });
    if (!reply.ok) throw new Error(`joining answered ${reply.status}: ${await reply.text()}`);
    all.push({ name: `${role} ${i}`, email, password, cookies: cookiesOf(reply), companyIds });
  }
  for (const person of all.slice(0, 3)) {
    const session = await started.call<{ user: { id: string } }>(
      "GET",
      "/session",
      undefined,
      person,
    );
    const member = { tenantId: other.tenantId, userId: session.user.id, companyIds: null };
    await database.transaction(other.tenantId, (tx) =>
      upsertMember(tx, { ...member, role: "viewer", createdAt: 0, createdBy: "bench" }),
    );
  }
  return all;
}

/** Forty pages in the first tenant, ten in the other one. */
async function openPages(): Promise<void> {
  const kinds = [
    shownBy.sensors,
    shownBy.sensors,
    shownBy.overview,
    shownBy.incidents,
    shownBy.sensors,
    shownBy.sensorsByName,
    shownBy.overview,
    shownBy.incidents,
    shownBy.sensors,
    shownBy.findings,
  ];
  for (let i = 0; i < 50; i++) {
    const { tenantId } = i < 40 ? first : other;
    const person = people[i % (i < 40 ? people.length : 3)];
    if (person === undefined) throw new Error("nobody");
    const cookie = person.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const shown = kinds[i % kinds.length] ?? [];
    const page = await openPage({ url: installation.url, tenantId, cookie, shown });
    pages.push({ ...page, person });
  }
}

/** A change, and when it was recorded, of `performance.now()`. */
interface Change {
  tenantId: string;
  sensorId: string;
  at: number;
}

/** Lets so many sensors fail that were up; a fifth of them in the other tenant. */
async function failSome(count: number): Promise<Change[]> {
  const done = [...failed.values()].reduce((sum, each) => sum + each, 0);
  const changes: Change[] = [];
  const recording = [first, other].map(async ({ tenantId, collectorId }: Seed) => {
    const isMine = (n: number) => (n % 5 === 4) === (tenantId === other.tenantId);
    const mine = Array.from({ length: count }, (_, i) => done + i).filter(isMine).length;
    const next = failed.get(tenantId) ?? 0;
    failed.set(tenantId, next + mine);
    const now = Date.now();
    // Three failures after each other are a change.
    const results = Array.from({ length: mine }, (_, i) => sensorIdOf(next + i)).flatMap(
      (sensorId) =>
        [2000, 1000, 0].map((ms) => {
          const at = now - ms;
          return { sensorId, at, ok: false, cause: "no answer", causeCode: "timeout" } as const;
        }),
    );
    await recordResults({ database, now: Date.now }, { tenantId, collectorId }, results);
    const at = performance.now();
    for (const sensorId of new Set(results.map((result) => result.sensorId))) {
      changes.push({ tenantId, sensorId, at });
    }
  });
  await Promise.all(recording);
  return changes;
}

/** As {@link insertSensors} counts them. */
function sensorIdOf(n: number): string {
  return `01990000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

async function measure({ perSecond, inBatch }: { perSecond: number; inBatch: number }) {
  const pid = installation.server.pid ?? 0;
  const beganAt = performance.now();
  const before = usageOf(pid);
  const changes: Change[] = [];
  while (changes.length < seconds * perSecond) {
    const dueMs = beganAt + (changes.length / perSecond) * 1000 - performance.now();
    if (dueMs > 0) await pause(dueMs);
    changes.push(...(await failSome(inBatch)));
  }
  const wallSec = (performance.now() - beganAt) / 1000;
  const after = usageOf(pid);

  const delays = await newsDelays(changes);
  const tables = await tableDelays(changes);
  const answers = pages
    .flatMap((page) => page.answers)
    .filter(({ askedAt }) => askedAt >= beganAt)
    .map(({ askedAt, endedAt }) => endedAt - askedAt);
  const figures = (values: readonly number[]) =>
    [0.5, 0.95, 1].map((share) => Math.round(percentile(values, share)));
  const work = `${perSecond === 1 ? "a state change" : `${perSecond} state changes`} a second`;
  const postgresMiB = after.byProgram["postgres"]?.pssMiB ?? 0;
  const postgresOf = ({ byProgram }: Usage) => (byProgram["postgres"]?.cpuSec ?? 0) / wallSec;
  const coresOf = (usage: Usage) => usage.cpuSec / wallSec - postgresOf(usage);
  const notes = [
    `${Math.round(changes.length / wallSec)} a second recorded in ${Math.round(wallSec)} s`,
    `${pages.length} pages of ${people.length} people in two tenants, one with ${sensorCount} sensors and ${findings.findings} findings`,
    `${answers.length} answers, p95 ${figures(answers)[1]} ms`,
    `the server used ${(coresOf(after) - coresOf(before)).toFixed(2)} cores, PostgreSQL ${(postgresOf(after) - postgresOf(before)).toFixed(2)}, the pages most of the rest`,
    `memory is the server's, PostgreSQL has ${Math.round(postgresMiB)} MiB`,
  ].join("; ");
  const rssMiB = Math.round(after.pssMiB - postgresMiB);
  report(`news at each of ${pages.length} open pages after ${work}`, delays, 1000);
  report(`tables of ${pages.length} open pages read again after ${work}`, tables, 2000);

  function report(what: string, values: readonly number[], atMost: number): void {
    const runs = figures(values);
    const measured = runs[1] ?? Number.NaN;
    printRow({
      work: `console: ${what}`,
      cores: 2,
      rssMiB,
      measured,
      atMost,
      runs,
      notes: `p95 ${measured} ms after it is recorded (own aim at most ${atMost} ms); runs are the median, p95 and slowest; ${notes}`,
    });
  }
}

/** From each change's record to each page that is told which sensors changed. */
async function newsDelays(changes: readonly Change[]): Promise<number[]> {
  const told = pages.filter(({ person }) => person.companyIds === null);
  const pairs = told.flatMap(({ tenantId, heardAt }) =>
    changes.filter((change) => change.tenantId === tenantId).map((change) => ({ change, heardAt })),
  );
  await until(() => pairs.every(({ change, heardAt }) => heardAt.has(change.sensorId)), {
    what: "the news of every change at every page",
  });
  // The commit's answer and the news are under way at the same time.
  return pairs.map(({ change, heardAt }) =>
    Math.max(0, (heardAt.get(change.sensorId) ?? Number.NaN) - change.at),
  );
}

/** From each change's record to the end of the first answer that was asked for once its news were there, of tables of sensors. */
async function tableDelays(changes: readonly Change[]): Promise<number[]> {
  const delays: number[] = [];
  for (const { tenantId, heardAt, shown, answers, person } of pages) {
    const table = shown.find(({ topics }) => topics.includes("sensors"));
    if (table === undefined || person.companyIds !== null) continue;
    for (const { sensorId, at } of changes.filter((change) => change.tenantId === tenantId)) {
      const heard = heardAt.get(sensorId) ?? Number.NaN;
      const answer = await until(
        () => answers.find(({ path, askedAt }) => path === table.path && askedAt >= heard),
        { what: "the table is read again" },
      );
      delays.push(answer.endedAt - at);
    }
  }
  return delays;
}
