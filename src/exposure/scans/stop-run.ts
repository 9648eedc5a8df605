import { notifyProbe } from "#exposure/probes";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { updateEnded } from "./run-end.queries.ts";
import { lockRun, updateStopRequested } from "./run.queries.ts";
import { stoppedSentence } from "./run.ts";

/**
 * Stops a run. One that no probe has taken yet is stopped with this; one under way when its probe hears of it, at once
 * while it is connected. A run that has ended, or is being stopped, stays as it is.
 *
 * @returns `stopped`, `stopping`, or `ended` when there was nothing to stop.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function stopRun(
  context: Context,
  runId: string,
): Promise<"stopped" | "stopping" | "ended"> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const run = await lockRun(tx, tenantId, runId);
    if (run === null) throw new Problem("not_found", "There is no such run.");
    if (run.state !== "queued" && run.state !== "running") return "ended";
    if (run.stopRequested) return "stopping";
    if (run.state === "running") {
      await tx.run(updateStopRequested, [tenantId, runId]);
      await notifyProbe(tx, run.probeId);
    } else {
      const at = context.now();
      const ending = { error: stoppedSentence, at, progress: null, abandoned: true };
      await updateEnded(tx, tenantId, runId, { ...ending, state: "stopped" });
    }
    await insertAuditEntries(tx, context, [
      { action: "scan.stop", subjectKind: "scan", subjectId: run.scanId, detail: { runId } },
    ]);
    await announce(tx, tenantId, "scan_runs", [runId]);
    return run.state === "running" ? "stopping" : "stopped";
  });
}
