import assert from "node:assert/strict";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { InjectOptions } from "fastify";
import { createAgentToken } from "#exposure/agents";
import { renewEnrolmentToken as renewProbeToken } from "#exposure/probes";
import { gzip } from "#lib/gzip";
import { renewEnrolmentToken as renewCollectorToken } from "#monitor/collectors";
import { maintainHistory, makePartitions } from "#monitor/history";
import { type Database, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { someRevision } from "#test/agent-fixture";
import { type Operation, readApiDocument } from "#test/api-document";
import { seedAuditPlace } from "#test/audit-fixture";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { type Sample, hostileTextTests } from "#test/hostile-requests";
import { createRemoteApp } from "#test/remote-app";
import { remoteMessages, revisionMark, tokenMark } from "#test/remote-messages";
import { type RemoteParts, reviveWork, seedRemoteParts } from "#test/remote-parts";
import { readSourceFiles } from "#test/source-files";
import { until } from "#test/until";
import * as agent from "#wire/agent.v1";
import * as collector from "#wire/collector.v1";
import { EnrolRequest } from "#wire/enrolment.v1";
import * as probe from "#wire/probe.v1";

const hourMs = 3_600_000;
/** When results were found; each is some milliseconds later than the one before. */
const at = 1_790_000_000_000;
const now = () => at + hourMs;
const history = {
  log: createLog("silent", "test"),
  retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
};

const db = await createTestDatabase();
await makePartitions({ ...history, database: db.database, now });
/** Transactions that were committed. */
let committed = 0;
const database: Database = {
  ...db.database,
  async transaction(tenantId, work) {
    const done = await db.database.transaction(tenantId, work);
    committed += 1;
    return done;
  },
};
let elapsedMs = 0;
const remote = await createRemoteApp(database, { now, monotonic: () => elapsedMs });
after(() => remote.close());
const place = await seedPlace();
const hostile = await seedRemoteParts(remote, db.database, now, place);
/** What enrols, again and again. */
const newcomer = await seedRemoteParts(remote, db.database, now, place);
const neighbour = await seedRemoteParts(remote, db.database, now, place);
const bystander = await seedRemoteParts(remote, db.database, now, await seedPlace());

const consoleApp = await createConsoleApp(db.database, { now });

/** A tenant, and who asks for its errands. */
async function seedPlace() {
  const seeded = await seedAuditPlace(db.database);
  return { ...seeded, ...(await seedMember(db.database, seeded.tenantId, "owner")) };
}

const bodies: Readonly<Record<string, object>> = {
  "POST /remote/v1/enrol": EnrolRequest,
  "POST /remote/v1/probe/enrol": EnrolRequest,
  "POST /remote/v1/agent/enrol": EnrolRequest,
  "POST /remote/v1/collector/results": collector.ResultBatch,
  "POST /remote/v1/collector/errands": collector.ErrandReport,
  "POST /remote/v1/probe/check-in": probe.CheckIn,
  "POST /remote/v1/probe/reports": probe.ReportBatch,
  "POST /remote/v1/agent/check-in": agent.CheckIn,
  "POST /remote/v1/agent/inventory": agent.InventoryUpdate,
  "POST /remote/v1/agent/results": agent.ResultBatch,
};
const parameters: Readonly<Record<string, readonly string[]>> = {
  "GET /remote/v1/collector/assignment": ["since", "waitMs", "errands"],
  "GET /remote/v1/agent/bundles/:sha256": [],
};

const operations: Operation[] = [...Object.keys(bodies), ...Object.keys(parameters)].map((name) => {
  const [method = "", url = ""] = name.split(" ");
  const inPath = Array.from(url.matchAll(/:(\w+)/g), ([, one = ""]) => one);
  const named = (where: string) => (one: string) => ({ in: where, name: one, schema: {} });
  return {
    operationId: name,
    method,
    path: url.replaceAll(/:(\w+)/g, "{$1}"),
    parameters: [...inPath.map(named("path")), ...(parameters[name] ?? []).map(named("query"))],
    body: bodies[name],
    statuses: [],
    needs: undefined,
    refusesLimitedViewers: false,
  };
});

test("every address that remote parts call is tried", async () => {
  const tried = operations.map(({ operationId }) => operationId);
  assert.deepEqual(tried.toSorted(), [...remote.routes].toSorted());
  const told = (await readSourceFiles()).flatMap(({ path, code }) =>
    path.endsWith(".routes.ts")
      ? Array.from(code.matchAll(/"(\/remote\/[^"]+)"/g), ([, url]) => url)
      : [],
  );
  assert.deepEqual(new Set(told), new Set(tried.map((name) => name.split(" ")[1])));
});

let sent = 0;

function headersOf({ credentials }: RemoteParts, url: string) {
  const [, , , part = ""] = url.split("/");
  const credential = new Map(Object.entries(credentials)).get(part) ?? "";
  return { authorization: `Bearer ${credential}`, "content-type": "application/json" };
}

/** Sends a message in the way of remote parts. */
async function send(parts: RemoteParts, method: string, url: string, body?: string) {
  // Failed enrolments are limited by address.
  const remoteAddress = `10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`;
  const { authorization, ...typed } = headersOf(parts, url);
  const rest =
    body === undefined
      ? { headers: { authorization } }
      : {
          headers: { authorization, ...typed, "content-encoding": "gzip" },
          payload: await gzip(body),
        };
  return remote.app.inject({ method, url, remoteAddress, ...rest } as InjectOptions);
}

/** The body with what has not been told yet. */
function fresh(body: string): string {
  return body
    .replaceAll(String(at), () => String(at + ++sent))
    .replaceAll(revisionMark, someRevision());
}

async function newToken(url: string): Promise<string> {
  const { context, collectorId, probeId } = newcomer;
  if (url.endsWith("/v1/enrol"))
    return (await renewCollectorToken(context, { id: collectorId })).token;
  if (url.endsWith("/probe/enrol")) return (await renewProbeToken(context, { id: probeId })).token;
  const wanted = { note: "", siteId: null, tags: [], uses: 1, validForMs: hourMs };
  return (await createAgentToken(context, wanted)).token;
}

/** An enrolment that is refused for what it says leaves its token good. */
async function enrol(url: string, body: string) {
  const token = await newToken(url);
  const reply = await send(newcomer, "POST", url, body.replaceAll(tokenMark, token));
  if (reply.statusCode === 400) {
    const good = JSON.stringify({ token, version: "1", hostname: "here" });
    assert.equal((await send(newcomer, "POST", url, good)).statusCode, 200, reply.body);
  }
  return reply;
}

const beside = [neighbour, bystander].map((parts) => ({
  parts,
  messages: Object.entries(remoteMessages(parts.work, at)).filter(([name]) =>
    /check-in|collector\/results/.test(name),
  ),
}));
let kept = 0;

/** What others send in the same moment is taken. */
async function sendBeside(): Promise<void> {
  for (const { parts, messages } of beside) {
    for (const [name, [message]] of messages) {
      const [method = "", url = ""] = name.split(" ");
      const reply = await send(parts, method, url, fresh(JSON.stringify(message)));
      assert.equal(reply.statusCode, 200, `${name}: ${reply.body}`);
      if (name.endsWith("collector/results")) {
        assert.equal(reply.json().recorded, 2);
        kept += 2;
      }
    }
  }
}

async function ask(method: string, url: string, body?: string) {
  sent += 1;
  // So that no agent asks too much of the server.
  elapsedMs += hourMs;
  if (url.endsWith("/enrol")) return enrol(url, body ?? "");
  await reviveWork(db.database, hostile.work, url);
  if (sent % 10 === 0) {
    const [reply] = await Promise.all([
      send(hostile, method, url, body && fresh(body)),
      sendBeside(),
    ]);
    return reply;
  }
  const before = committed;
  const reply = await send(hostile, method, url, body && fresh(body));
  const isHalfDone = reply.statusCode >= 400 && committed > before;
  assert.ok(!isHalfDone, `${url}: ${reply.body} to ${body}`);
  if (reply.statusCode === 200 && body !== undefined) {
    const shown = pages.filter(([message]) => message.test(`${url} ${body}`));
    await assertReadable(
      shown.flatMap(([, paths]) => paths),
      body,
    );
  }
  return reply;
}

const readAs = askConsole(consoleApp, place.tenantId, place);
const { device, site, errandId, runId } = hostile.work;

const directory = `/directories/${hostile.directoryId}`;
/** What the console shows of messages, by their addresses and bodies. */
const pages: readonly (readonly [message: RegExp, paths: readonly string[]])[] = [
  [/collector\/results/, ["/sensors", `/sensors/${device}`, `/sensors/${site}`, "/incidents"]],
  [/errands/, [`/errands/${errandId}`]],
  [/probe\/check-in/, [`/scan-runs/${runId}`, `${directory}/assessments`]],
  [/"runId".*"host"/, ["/assets", "/findings", `/scan-runs/${runId}/hosts`]],
  [/"runId".*"end"/, [`/scan-runs/${runId}`]],
  [/"assessmentId".*"found"/, ["/identity-findings"]],
  [/"assessmentId".*"result"/, [`${directory}/rules`]],
  [/"assessmentId".*"end"/, [directory, `${directory}/assessments`]],
  [/agent\/(check-in|results)/, ["/audit-runs", `/audits/${hostile.auditId}`]],
  [/agent\/inventory/, ["/agents"]],
];

/** Fails unless pages can be read, and of lists the page of the first, too. */
async function assertReadable(paths: readonly string[], why: string): Promise<void> {
  for (const path of paths) {
    const reply = await readAs("GET", path);
    assert.equal(reply.statusCode, 200, `${path}: ${reply.body} after ${why}`);
    const [first] = path.lastIndexOf("/") === 0 ? (reply.json().items ?? []) : [];
    if (first !== undefined) await assertReadable([`${path}/${first.id}`], why);
  }
}

test("every message is heeded, so that what is put into it is not just passed over", async () => {
  for (const [name, messages] of Object.entries(remoteMessages(hostile.work, at))) {
    const [method = "", url = ""] = name.split(" ");
    for (const message of messages) {
      const text = JSON.stringify(message);
      const reply = await ask(method, url, text);
      assert.equal(reply.statusCode, 200, `${name}: ${reply.body}`);
      const { recorded, accepted } = reply.json();
      // The end of a run is not counted.
      const isCounted = recorded !== undefined && !/"runId".*"end"/.test(text);
      assert.ok(!isCounted || recorded === true || recorded > 0, `${text}: ${reply.body}`);
      assert.notEqual(accepted, false, text);
    }
  }
});

test("a body that is broken, encoded otherwise, or unfolds to far more than was sent is refused", async () => {
  const good = gzipSync("{}");
  const broken: [encoding: string, payload: Buffer][] = [
    ["gzip", Buffer.alloc(0)],
    ["gzip", good.subarray(0, -4)],
    ["gzip", gzipSync(good)],
    ["gzip", gzipSync(Buffer.from([0x22, 0xff, 0xfe]))],
    ["gzip", gzipSync(Buffer.alloc(70 * 1024 * 1024, " "))],
    ["identity", good],
    ["br", Buffer.from("{}")],
    ["gzip, gzip", good],
  ];
  for (const url of Object.keys(bodies).map((name) => name.split(" ")[1] ?? "")) {
    for (const [i, [encoding, payload]] of broken.entries()) {
      elapsedMs += hourMs;
      const headers = { ...headersOf(hostile, url), "content-encoding": encoding };
      const reply = await remote.app.inject({ method: "POST", url, headers, payload });
      assert.equal(reply.statusCode, 400, `${url} ${i}: ${reply.body}`);
      assertErrorShape(400, reply);
    }
  }
});

const samples = Object.fromEntries(
  Object.entries(remoteMessages(hostile.work, at)).map(([name, messages]) => [
    name,
    messages.map((body): Sample => ({ body })),
  ]),
);
const tests = hostileTextTests({
  operations,
  ask,
  ids: [hostile.work.sha256],
  samples,
  rows: null,
});
for (const [guarantee, run] of tests) test(guarantee, run);

test("what others sent at the same time is all there, and so is when they were heard of", async () => {
  await sendBeside();
  const ofOthers = [neighbour, bystander];
  const count = async (sql: string, values: unknown[]) =>
    withClient(db.admin, undefined, async (client) => (await client.query(sql, values)).rows[0].n);
  const sensors = ofOthers.flatMap(({ work }) => [work.device, work.site]);
  const results = "select count(*)::int as n from check_results where sensor_id = any($1)";
  assert.equal(await count(results, [sensors]), kept);
  const parts = ofOthers.flatMap(({ collectorId, probeId }) => [collectorId, probeId]);
  const seen = `select count(*)::int as n from (select id, last_seen_at from collectors union all
    select id, last_seen_at from probes) p where id = any($1) and last_seen_at = $2`;
  await until(async () => (await count(seen, [parts, now()])) === parts.length, {
    what: "the others are noted as heard of",
  });
});

test("what was taken keeps no hour of anybody from being rolled up", async () => {
  await maintainHistory({ ...history, database: db.database, now: () => now() + 2 * hourMs });
});

/** Queries that some lists cannot be asked without. */
const queries: Readonly<Record<string, string>> = {
  "/sensors/{id}/host-series": "range=24h&aspect=storage&name=/",
  "/sensors/{id}/interface-series": "range=24h&name=Gi0/1",
};

test("all that was taken can be read", async () => {
  const { operations: all } = await readApiDocument("console");
  const made = await withClient(db.admin, undefined, async (client) => {
    const tables = ["agents", "assets", "audits", "audit_runs", "findings", "identity_findings"];
    const some = tables.map((table) => `(select id from ${table} where tenant_id = $1 limit 3)`);
    const { rows } = await client.query<{ id: string }>(some.join(" union all "), [place.tenantId]);
    return rows.map(({ id }) => id);
  });
  const ids = [...Object.values(hostile.work), hostile.collectorId, hostile.probeId, ...made];
  const shown = new Set<string>();
  const failed: string[] = [];
  for (const { method, path } of all) {
    if (method !== "GET" || !path.startsWith("/tenants/") || path.endsWith("/live")) continue;
    const own = path.replace("/tenants/{tenantId}", "");
    for (const id of own.includes("{") ? ids : [""]) {
      const address = `${own.replaceAll(/\{\w+\}/g, id)}?${queries[own] ?? ""}`;
      const reply = await readAs("GET", address);
      if (reply.statusCode === 200) shown.add(own);
      if (reply.statusCode >= 500) failed.push(`${address}: ${reply.body}`);
    }
  }
  assert.deepEqual(failed, []);
  assert.ok(shown.size > 40, [...shown].join(" "));
});
