import { nextRunOf } from "#exposure/schedules";
import { newId } from "#lib/ids";
import type { Database, Tx } from "#platform/db";
import { announce } from "#platform/live";
import type { Log } from "#platform/log";
import { insertAssessment, lockOpenAssessment } from "./assessment.queries.ts";
import {
  type DueDirectory,
  listDueDirectories,
  lockDueDirectory,
  updateAttempted,
  updateNextRun,
} from "./directory.queries.ts";

interface Deps {
  database: Database;
  log: Log;
  /** Unix epoch milliseconds. */
  now: () => number;
}

/**
 * Queues an assessment of every directory that is due, and sets when it is due next: later than now, so that what was missed
 * while the server was away is made up for once. A directory whose assessment before is still open gets none; its
 * `lastError` says so. Safe to do on several replicas at once.
 */
export async function startDueAssessments({ database, log, now }: Deps): Promise<void> {
  for (const { tenantId, id } of await listDueDirectories(database.system, now())) {
    try {
      const skipped = await database.transaction(tenantId, async (tx) => {
        const open = await lockOpenAssessment(tx, tenantId, id);
        const directory = await lockDueDirectory(tx, tenantId, id, now());
        if (directory === null) return null;
        return start(tx, tenantId, directory, open?.state ?? null, now());
      });
      if (skipped !== null) log.warn({ tenantId, directoryId: id }, skipped);
    } catch (error) {
      // It stays due, and must not hold up those behind it for ever.
      log.error({ err: error, tenantId, directoryId: id }, "a directory that is due was not begun");
    }
  }
}

/** @returns why none was queued, a sentence; `null` when one was. */
async function start(
  tx: Tx,
  tenantId: string,
  directory: DueDirectory,
  open: "queued" | "running" | null,
  now: number,
): Promise<string | null> {
  const { id, probeId } = directory;
  const next = nextRunOf(directory, now);
  await tx.run(updateNextRun, [tenantId, id, next.at]);
  const queued = await insertAssessment(tx, tenantId, {
    id: newId(),
    directoryId: id,
    probeId,
    requestedBy: "schedule",
    createdAt: now,
  });
  const error = queued ? next.error : describeSkipped(directory, open);
  await updateAttempted(tx, tenantId, id, { at: now, error });
  await announce(tx, tenantId, "assessments", null);
  return error;
}

function describeSkipped({ dueAt }: DueDirectory, open: "queued" | "running" | null): string {
  const due = new Date(dueAt).toISOString().slice(0, 16).replace("T", " ");
  const reason =
    open === "queued"
      ? "the one before it still waits for its probe"
      : "the one before it is still under way";
  return `The assessment due at ${due} UTC was skipped: ${reason}.`;
}
