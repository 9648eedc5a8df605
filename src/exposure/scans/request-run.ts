import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { insertRun, lockOpenRun } from "./run.queries.ts";
import { findScanId, lockScan, updateAttempted } from "./scan.queries.ts";
import { specOf } from "./scan.ts";

/**
 * Asks for a run of a scan now, whatever its schedule says. When a run of it is open already, that is the answer: runs of
 * one scan never overlap.
 *
 * @returns the run; `isNew` is false when it was open before.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function requestRun(
  context: Context,
  input: { name: string },
): Promise<{ runId: string; isNew: boolean }> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId, actor } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const scanId = await findScanId(tx, tenantId, input.name);
    const open = scanId === null ? null : await lockOpenRun(tx, tenantId, scanId);
    if (open !== null) return { runId: open.id, isNew: false };
    const scan = scanId === null ? null : await lockScan(tx, tenantId, scanId);
    if (scanId === null || scan === null) {
      throw new Problem("not_found", `There is no scan named ${JSON.stringify(input.name)}.`);
    }
    const { siteId, probeId } = scan;
    const now = context.now();
    const run = { id: newId(), scanId, siteId, probeId, spec: specOf(scan), createdAt: now };
    if (!(await insertRun(tx, tenantId, { ...run, requestedBy: actor.name }))) {
      // The schedule was faster, a moment ago.
      const other = await lockOpenRun(tx, tenantId, scanId);
      if (other === null) throw new Error(`scan ${scanId} has an open run that cannot be found`);
      return { runId: other.id, isNew: false };
    }
    await updateAttempted(tx, tenantId, scanId, { at: now, error: null });
    await announce(tx, tenantId, "scan_runs", [run.id]);
    await insertAuditEntries(tx, context, [
      {
        action: "scan.run",
        subjectKind: "scan",
        subjectId: scanId,
        detail: { name: scan.name, runId: run.id },
      },
    ]);
    return { runId: run.id, isNew: true };
  });
}
