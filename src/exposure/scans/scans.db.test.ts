import assert from "node:assert/strict";
import { test } from "node:test";
import { queuedForMs, silentAfterMs } from "#exposure/hand-outs";
import { newId } from "#lib/ids";
import { type Database, openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { until } from "#test/until";
import { endRun, findRunForReports } from "./end-run.ts";
import { failSilentRuns } from "./fail-silent-runs.ts";
import { type RunCheckIn, offerRuns } from "./offer-runs.ts";
import { requestRun } from "./request-run.ts";
import { type RunHost, insertRunHosts, listRunHosts, runHostKey } from "./run-host.queries.ts";
import { type RunEnd, mostKept } from "./run.ts";
import { startDueScans } from "./start-due-scans.ts";
import { stopRun } from "./stop-run.ts";

const { database, admin, connection } = await createTestDatabase();
const log = createLog("silent", "test");
const start = Date.parse("2026-11-20T00:00:00Z");
const hour = 3_600_000;
let now = start;

/** Looks at the database past row-level security. */
async function rows(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
}

async function runsOf(scanId: string) {
  return rows(
    `select id, state, attempts, error, requested_by, created_at::float8, finished_at::float8
     from scan_runs where scan_id = $1 order by created_at, id`,
    [scanId],
  );
}

async function historyOf(scanId: string) {
  const [row] = await rows(
    `select last_run_at::float8, last_attempt_at::float8, next_run_at::float8, last_error from scans where id = $1`,
    [scanId],
  );
  assert.ok(row);
  return row;
}

const startDue = (on: Database = database) => startDueScans({ database: on, log, now: () => now });
const ask = (place: ScanPlace, name: string) =>
  requestRun(
    operatorOf(database, place.tenantId, () => now),
    { name },
  );
const stop = (place: ScanPlace, runId: string) =>
  stopRun(
    operatorOf(database, place.tenantId, () => now),
    runId,
  );

async function checkIn(place: ScanPlace, said: Partial<RunCheckIn> = {}) {
  const { tenantId, probeId } = place;
  await rows("update probes set last_seen_at = $2 where id = $1", [probeId, now]);
  const { jobs, stop: toStop } = await offerRuns(database, {
    tenantId,
    probeId,
    holding: [],
    progress: [],
    now,
    ...said,
  });
  return { jobs, stop: toStop };
}

async function end(place: ScanPlace, runId: string, said: Partial<RunEnd> = {}): Promise<boolean> {
  const { tenantId, probeId } = place;
  return database.transaction(tenantId, async (tx) => {
    const [run] = await findRunForReports(tx, tenantId, probeId, [runId]);
    assert.ok(run);
    const ending = { outcome: "completed", at: now, error: null, progress: null, ...said } as const;
    return endRun(tx, { tenantId, runId: run.id, end: ending, now });
  });
}

function host(runId: string, address: string, more: Partial<RunHost> = {}): RunHost {
  const ports = { tcpPorts: "1-1000", udpPorts: null, unsettledPorts: ["tcp/443", 'a,"b}'] };
  const expectedNames = ["a.test", "10.0.0.1"];
  const times = { takenAt: now, finishedAt: now };
  return {
    runId,
    address,
    outcome: "up",
    reason: null,
    assetId: null,
    ...ports,
    expectedNames,
    ...times,
    ...more,
  };
}

test("a scan that is due is queued once, and its next time is worked out in its zone", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const nightly = { schedule: "30 2 * * *", timeZone: "Europe/Berlin", nextRunAt: start };
  const { id } = await seedScan(database, place, nightly);
  await startDue();
  await startDue();
  const [run, ...others] = await runsOf(id);
  assert.deepEqual(others, []);
  assert.deepEqual([run?.["state"], run?.["requested_by"]], ["queued", "schedule"]);
  assert.deepEqual(await historyOf(id), {
    last_run_at: null,
    last_attempt_at: start,
    next_run_at: Date.parse("2026-11-20T01:30:00Z"),
    last_error: null,
  });
});

test("runs that were missed while the server was away are made up for by one", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id } = await seedScan(database, place, { schedule: "0 * * * *", nextRunAt: start });
  now = start + 10.5 * hour;
  await startDue();
  await startDue();
  assert.equal((await runsOf(id)).length, 1);
  assert.equal((await historyOf(id))["next_run_at"], start + 11 * hour);
});

test("a scan that rests, or has no schedule, is never due", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const rests = await seedScan(database, place, {
    schedule: "* * * * *",
    enabled: false,
    nextRunAt: start - 1,
  });
  const byHand = await seedScan(database, place);
  now = start + 48 * hour;
  await startDue();
  assert.deepEqual([await runsOf(rests.id), await runsOf(byHand.id)], [[], []]);
});

test("of replicas that find the same scans due at the same time, one queues each of them", async (t) => {
  now = start;
  const place = await seedScanPlace(database);
  const scans = [];
  for (let i = 0; i < 20; i += 1) {
    scans.push(await seedScan(database, place, { schedule: "0 0 * * *", nextRunAt: start }));
  }
  const other = await openDatabase(connection, { log, poolSize: 4 });
  t.after(() => other.close());
  await Promise.all([startDue(), startDue(other), startDue(), startDue(other)]);
  for (const { id } of scans) {
    assert.equal((await runsOf(id)).length, 1);
    assert.equal((await historyOf(id))["last_error"], null, "none of them thought it skipped");
  }
});

test("a time that comes while a run is open is skipped, and the scan says why until that run is done", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id } = await seedScan(database, place, { schedule: "0 * * * *", nextRunAt: start });
  await startDue();
  now = start + hour;
  await startDue();
  assert.deepEqual(await historyOf(id), {
    last_run_at: null,
    last_attempt_at: start + hour,
    next_run_at: start + 2 * hour,
    last_error:
      "The run due at 2026-11-20 01:00 UTC was skipped: the run before it still waits for its probe.",
  });
  const { jobs } = await checkIn(place);
  const began = now;
  now = start + 2 * hour;
  await startDue();
  assert.match(String((await historyOf(id))["last_error"]), /02:00 .* is still under way\.$/);
  assert.equal((await runsOf(id)).length, 1);
  await end(place, jobs[0]?.runId ?? "");
  assert.deepEqual(await historyOf(id), {
    last_run_at: began,
    last_attempt_at: start + 2 * hour,
    next_run_at: start + 3 * hour,
    last_error: null,
  });
});

test("a schedule that is no longer understood rests with the reason, and holds up no other", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const odd = await seedScan(database, place, {
    schedule: "0 * * * *",
    timeZone: "Mars/Olympus",
    nextRunAt: start - 1,
  });
  const fine = await seedScan(database, place, { schedule: "0 * * * *", nextRunAt: start });
  await startDue();
  assert.equal((await runsOf(fine.id)).length, 1);
  const history = await historyOf(odd.id);
  assert.equal(history["next_run_at"], null);
  assert.match(String(history["last_error"]), /"Mars\/Olympus" is no time zone/);
});

test("a scan that cannot be queued stays due, and holds up no other", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const broken = await seedScan(database, place, { schedule: "0 * * * *", nextRunAt: start - 1 });
  const fine = await seedScan(database, place, { schedule: "0 * * * *", nextRunAt: start });
  const name = "refuse_one_scan";
  await rows(`alter table scan_runs add constraint ${name} check (scan_id <> '${broken.id}')`, []);
  await startDue();
  assert.deepEqual([(await runsOf(broken.id)).length, (await runsOf(fine.id)).length], [0, 1]);
  assert.equal((await historyOf(broken.id))["next_run_at"], start - 1);
  await rows(`alter table scan_runs drop constraint ${name}`, []);
  await startDue();
  assert.equal((await runsOf(broken.id)).length, 1);
});

test("who asks for a run gets it, or the one that is open, and leaves a trace", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const asked = await Promise.all([ask(place, name), ask(place, name), ask(place, name)]);
  assert.equal(new Set(asked.map(({ runId }) => runId)).size, 1);
  assert.equal(asked.filter(({ isNew }) => isNew).length, 1);
  const [run] = await runsOf(id);
  assert.deepEqual([run?.["id"], run?.["requested_by"]], [asked[0]?.runId, "root@test"]);
  assert.equal((await historyOf(id))["last_attempt_at"], start);
  const audit = await rows("select action, detail from audit_log where tenant_id = $1", [
    place.tenantId,
  ]);
  assert.deepEqual(audit, [{ action: "scan.run", detail: { name, runId: asked[0]?.runId } }]);
  await assert.rejects(ask(place, "nobody"), /There is no scan named "nobody"/);
  const reader = operatorOf(database, place.tenantId, () => now);
  await assert.rejects(requestRun({ ...reader, scopes: ["read"] }, { name }), /may only read/);
});

test("a probe hears at once that a run waits for it, or is to be stopped", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  const heard: string[] = [];
  const subscription = await database.listen("vedette_scan_runs", (payload) => heard.push(payload));
  const { runId } = await ask(place, name);
  await until(() => heard.length === 1, { what: "the run is announced" });
  await checkIn(place);
  await stop(place, runId);
  await until(() => heard.length === 2, { what: "the stop is announced" });
  assert.deepEqual(heard, [place.probeId, place.probeId]);
  await subscription.close();
});

test("a run is handed out with its whole spec as it was when it was asked for, and only to its probe", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await rows("update scans set targets = '{10.0.0.1}' where id = $1", [id]);
  assert.deepEqual(await checkIn({ ...place, probeId: newId() }), { jobs: [], stop: [] });
  const { jobs } = await checkIn(place);
  const spec = {
    scanType: "full",
    targets: ["127.0.0.1"],
    exclude: [],
    tcpPorts: "top-1000",
    udpPorts: null,
    budget: { perHostPerSec: 50, perSubnetPerSec: 2000, totalPerSec: 5000 },
    connectTimeoutMs: 1000,
    includeFragile: false,
    allowNmap: true,
  };
  assert.deepEqual(jobs, [{ runId, scanName: name, spec, done: [] }]);
  assert.deepEqual(await checkIn(place, { holding: [runId] }), { jobs: [], stop: [] });
});

test("two check-ins at once get a run once", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  await ask(place, name);
  const replies = await Promise.all([checkIn(place), checkIn(place), checkIn(place)]);
  const [run] = await runsOf(id);
  // One that comes after another was served finds a run that is not held, and gets it again: never more than that.
  assert.equal(replies.flatMap(({ jobs }) => jobs).length, run?.["attempts"]);
});

test("a probe gets one run after another, the oldest first", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const asked = [];
  for (let i = 0; i < 3; i += 1) {
    now += 1000;
    asked.push((await ask(place, (await seedScan(database, place)).name)).runId);
  }
  const first = (await checkIn(place)).jobs.map(({ runId }) => runId);
  assert.deepEqual(first, asked.slice(0, 1));
  assert.deepEqual(await checkIn(place, { holding: first }), { jobs: [], stop: [] });
  await end(place, asked[0] ?? "");
  assert.deepEqual((await checkIn(place, { holding: first })).jobs, [], "its messages wait still");
  const next = await checkIn(place);
  assert.deepEqual(
    next.jobs.map(({ runId }) => runId),
    asked.slice(1, 2),
  );
});

test("a run that its probe lost is handed out again with what is done, and given up at the third loss in vain", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  await database.transaction(place.tenantId, (tx) =>
    insertRunHosts(tx, place.tenantId, [
      host(runId, "127.0.0.9"),
      host(runId, "fd00:0::1", { outcome: "down" }),
    ]),
  );
  const again = await checkIn(place);
  assert.deepEqual(again.jobs[0]?.done, ["127.0.0.9", "fd00::1"]);
  // As many restarts as there are: each time one more host was done.
  for (const address of ["127.0.0.10", "127.0.0.11", "127.0.0.12"]) {
    await database.transaction(place.tenantId, (tx) =>
      insertRunHosts(tx, place.tenantId, [host(runId, address)]),
    );
    assert.equal((await checkIn(place)).jobs.length, 1, address);
  }
  assert.equal((await checkIn(place)).jobs.length, 1);
  assert.equal((await checkIn(place)).jobs.length, 1);
  now += 1000;
  assert.deepEqual(await checkIn(place), { jobs: [], stop: [] });
  const sentence =
    "The probe took up the scan 3 times and lost it each time before one more host was done; its log says why.";
  const [run] = await runsOf(id);
  assert.deepEqual(
    [run?.["state"], run?.["error"], run?.["finished_at"]],
    ["failed", sentence, now],
  );
  assert.equal((await historyOf(id))["last_error"], sentence);
});

test("progress is kept while a run is under way, and not for other probes' or ended runs", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  const progress = {
    phase: "ports",
    hostsTotal: 256,
    hostsDone: 3,
    hostsUp: 2,
    openPorts: 9,
    percent: 12.5,
  } as const;
  const kept = async () => (await rows("select progress from scan_runs where id = $1", [runId]))[0];
  const stranger = await seedScanPlace(database);
  await checkIn(stranger, { holding: [runId], progress: [{ id: runId, progress }] });
  assert.deepEqual(await kept(), { progress: null });
  await checkIn(place, { holding: [runId], progress: [{ id: runId, progress }] });
  assert.deepEqual(await kept(), { progress });
  const last = { ...progress, percent: 100, hostsDone: 256 };
  await end(place, runId, { progress: last });
  await checkIn(place, { holding: [runId], progress: [{ id: runId, progress }] });
  assert.deepEqual(await kept(), { progress: last });
});

test("an end is told once, in the words of the probe, without what does not belong on a terminal", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  now = start + hour;
  const failed = {
    outcome: "failed",
    error: "no\u001b[31m route\nto host",
    at: now + hour,
  } as const;
  assert.equal(await end(place, runId, failed), true);
  assert.equal(await end(place, runId), false);
  const [run] = await runsOf(id);
  assert.deepEqual(
    [run?.["state"], run?.["error"], run?.["finished_at"]],
    ["failed", "no [31m route to host", now],
  );
  assert.deepEqual(await historyOf(id), {
    last_run_at: null,
    last_attempt_at: start,
    next_run_at: null,
    last_error: "no [31m route to host",
  });
});

test("a run is stopped at once while it waits, and by its probe while it is under way", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const waiting = await ask(place, name);
  assert.equal(await stop(place, waiting.runId), "stopped");
  assert.equal(await stop(place, waiting.runId), "ended");
  assert.deepEqual(await checkIn(place), { jobs: [], stop: [] });
  now += 1000;
  const running = await ask(place, name);
  await checkIn(place);
  assert.equal(await stop(place, running.runId), "stopping");
  assert.equal(await stop(place, running.runId), "stopping");
  assert.deepEqual(await checkIn(place, { holding: [running.runId] }), {
    jobs: [],
    stop: [running.runId],
  });
  await end(place, running.runId, { outcome: "stopped" });
  const states = (await runsOf(id)).map(({ state }) => state);
  assert.deepEqual(states, ["stopped", "stopped"]);
  assert.equal((await historyOf(id))["last_error"], "The run was stopped before it was done.");
  await assert.rejects(stop(place, newId()), /no such run/);
});

test("a run that was to be stopped and that its probe has lost is not handed out again", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  await stop(place, runId);
  assert.deepEqual(await checkIn(place), { jobs: [], stop: [] });
  assert.equal((await runsOf(id))[0]?.["state"], "stopped");
});

test("of a scan the newest 400 runs are kept, with what became of their hosts", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const scan = await seedScan(database, place);
  const other = await seedScan(database, place);
  for (const { id } of [scan, other]) {
    await rows(
      `insert into scan_runs (tenant_id, id, scan_id, site_id, probe_id, spec, state, requested_by, created_at, finished_at)
       select $1, gen_random_uuid(), $2, $3, $4, '{}', 'completed', 'schedule', n, n
       from generate_series(1, $5::int) as n`,
      [place.tenantId, id, place.siteId, place.probeId, mostKept + 5],
    );
  }
  await rows(
    `insert into scan_run_hosts (tenant_id, run_id, address, outcome, taken_at, finished_at)
     select tenant_id, id, '192.0.2.1', 'up', created_at, created_at from scan_runs where scan_id = $1`,
    [scan.id],
  );
  const { runId } = await ask(place, scan.name);
  const kept = await runsOf(scan.id);
  assert.equal(kept.length, mostKept);
  assert.deepEqual([kept[0]?.["created_at"], kept.at(-1)?.["id"]], [7, runId]);
  const hosts = await rows("select from scan_run_hosts where tenant_id = $1", [place.tenantId]);
  assert.equal(hosts.length, mostKept - 1);
  assert.equal((await runsOf(other.id)).length, mostKept + 5, "when it runs again");
});

test("a probe is told to stop what is gone with its scan, and what it was not told in time", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  await rows("delete from scans where id = $1", [id]);
  assert.deepEqual(await checkIn(place, { holding: [runId] }), { jobs: [], stop: [runId] });
});

test("a run is given up when its probe is silent for 15 minutes, and lives on when the probe comes back", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const { runId } = await ask(place, name);
  await checkIn(place);
  now = start + silentAfterMs;
  await failSilentRuns({ database, log, now: () => now });
  assert.equal((await runsOf(id))[0]?.["state"], "running");
  now += 1;
  await failSilentRuns({ database, log, now: () => now });
  assert.equal((await runsOf(id))[0]?.["state"], "failed");
  assert.match(
    String((await historyOf(id))["last_error"]),
    /^The probe ".+" was not heard of for 15 minutes while it scanned\.$/,
  );
  assert.deepEqual(await checkIn(place, { holding: [runId] }), { jobs: [], stop: [] });
  const [run] = await runsOf(id);
  assert.deepEqual([run?.["state"], run?.["error"], run?.["finished_at"]], ["running", null, null]);
  await end(place, runId);
  assert.equal((await historyOf(id))["last_error"], null);
});

test("a run that was given up ends as its probe says, but does not cover up what came after it", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  const old = await ask(place, name);
  await checkIn(place);
  now = start + 2 * hour;
  await failSilentRuns({ database, log, now: () => now });
  const fresh = await ask(place, name);
  assert.deepEqual(await checkIn(place, { holding: [old.runId] }), { jobs: [], stop: [old.runId] });
  assert.equal((await checkIn(place)).jobs[0]?.runId, fresh.runId);
  await end(place, fresh.runId, { outcome: "failed", error: "later and worse" });
  await end(place, old.runId);
  assert.deepEqual(
    (await runsOf(id)).map(({ state }) => state),
    ["completed", "failed"],
  );
  assert.deepEqual(await historyOf(id), {
    last_run_at: start,
    last_attempt_at: start + 2 * hour,
    next_run_at: null,
    last_error: "later and worse",
  });
});

test("runs of a probe that is gone are given up, those that wait for it too", async () => {
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  await ask(place, name);
  await rows("update scan_runs set probe_id = $2 where scan_id = $1", [id, newId()]);
  await failSilentRuns({ database, log, now: () => now });
  const [run] = await runsOf(id);
  assert.deepEqual(
    [run?.["state"], run?.["error"]],
    ["failed", "The probe that was to do it was removed."],
  );
});

test("a run waits a day for a probe that is away, and for one that is there as long as it takes", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { id, name } = await seedScan(database, place);
  await ask(place, name);
  const seen = (at: number) =>
    rows("update probes set last_seen_at = $2 where id = $1", [place.probeId, at]);
  await seen(start - hour);
  now = start + queuedForMs;
  await failSilentRuns({ database, log, now: () => now });
  assert.equal((await runsOf(id))[0]?.["state"], "queued");
  now += 1;
  await seen(now - hour);
  await failSilentRuns({ database, log, now: () => now });
  assert.equal((await runsOf(id))[0]?.["state"], "queued");
  await seen(start - hour);
  await failSilentRuns({ database, log, now: () => now });
  const [run] = await runsOf(id);
  assert.equal(run?.["state"], "failed");
  assert.match(String(run["error"]), /^The probe ".+" did not take it up within 24 hours\.$/);
  assert.equal((await historyOf(id))["last_error"], run["error"]);
});

test("a host of a run is taken in once, the first word counts, in whatever form its address comes", async () => {
  now = start;
  const place = await seedScanPlace(database);
  const { tenantId } = place;
  const { runId } = await ask(place, (await seedScan(database, place)).name);
  const insert = (hosts: RunHost[]) =>
    database.transaction(tenantId, (tx) => insertRunHosts(tx, tenantId, hosts));
  assert.deepEqual(await insert([]), new Set());
  const skipped = host(runId, "10.0.0.2", { outcome: "skipped", reason: "a printer" });
  const fresh = await insert([
    host(runId, "10.0.0.1"),
    host(runId, "FD00:0:0::1"),
    host(runId, "10.0.0.1", { outcome: "down" }),
    skipped,
  ]);
  assert.deepEqual(
    fresh,
    new Set([
      runHostKey({ runId, address: "10.0.0.1" }),
      `${runId} FD00:0:0::1`,
      `${runId} 10.0.0.2`,
    ]),
  );
  const again = await insert([
    host(runId, "fd00::1", { outcome: "down" }),
    host(runId, "10.0.0.3"),
  ]);
  assert.deepEqual(again, new Set([`${runId} 10.0.0.3`]));
  const known = await listRunHosts(database.forTenant(tenantId), tenantId, runId);
  assert.deepEqual(
    known.map(({ address, outcome }) => [address, outcome]),
    [
      ["10.0.0.1", "up"],
      ["10.0.0.2", "skipped"],
      ["10.0.0.3", "up"],
      ["fd00::1", "up"],
    ],
  );
  assert.deepEqual(known[0], host(runId, "10.0.0.1"));
  assert.deepEqual(known[1], skipped);
});

test("reports find their runs, and none of another probe or tenant", async () => {
  const place = await seedScanPlace(database);
  const { tenantId, probeId } = place;
  const { runId } = await ask(place, (await seedScan(database, place)).name);
  const find = (tenant: string, probe: string) =>
    database.transaction(tenant, (tx) =>
      findRunForReports(tx, tenant, probe, [runId, runId, newId()]),
    );
  const [run, ...others] = await find(tenantId, probeId);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [run?.id, run?.siteId, run?.state, run?.spec.targets],
    [runId, place.siteId, "queued", ["127.0.0.1"]],
  );
  const other = await seedScanPlace(database);
  assert.deepEqual(await find(tenantId, newId()), []);
  assert.deepEqual(await find(other.tenantId, probeId), []);
});
