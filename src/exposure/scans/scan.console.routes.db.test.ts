import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createLiveHub } from "#platform/live";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { offerRuns } from "./offer-runs.ts";
import { requestRun } from "./request-run.ts";
import { insertRunHosts } from "./run-host.queries.ts";

const { database, admin } = await createTestDatabase();
const app = await createConsoleApp(database);
const missing = newId();
const heardWithin = { timeoutMs: 10_000, what: "the run is announced" };

/** A tenant with a site of a company, a scan that its probe has begun, and its people. */
async function seedScans() {
  const place = await seedScanPlace(database);
  const { tenantId, siteId, probeId } = place;
  const companyId = newId();
  await withClient(admin, undefined, async (client) => {
    const company =
      "insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)";
    await client.query(company, [tenantId, companyId]);
    const site = "update sites set company_id = $2 where tenant_id = $1";
    await client.query(site, [tenantId, companyId]);
  });
  const scan = await seedScan(database, place, {
    name: "HQ nightly",
    schedule: "0 3 * * *",
    nextRunAt: 5,
  });
  const idle = await seedScan(database, place, { name: "by hand" });
  const context = operatorOf(database, tenantId, Date.now);
  const { runId } = await requestRun(context, { name: scan.name });
  await offerRuns(database, { tenantId, probeId, holding: [], progress: [], now: Date.now() });
  const host = {
    runId,
    tcpPorts: null,
    udpPorts: null,
    unsettledPorts: [],
    expectedNames: [],
    takenAt: 1,
    finishedAt: 1,
  };
  await database.transaction(tenantId, (tx) =>
    insertRunHosts(tx, tenantId, [
      { ...host, address: "10.0.0.9", outcome: "up", reason: null, assetId: null },
      {
        ...host,
        address: "10.0.0.10",
        outcome: "skipped",
        reason: "It is a printer.",
        assetId: null,
      },
    ]),
  );
  const as = async (role: "operator" | "viewer", companies: string[] | null = null) =>
    askConsole(app, tenantId, await seedMember(database, tenantId, role, companies));
  return { ...place, companyId, scan, idle, runId, siteId, as };
}

const seeded = await seedScans();
const operator = await seeded.as("operator");

test("scans are listed with their latest run, filtered and sorted", async () => {
  const all = (await operator("GET", "/scans?sort=-name")).json();
  assert.deepEqual(
    [all.total, all.items.map(({ name }: { name: string }) => name)],
    [2, ["HQ nightly", "by hand"]],
  );
  const [first] = all.items;
  assert.equal(first.latestRun.id, seeded.runId);
  assert.equal(first.latestRun.state, "running");
  assert.equal(first.siteName, "HQ");
  const totalOf = async (query: string) => (await operator("GET", `/scans?${query}`)).json().total;
  assert.equal(await totalOf("q=night"), 1);
  assert.equal(await totalOf("state=never"), 1);
  assert.equal(await totalOf("state=running,never"), 2);
  assert.equal(await totalOf("type=discovery"), 0);
  assert.equal(await totalOf(`siteId=${seeded.siteId}`), 2);
  assert.equal(await totalOf(`siteId=${missing}`), 0);
});

test("one scan tells its settings and its next three runs", async () => {
  const scan = (await operator("GET", `/scans/${seeded.scan.id}`)).json();
  assert.equal(scan.settings.tcpPorts, "top-1000");
  assert.equal(scan.nextRuns.length, 3);
  assert.ok(scan.nextRuns.every((at: number) => new Date(at).getUTCHours() === 3));
  const idle = (await operator("GET", `/scans/${seeded.idle.id}`)).json();
  assert.deepEqual([idle.nextRuns, idle.latestRun], [[], null]);
});

test("a scan is run, its run is followed and stopped, and each step is announced", async () => {
  const { tenantId, as, idle, probeId, runId: begun } = await seedScans();
  const mine = await as("operator");
  const hub = await createLiveHub(database);
  const heard: (readonly string[] | null)[] = [];
  hub.watch(tenantId, ({ topic, ids }) => {
    if (topic === "scan_runs") heard.push(ids);
  });
  const { runId, isNew } = (await mine("POST", `/scans/${idle.id}/run`)).json();
  assert.equal(isNew, true);
  await until(() => heard.some((ids) => ids?.includes(runId)), heardWithin);
  assert.deepEqual((await mine("POST", `/scans/${idle.id}/run`)).json(), { runId, isNew: false });

  const progress = {
    phase: "ports",
    hostsTotal: 4,
    hostsDone: 1,
    hostsUp: 1,
    openPorts: 2,
    percent: 25,
  } as const;
  await offerRuns(database, {
    tenantId,
    probeId,
    holding: [begun],
    progress: [{ id: begun, progress }],
    now: Date.now(),
  });
  await until(() => heard.some((ids) => ids?.includes(begun)), heardWithin);
  const run = (await mine("GET", `/scan-runs/${begun}`)).json();
  assert.deepEqual([run.state, run.progress], ["running", progress]);
  assert.deepEqual(run.targets, ["127.0.0.1"]);

  const stopping = await mine("POST", `/scan-runs/${begun}/stop`);
  assert.deepEqual(stopping.json(), { outcome: "stopping" });
  assert.equal((await mine("GET", `/scan-runs/${begun}`)).json().stopRequested, true);
  const stopped = await mine("POST", `/scan-runs/${runId}/stop`);
  assert.deepEqual(stopped.json(), { outcome: "stopped" });
  await hub.close();
});

test("what became of each host of a run is listed with the reason", async () => {
  const hosts = (await operator("GET", `/scan-runs/${seeded.runId}/hosts`)).json();
  assert.deepEqual(
    hosts.items.map(({ id, outcome, reason }: Record<string, unknown>) => [id, outcome, reason]),
    [
      ["10.0.0.9", "up", null],
      ["10.0.0.10", "skipped", "It is a printer."],
    ],
  );
  const some = (
    await operator("GET", `/scan-runs/${seeded.runId}/hosts?outcome=skipped&q=print`)
  ).json();
  assert.equal(some.total, 1);
  const figures = (await operator("GET", `/scan-runs/${seeded.runId}/figures`)).json();
  assert.deepEqual([figures.up, figures.skipped, figures.opened], [1, 1, 0]);
});

test("runs are listed by scan, site and state", async () => {
  const totalOf = async (query: string) =>
    (await operator("GET", `/scan-runs?${query}`)).json().total;
  assert.equal(await totalOf(""), 1);
  assert.equal(await totalOf(`scanId=${seeded.scan.id}`), 1);
  assert.equal(await totalOf(`scanId=${seeded.idle.id}`), 0);
  assert.equal(await totalOf("scanId=nothing"), 0);
  assert.equal(await totalOf("state=completed,failed"), 0);
  assert.equal(await totalOf("state=running&sort=duration"), 1);
});

const reads = [
  "/scans",
  `/scans/${seeded.scan.id}`,
  "/scan-runs",
  `/scan-runs/${seeded.runId}`,
  `/scan-runs/${seeded.runId}/figures`,
  `/scan-runs/${seeded.runId}/hosts`,
];

test("a viewer looks and changes nothing; one of other companies sees nothing of it", async () => {
  const viewer = await seeded.as("viewer");
  const theirs = await seeded.as("viewer", [seeded.companyId]);
  const others = await seeded.as("viewer", [newId()]);
  for (const path of reads) {
    assert.equal((await viewer("GET", path)).statusCode, 200, path);
    assert.equal((await theirs("GET", path)).statusCode, 200, path);
    const reply = await others("GET", path);
    if (reply.statusCode === 200) assert.equal(reply.json().total, 0, path);
    else assert.equal(reply.statusCode, 404, path);
  }
  for (const path of [`/scans/${seeded.scan.id}/run`, `/scan-runs/${seeded.runId}/stop`]) {
    assert.equal((await viewer("POST", path)).statusCode, 403, path);
  }
  assert.equal((await viewer("GET", "/network-suggestions")).statusCode, 403);
  assert.equal((await operator("GET", "/network-suggestions")).statusCode, 200);
});

test("another tenant's scans and runs are not there", async () => {
  const { tenantId } = await seedTenant(database);
  const stranger = askConsole(app, tenantId, await seedMember(database, tenantId, "owner"));
  for (const path of [
    ...reads.slice(1, 2),
    ...reads.slice(3),
    `/scans/${missing}`,
    "/scans/x",
    "/scan-runs/x",
  ]) {
    assert.equal((await stranger("GET", path)).statusCode, 404, path);
  }
  assert.equal((await stranger("POST", `/scans/${seeded.scan.id}/run`)).statusCode, 404);
  assert.equal((await stranger("POST", `/scan-runs/${seeded.runId}/stop`)).statusCode, 404);
  assert.equal((await stranger("GET", "/scan-runs")).json().total, 0);
});

test("parameters that cannot be used are refused", async () => {
  for (const path of [
    "/scans?sort=secret",
    "/scans?type=all",
    "/scans?siteId=x",
    "/scans?limit=-1",
    "/scan-runs?state=no",
    `/scan-runs/${seeded.runId}/hosts?outcome=x`,
  ]) {
    assert.equal((await operator("GET", path)).statusCode, 400, path);
  }
});

test("a schedule is shown by its next times, or by what is wrong with it", async () => {
  const preview = async (query: string) =>
    (await operator("GET", `/schedule-preview?${query}`)).json();
  const good = await preview(`schedule=${encodeURIComponent("30 2 * * 1")}&timezone=Europe/Berlin`);
  assert.deepEqual([good.fault, good.next.length], [null, 3]);
  assert.match((await preview("schedule=often")).fault, /is no schedule/);
  assert.match((await preview("schedule=x&timezone=Mars")).fault, /no time zone/);
});
