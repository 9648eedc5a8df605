import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import {
  type AssessmentContext,
  type DirectoryFacts,
  DirectoryRefused,
  usualThresholds,
} from "#engines/directory-types";
import type { ScanSpec } from "#engines/scan-types";
import { until } from "#test/until";
import type { AssessmentJob, ProbeMessage } from "#wire/probe.v1";
import {
  probesAtWork,
  quietLog,
  scriptedAssessments,
  scriptedScans,
} from "./testing/probe-at-work.ts";
import { resultOf, ruleOf, weaknessOf } from "./testing/rules.ts";

const everything = { allow: [], deny: [] };
const password = 'Gehe1m "&\\ ß+/=';
const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const facts: DirectoryFacts = {
  name: "acme.test",
  id: "S-1-5-21-1-2-3",
  counts: { users: 3 },
  details: {},
};

const scanSpec: ScanSpec = {
  scanType: "discovery",
  targets: ["10.0.0.0/30"],
  exclude: [],
  tcpPorts: "top-10",
  udpPorts: null,
  budget: { perHostPerSec: null, perSubnetPerSec: null, totalPerSec: null },
  connectTimeoutMs: 100,
  includeFragile: false,
  allowNmap: false,
};

function job(n: number): AssessmentJob {
  return {
    assessmentId: idOf(n),
    directoryName: `directory ${n}`,
    spec: {
      type: "active_directory",
      urls: ["ldaps://dc1.acme.test"],
      user: "reader@acme.test",
      password,
      ca: null,
      serverName: null,
      baseDn: null,
      thresholds: usualThresholds,
    },
  };
}

async function world(t: TestContext, log = quietLog) {
  const engine = scriptedAssessments();
  const scans = scriptedScans();
  const options = { assess: engine.carryOut, scan: scans.carryOut, log };
  const { directory, open } = await probesAtWork(t, options);
  const opened = await open("a");
  opened.work.targets.use(everything);
  return { engine, scans, directory, open, ...opened };
}

const shown = (messages: readonly ProbeMessage[]) =>
  messages.map((message) => {
    if ("runId" in message) return `run ${message.runId.slice(-3)}`;
    const head = `${Number(message.assessmentId.slice(-3))}`;
    if ("found" in message) return `${head} ${message.rule.id} found ${message.found.length}`;
    if ("result" in message) {
      const { rule, outcome, reason } = message.result;
      return `${head} ${rule.id} ${outcome} ${reason ?? ""}`.trim();
    }
    return `${head} ${message.end.outcome} ${message.end.error ?? ""}`.trim();
  });

async function tellRule(context: AssessmentContext, id: string, targets: number): Promise<void> {
  const found = Array.from({ length: targets }, (_, n) => weaknessOf(n));
  await context.onResult(resultOf(ruleOf(id), targets), found);
}

test("a directory is told rule by rule, what was found before its result, and its end with what it is last", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.assessments.take(job(1));
  work.assessments.take(job(1));
  const { context, end } = await engine.nth(0);
  const progress = { phase: "reading", objects: 12_000, rulesDone: 0, rulesTotal: 62 } as const;
  context.onProgress({ ...progress, what: `users\u001b[2J${"x".repeat(200)}` });
  const [held] = work.assessments.held();
  assert.equal(held?.id, idOf(1));
  assert.deepEqual(held.progress, { ...progress, what: `users [2J${"x".repeat(90)}…` });
  await tellRule(context, "ad.many", 450);
  await tellRule(context, "ad.none", 0);
  end(facts);
  await until(() => work.assessments.unfinished === 0, { what: "it has ended" });
  assert.equal(work.assessments.held().length, 1, "held until its messages have left");
  const messages = await deliver();
  assert.deepEqual(shown(messages), [
    "1 ad.many found 200",
    "1 ad.many found 200",
    "1 ad.many found 50",
    "1 ad.many evaluated",
    "1 ad.none evaluated",
    "1 completed",
  ]);
  assert.partialDeepStrictEqual(messages.at(-1), { end: { facts, error: null, rules: 2 } });
  assert.deepEqual(work.assessments.held(), []);
  assert.equal(engine.begun.length, 1, "it is not begun twice");
});

test("a probe's directories follow one another, beside its scans; one in line that is stopped is told at once", async (t) => {
  const { work, engine, scans, deliver } = await world(t);
  work.scans.take({ runId: idOf(9), scanName: "s", spec: scanSpec, done: [] });
  for (const n of [1, 2, 3]) work.assessments.take(job(n));
  const first = await engine.nth(0);
  const scan = await scans.nth(0);
  work.stop(idOf(2));
  assert.deepEqual(shown(await deliver()), ["2 stopped"]);
  first.end(facts);
  (await engine.nth(1)).end(facts);
  await until(() => work.assessments.unfinished === 0, { what: "all directories are done" });
  assert.equal(work.scans.unfinished, 1);
  assert.deepEqual(shown(await deliver()), ["1 completed", "3 completed"]);
  assert.equal(engine.begun.length, 2);
  scan.end();
  await until(() => work.scans.unfinished === 0, { what: "the scan is done" });
});

test("stopping ends it at once; what it was telling comes whole before its end, which knows no facts", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.assessments.take(job(1));
  const { context } = await engine.nth(0);
  await tellRule(context, "ad.first", 1);
  const telling = tellRule(context, "ad.second", 1);
  work.stop(idOf(1));
  work.stop(idOf(1));
  work.stop(idOf(7));
  assert.equal(context.signal.aborted, true);
  await telling;
  await until(() => work.assessments.unfinished === 0, { what: "it has ended" });
  const messages = await deliver();
  assert.deepEqual(shown(messages), [
    "1 ad.first found 1",
    "1 ad.first evaluated",
    "1 ad.second found 1",
    "1 ad.second evaluated",
    "1 stopped",
  ]);
  assert.partialDeepStrictEqual(messages.at(-1), { end: { facts: null, error: null } });
});

test("the probe's lists are asked anew at each connection, and other lists do not begin it again", async (t) => {
  const { work, engine } = await world(t);
  work.assessments.take(job(1));
  const { context, end } = await engine.nth(0);
  assert.equal(context.refuse("10.0.0.2"), null);
  assert.match(context.refuse("169.254.169.254") ?? "", /metadata/);
  work.targets.use({ allow: [], deny: ["10.0.0.2"] });
  assert.equal(context.signal.aborted, false);
  assert.match(context.refuse("10.0.0.2") ?? "", /probe's deny list/);
  work.targets.use({ allow: ["10.0.0.0/8"], deny: [] });
  assert.match(context.refuse("192.0.2.1") ?? "", /probe's allow list/);
  end(facts);
  await until(() => work.assessments.unfinished === 0, { what: "it has ended" });
  assert.equal(engine.begun.length, 1);
});

test("one under way is lost with the process, without a word; what it told is delivered before work is asked for", async (t) => {
  const { work, engine, open } = await world(t);
  work.assessments.take(job(1));
  const { context } = await engine.nth(0);
  await tellRule(context, "ad.first", 1);
  await work.close();
  assert.equal(context.signal.aborted, true);
  const again = await open("a");
  assert.equal(again.work.mayAsk, false);
  assert.deepEqual(again.work.assessments.held(), []);
  assert.deepEqual(shown(await again.deliver()), ["1 ad.first found 1", "1 ad.first evaluated"]);
  assert.equal(again.work.mayAsk, true);
});

test("a refused probe reads no directory on and tells no end; what it told before goes first when it may again", async (t) => {
  const { work, engine, deliver } = await world(t);
  work.assessments.take(job(1));
  const { context } = await engine.nth(0);
  await tellRule(context, "ad.first", 0);
  work.abandon();
  assert.equal(context.signal.aborted, true);
  assert.equal(work.mayAsk, false);
  assert.deepEqual(shown(await deliver()), ["1 ad.first evaluated"]);
  assert.equal(work.mayAsk, true);
  work.assessments.take(job(1));
  (await engine.nth(1)).end(facts);
  await until(() => work.assessments.unfinished === 0, { what: "it was done at last" });
  assert.deepEqual(shown(await deliver()), ["1 completed"]);
});

test("its secret is on no disk, in no log and in no message, whatever an error quotes", async (t) => {
  const logged: string[] = [];
  const keep = (...words: unknown[]) => void logged.push(written(words));
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const { work, engine, directory, outbox } = await world(t, log);
  const forms = [
    password,
    JSON.stringify(password).slice(1, -1),
    encodeURIComponent(password),
    new URLSearchParams({ x: password }).toString().slice(2),
  ];
  assert.equal(new Set(forms).size, 4);
  const quoting = `bind with ${forms.join(" and ")} failed`;
  const defect = Object.assign(new TypeError(quoting), { request: { password } });
  for (const n of [1, 2, 3]) work.assessments.take(job(n));
  (await engine.nth(0)).fail(new DirectoryRefused(quoting));
  (await engine.nth(1)).fail(defect);
  const { context } = await engine.nth(2);
  await tellRule(context, "ad.first", 3);
  await outbox.flush();
  const texts = [...logged, ...(await filesBelow(directory))];
  assert.ok(texts.some((text) => text.includes("bind with [secret] and [secret] and")));
  assert.ok(texts.some((text) => text.includes("ad.first")));
  assert.ok(logged.some((text) => text.includes("directory 2") && text.includes("TypeError")));
  for (const text of texts) {
    for (const form of [...forms, "ldaps://dc1.acme.test", "reader@acme.test"]) {
      assert.ok(!text.includes(form), text);
    }
  }
  await work.close();
});

test("what cannot be read fails with its sentence; what is known of no directory in the end fails, too", async (t) => {
  const { work, engine, deliver } = await world(t);
  for (const n of [1, 2, 3]) work.assessments.take(job(n));
  (await engine.nth(0)).fail(new DirectoryRefused("dc1.acme.test refuses the password."));
  (await engine.nth(1)).fail(new TypeError("x is not a function"));
  (await engine.nth(2)).end({ ...facts, name: "x".repeat(301) });
  await until(() => work.assessments.unfinished === 0, { what: "all have ended" });
  work.assessments.refuse(idOf(4), "y".repeat(501));
  const messages = await deliver();
  assert.deepEqual(shown(messages), [
    "1 failed dc1.acme.test refuses the password.",
    "2 failed The probe failed to carry it out: x is not a function",
    "3 failed The probe failed to carry it out: what the directory is cannot be told: /name must not have more than 300 characters",
    `4 failed ${"y".repeat(499)}…`,
  ]);
});

/** As a log writes it: errors with everything that hangs on them, however deep. Not as JSON, which would write quotes otherwise. */
function written(words: unknown): string {
  if (typeof words !== "object" || words === null) return String(words);
  return Reflect.ownKeys(words)
    .map((key) => `${String(key)}: ${written(Reflect.get(words, key))}`)
    .join("\n");
}

/** What is in the files below a directory, as text, uncompressed where it is packed. */
async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.ok(files.length > 0);
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(join(parentPath, name));
      return `${unpacked(bytes)}${bytes.toString()}`;
    }),
  );
}

function unpacked(bytes: Buffer): string {
  const begin = bytes.indexOf(Buffer.from([0x1f, 0x8b]));
  return begin < 0 ? "" : gunzipSync(bytes.subarray(begin)).toString();
}
