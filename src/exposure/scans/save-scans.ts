import { notifyProbe } from "#exposure/probes";
import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { listProbesWithRuns, updateProbeOfQueued } from "./run.queries.ts";
import { deleteScanRows, insertScan, updateNextRun, updateScan } from "./scan.queries.ts";
import type { Scan } from "./scan.ts";
import { nextRunAt } from "#exposure/schedules";

/** What is to be done to a tenant's scans. */
export interface ScanChanges {
  /** Their names must be free. */
  create: readonly Scan[];
  update: readonly { before: Scan; after: Scan }[];
  /** With all their runs. */
  delete: readonly Scan[];
}

/**
 * Makes, changes and deletes scans, with an audit row each, in the caller's transaction. A run under way goes on as it
 * was begun; one that waits goes to the scan's new probe, if it has one. The next run is worked out anew when anything
 * about the schedule changes. Probes stop runs of a scan that is deleted.
 *
 * @throws Problem `forbidden` without write scope.
 */
export async function saveScans(tx: Tx, context: Context, changes: ScanChanges): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  const now = context.now();
  const gone = changes.delete.map(({ id }) => id);
  if (gone.length > 0) {
    for (const probeId of await listProbesWithRuns(tx, tenantId, gone)) {
      await notifyProbe(tx, probeId);
    }
    await tx.run(deleteScanRows, [tenantId, gone]);
  }
  for (const { before, after } of changes.update) {
    await updateScan(tx, tenantId, after);
    if (isScheduledAnew(before, after)) {
      await tx.run(updateNextRun, [tenantId, after.id, dueAfter(after, now)]);
    }
    if (before.probeId === after.probeId) continue;
    await tx.run(updateProbeOfQueued, [tenantId, after.id, after.probeId]);
    await notifyProbe(tx, after.probeId);
  }
  for (const scan of changes.create) {
    await insertScan(tx, tenantId, scan, { createdAt: now, nextRunAt: dueAfter(scan, now) });
  }
  await insertAuditEntries(tx, context, [
    ...changes.delete.map((scan) => entry("scan.delete", scan)),
    ...changes.update.map(({ after }) => entry("scan.update", after)),
    ...changes.create.map((scan) => entry("scan.create", scan)),
  ]);
}

function isScheduledAnew(before: Scan, after: Scan): boolean {
  return (
    before.schedule !== after.schedule ||
    before.timeZone !== after.timeZone ||
    before.enabled !== after.enabled
  );
}

function dueAfter({ enabled, schedule, timeZone }: Scan, now: number): number | null {
  return enabled && schedule !== null ? nextRunAt(schedule, timeZone, now) : null;
}

function entry(action: string, { id, ...detail }: Scan): AuditEntry {
  return { action, subjectKind: "scan", subjectId: id, detail: { ...detail } };
}
