import { nextRunOf } from "#exposure/schedules";
import { newId } from "#lib/ids";
import type { Database, Tx } from "#platform/db";
import { announce } from "#platform/live";
import type { Log } from "#platform/log";
import { insertRun, lockOpenRun } from "./run.queries.ts";
import {
  type DueScan,
  listDueScans,
  lockDueScan,
  updateAttempted,
  updateNextRun,
} from "./scan.queries.ts";
import { specOf } from "./scan.ts";

interface Deps {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}

/**
 * Queues a run of every scan that is due, and sets when it is due next: later than now, so that runs that were missed
 * while the server was away are made up for once. A scan whose run before is still open is not queued; its `lastError`
 * says so. Safe to do on several replicas at once.
 */
export async function startDueScans({ database, log, now }: Deps): Promise<void> {
  for (const { tenantId, id } of await listDueScans(database.system, now())) {
    try {
      const skipped = await database.transaction(tenantId, async (tx) => {
        const open = await lockOpenRun(tx, tenantId, id);
        const scan = await lockDueScan(tx, tenantId, id, now());
        return scan === null ? null : start(tx, tenantId, scan, open?.state ?? null, now());
      });
      if (skipped !== null) log.warn({ tenantId, scanId: id }, skipped);
    } catch (error) {
      // It stays due, and must not hold up those behind it for ever.
      log.error({ err: error, tenantId, scanId: id }, "a scan that is due could not be started");
    }
  }
}

/** @returns why it was not queued, a sentence; `null` when it was. */
async function start(
  tx: Tx,
  tenantId: string,
  scan: DueScan,
  open: "queued" | "running" | null,
  now: number,
): Promise<string | null> {
  const next = nextRunOf(scan, now);
  await tx.run(updateNextRun, [tenantId, scan.id, next.at]);
  const runId = newId();
  const queued = await insertRun(tx, tenantId, {
    id: runId,
    scanId: scan.id,
    siteId: scan.siteId,
    probeId: scan.probeId,
    spec: specOf(scan),
    requestedBy: "schedule",
    createdAt: now,
  });
  const skipped = queued ? null : describeSkipped(scan, open);
  await updateAttempted(tx, tenantId, scan.id, { at: now, error: skipped ?? next.error });
  await announce(tx, tenantId, "scan_runs", [runId]);
  return skipped ?? next.error;
}

function describeSkipped({ dueAt }: DueScan, open: "queued" | "running" | null): string {
  const due = new Date(dueAt).toISOString().slice(0, 16).replace("T", " ");
  const reason =
    open === "queued"
      ? "the run before it still waits for its probe"
      : "the run before it is still under way";
  return `The run due at ${due} UTC was skipped: ${reason}.`;
}
