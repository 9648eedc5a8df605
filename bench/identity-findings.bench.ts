/**
 * What 200,000 findings in one directory cost the server: taking them in when they are new, when nothing has changed and when they are
 * gone, summing the directory up, and reading them by the page and in the console's table. Everything from the probe's messages to the rows, and from a request
 * to its reply, on one PostgreSQL: `node bench/identity-findings.bench.ts [--runs N]`.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuleText, Weakness } from "#engines/directory-types";
import { offerAssessments, requestAssessment } from "#exposure/directories";
import { recordAssessments } from "#exposure/flows";
import { readPosture } from "#exposure/identity";
import type { FindingStatus } from "#exposure/life-cycle";
import { newId } from "#lib/ids";
import { createApiKey } from "#platform/api-keys";
import { openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { migrate } from "#platform/migrations";
import { startEmbeddedPostgres } from "#platform/postgres";
import { seedDirectory, testBox, testFacts } from "#test/directory-fixture";
import { someResult, someRule } from "#test/identity-fixture";
import { operatorOf, seedScanPlace } from "#test/scan-fixture";
import { type AssessmentMessage, mostFoundInMessage } from "#wire/probe.v1";
import {
  type WantedIdentityFindings,
  identitySorts,
  identityTable,
} from "../src/exposure/identity/identity-table.queries.ts";
import { startApiServer } from "./support/api.ts";
import { percentile, printRow, read } from "./support/http-reads.ts";
import { benchOptions, emit, median, timed } from "./support/measure.ts";

const { runs } = benchOptions({ seconds: 1, runs: 3, concurrency: 1 });
const ruleCount = 10;
const perRule = 20_000;
const findingCount = ruleCount * perRule;
const pagesPerRun = 100;

const log = createLog("silent", "bench");
const dataDir = await mkdtemp(join(tmpdir(), "vedette-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log });
await migrate(postgres.connection, { log });
const database = await openDatabase(postgres.connection, { log });
let clock = Date.now();
const now = () => clock;
const place = await seedScanPlace(database);
const { tenantId, probeId } = place;
const directory = await seedDirectory(database, place, { now });
const context = operatorOf(database, tenantId, now);

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const;
const rules = Array.from({ length: ruleCount }, (_, n) =>
  someRule(`rule-${n}`, { severity: severities[n % severities.length] ?? "LOW" }),
);

/** About as long as real ones. */
function weakness(n: number, { severity }: RuleText): Weakness {
  const name = `firstname.lastname${n}`;
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const path = `CN=${name},OU=Department ${n % 50},OU=People,DC=corp,DC=example,DC=test`;
  return {
    target: { type: "user", id, name, path, host: null },
    severity,
    evidence: [`${name} did not sign in for ${200 + (n % 300)} days; the limit is 180 days.`],
  };
}

function* messagesOf(assessmentId: string, rule: RuleText, found: number) {
  for (let at = 0; at < found; at += mostFoundInMessage) {
    const some = Array.from({ length: mostFoundInMessage }, (_, i) => weakness(at + i, rule));
    yield { assessmentId, rule, found: some };
  }
  yield { assessmentId, result: someResult(rule, { judged: perRule, found }) };
}

/** One assessment, each rule's messages in a request of their own. */
async function assess(found: number): Promise<void> {
  clock += 60_000;
  const { assessmentId } = await requestAssessment(context, { name: directory.name });
  const none = { holding: [], progress: [] };
  await offerAssessments(database, testBox, { tenantId, probeId, ...none, now: now() });
  const tell = (messages: readonly AssessmentMessage[]) =>
    recordAssessments({ database, now }, { tenantId, probeId }, messages);
  for (const rule of rules) await tell([...messagesOf(assessmentId, rule, found)]);
  const end = { outcome: "completed" as const, at: clock, error: null, facts: testFacts };
  await tell([{ assessmentId, end }]);
}

async function takeIn(what: string, found: number): Promise<void> {
  const { seconds, cpuSec } = await timed(() => assess(found));
  emit({
    work: `identity findings taken in: ${what}`,
    unit: "finding",
    count: findingCount,
    seconds,
    cpuSec,
    notes: `${findingCount} findings of ${ruleCount} rules in one directory, ${perRule} in a request; took ${seconds.toFixed(1)} s; fsync on`,
  });
}

async function sumUp(): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < runs * 10; run++) {
    const { seconds } = await timed(() => readPosture(context, directory.id));
    times.push(seconds * 1000);
  }
  printRow({
    work: `the posture of a directory with ${findingCount} open findings`,
    unit: "read",
    rate: Math.round(1000 / median(times)),
    p50ms: Number(median(times).toFixed(1)),
    p95ms: Number(percentile(times, 0.95).toFixed(1)),
    runs: times.slice(0, runs).map((ms) => Number(ms.toFixed(1))),
    notes: `score, rules and open findings, as at the end of each assessment; p95 ${percentile(times, 0.95).toFixed(1)} ms; runs are ms`,
  });
}

/** What the console asks for: a hundred rows in each order and with each kind of filter. */
async function readTable(): Promise<void> {
  // As PostgreSQL does by itself a while after so many rows were written.
  await withClient(postgres.connection, undefined, (client) =>
    client.query("vacuum analyze identity_findings"),
  );
  const open: FindingStatus[] = ["open", "in_progress"];
  const rule = [rules[1]?.id ?? ""];
  const filters: Record<string, [...WantedIdentityFindings]> = {
    "all that are open": [null, open, null, null, null, null, null, null, null, null],
    "open, of some severities": [null, open, [0, 1], null, null, null, null, null, null, null],
    "open, of one rule": [null, open, null, null, rule, null, null, null, null, null],
    "open, searched": [null, open, null, null, null, null, null, null, null, "%name199%"],
    "of any status": [null, null, null, null, null, null, null, null, null, null],
  };
  for (const [which, wanted] of Object.entries(filters)) {
    const times: number[] = [];
    for (const sort of identitySorts) {
      for (let run = 0; run < runs * 5; run++) {
        const query = { sort, descending: run % 2 === 0, limit: 100, offset: run * 100 };
        const { seconds } = await timed(() =>
          identityTable.read(database.forTenant(tenantId), tenantId, query, wanted),
        );
        times.push(seconds * 1000);
      }
    }
    const p95 = percentile(times, 0.95);
    printRow({
      work: `100 rows of the console's table of ${findingCount} identity findings, ${which}`,
      unit: "answer",
      rate: Math.round(1000 / median(times)),
      p50ms: Number(median(times).toFixed(1)),
      p95ms: Number(p95.toFixed(1)),
      runs: [0.05, 0.5, 0.95].map((share) => Math.round(percentile(times, share))),
      notes: `in each of ${identitySorts.length} orders, both ways; p95 ${p95.toFixed(1)} ms; runs are the fastest, the median and p95 in ms`,
    });
  }
}

async function readPages(authorization: string): Promise<void> {
  const { connection } = postgres;
  const limits = { limit: 10_000_000, rateLimitStore: "memory" as const };
  const server = await startApiServer({ connection, ...limits, service: "exposure" });
  const base = "/exposure/public/v1/identity-findings?limit=1000";
  const any = (of: number) => Math.floor(Math.random() * (of / 1000)) * 1000;
  const pages = {
    "the first": () => base,
    any: () => `${base}&offset=${any(findingCount)}`,
    "any of one directory": () => `${base}&directoryId=${directory.id}&offset=${any(findingCount)}`,
    "any of one rule's 20000": () => `${base}&ruleId=${rules[1]?.id}&offset=${any(perRule)}`,
  };
  try {
    for (const [which, path] of Object.entries(pages)) {
      const p95: number[] = [];
      const p50: number[] = [];
      for (let run = 0; run < runs; run++) {
        const times: number[] = [];
        for (let i = 0; i < pagesPerRun; i++) {
          times.push((await read(server, path(), { authorization })).ms);
        }
        p50.push(percentile(times, 0.5));
        p95.push(percentile(times, 0.95));
      }
      printRow({
        work: `a page of 1,000 of ${findingCount} open identity findings, ${which}`,
        unit: "page",
        cores: 2,
        rate: Math.round(1000 / median(p50)),
        p50ms: Number(median(p50).toFixed(1)),
        p95ms: Number(median(p95).toFixed(1)),
        runs: p95.map((ms) => Number(ms.toFixed(1))),
        notes: `one after the other; p95 ${median(p95).toFixed(1)} ms; runs are p95 in ms; server, PostgreSQL and client on the same cores`,
      });
    }
  } finally {
    await server.stop();
  }
}

try {
  await takeIn("new", perRule);
  await takeIn("nothing has changed", perRule);
  await sumUp();
  await readTable();
  const { key } = await createApiKey(
    { ...context, requestId: newId() },
    { service: "exposure", scope: "read", name: "bench" },
  );
  await readPages(`Bearer ${key}`);
  await takeIn("all of them gone", 0);
} finally {
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}
