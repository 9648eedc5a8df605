import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { listScansForOperators } from "./list-scans-for-operators.ts";
import { offerRuns } from "./offer-runs.ts";
import { readRun, readRunOutcome } from "./read-run.ts";
import { requestRun } from "./request-run.ts";
import { insertRunHosts } from "./run-host.queries.ts";

const { database, admin } = await createTestDatabase();
const now = 1_700_000_000_000;

/** Writes to the database past row-level security. */
async function write(sql: string, values: unknown[]): Promise<void> {
  await withClient(admin, undefined, (client) => client.query(sql, values));
}

/** A tenant with a run that its probe has taken. */
async function runUnderWay() {
  const place = await seedScanPlace(database, now - 1000);
  const { tenantId, probeId } = place;
  const context = operatorOf(database, tenantId, () => now);
  const { name } = await seedScan(database, place);
  const { runId } = await requestRun(context, { name });
  await offerRuns(database, { tenantId, probeId, holding: [], progress: [], now: now + 10 });
  return { ...place, context, runId, name };
}

test("a run is shown with its scan, its site and its probe, to its own tenant alone", async () => {
  const { context, runId, name, probeId } = await runUnderWay();
  assert.deepEqual(await readRun(context, runId), {
    id: runId,
    scanName: name,
    siteName: "HQ",
    scanType: "full",
    state: "running",
    stopRequested: false,
    requestedBy: "root@test",
    attempts: 1,
    progress: null,
    error: null,
    createdAt: now,
    startedAt: now + 10,
    finishedAt: null,
    probe: { name: `probe ${probeId}`, status: "active", lastSeenAt: now - 1000 },
  });
  const stranger = await runUnderWay();
  await assert.rejects(readRun(stranger.context, runId), /no such run/);
  const { figures, leftOut } = await readRunOutcome(stranger.context, runId);
  assert.deepEqual([figures.up, leftOut], [0, []]);
});

test("what a run found is counted, and what other runs found is not", async () => {
  const { context, runId, tenantId, siteId } = await runUnderWay();
  const assetIds = [newId(), newId()];
  const reportedAt = [now + 100, now + 200];
  for (const [i, id] of assetIds.entries()) {
    await write(
      `insert into assets (tenant_id, id, ip, site_id, first_seen_at, last_seen_at) values ($1, $2, $3, $4, 0, 0)`,
      [tenantId, id, `10.0.0.${i}`, siteId],
    );
  }
  const ports = { tcpPorts: "1-100", udpPorts: null, unsettledPorts: [], expectedNames: [] };
  const host = (i: number) => ({
    runId,
    address: `10.0.0.${i}`,
    outcome: "up" as const,
    reason: null,
    assetId: assetIds[i] ?? null,
    ...ports,
    takenAt: now + 300,
    finishedAt: reportedAt[i] ?? now,
  });
  const others = [
    { ...host(7), outcome: "down" as const },
    { ...host(8), outcome: "skipped" as const, reason: "a printer" },
    { ...host(9), outcome: "dropped" as const, reason: "it stopped answering" },
  ];
  await database.transaction(tenantId, (tx) =>
    insertRunHosts(tx, tenantId, [host(0), host(1), ...others]),
  );
  const service = `insert into services (tenant_id, asset_id, protocol, port, confidence, facts, first_seen_at, last_seen_at)
    values ($1, $2, $3, $4, 80, '{}', 0, $5)`;
  await write(service, [tenantId, assetIds[0], "tcp", 80, reportedAt[0]]);
  await write(service, [tenantId, assetIds[0], "udp", 53, reportedAt[0]]);
  await write(service, [tenantId, assetIds[1], "tcp", 22, reportedAt[1]]);
  await write(service, [tenantId, assetIds[1], "tcp", 23, now - 5000]);
  const findingId = newId();
  await write(
    `insert into findings (tenant_id, id, asset_id, protocol, port, weakness, title, remediation, severity,
       severity_rank, confidence, risk_score, risk_factors, status_at, first_seen_at, last_seen_at)
     values ($1, $2, $3, 'tcp', 80, 'CVE-2026-1', 't', 'r', 'LOW', 3, 80, 1, '{}', 0, 0, 0)`,
    [tenantId, findingId, assetIds[0]],
  );
  const event = `insert into finding_events (tenant_id, finding_id, id, at, from_status, to_status, actor_kind, actor_name)
    values ($1, $2, $3, $4, $5, $6, $7, 'somebody')`;
  const saw = (at: number | undefined, from: string | null, to: string, kind = "system") =>
    write(event, [tenantId, findingId, newId(), at, from, to, kind]);
  await saw(now - 5000, null, "open");
  await saw(reportedAt[0], "resolved", "open");
  await saw(reportedAt[0], "open", "accepted", "api_key");
  await saw(reportedAt[0], "open", "resolved");
  const { figures, leftOut } = await readRunOutcome(context, runId);
  assert.deepEqual(figures, {
    up: 2,
    down: 1,
    skipped: 1,
    dropped: 1,
    openPorts: 3,
    opened: 1,
    resolved: 1,
  });
  assert.deepEqual(
    leftOut.map(({ address, outcome, reason }) => [address, outcome, reason]),
    [
      ["10.0.0.8", "skipped", "a printer"],
      ["10.0.0.9", "dropped", "it stopped answering"],
    ],
  );
});

test("operators see every scan with its latest run, and no other tenant's", async () => {
  const { context, runId, name, probeId } = await runUnderWay();
  const scans = await listScansForOperators(context);
  assert.deepEqual(
    scans.map((scan) => [
      scan.name,
      scan.siteName,
      scan.probeName,
      scan.latestRunId,
      scan.latestRunState,
    ]),
    [[name, "HQ", `probe ${probeId}`, runId, "running"]],
  );
});
