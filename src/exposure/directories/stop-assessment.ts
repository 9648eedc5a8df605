import { notifyProbe } from "#exposure/probes";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { lockOpenAssessment, updateEnded, updateStopRequested } from "./assessment.queries.ts";
import { stoppedSentence } from "./assessment.ts";
import { findDirectoryId } from "./directory.queries.ts";
import { noSuchDirectory } from "./no-such-directory.ts";

/**
 * Stops the assessment of a directory. One that no probe has taken yet is stopped with this; one under way when its probe
 * hears of it, at once while it is connected.
 *
 * @returns `stopped`, `stopping`, or `ended` when there was nothing to stop.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function stopAssessment(
  context: Context,
  { name }: { name: string },
): Promise<"stopped" | "stopping" | "ended"> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const directoryId = await findDirectoryId(tx, tenantId, name);
    if (directoryId === null) throw noSuchDirectory(name);
    const open = await lockOpenAssessment(tx, tenantId, directoryId);
    if (open === null) return "ended";
    if (open.stopRequested) return "stopping";
    if (open.state === "running") {
      await tx.run(updateStopRequested, [tenantId, open.id]);
      await notifyProbe(tx, open.probeId);
    } else {
      const ending = { error: stoppedSentence, at: context.now(), facts: null, abandoned: true };
      await updateEnded(tx, tenantId, open.id, { ...ending, state: "stopped" });
    }
    await announce(tx, tenantId, "assessments", [open.id]);
    await insertAuditEntries(tx, context, [
      {
        action: "directory.stop",
        subjectKind: "directory",
        subjectId: directoryId,
        detail: { name, assessmentId: open.id },
      },
    ]);
    return open.state === "running" ? "stopping" : "stopped";
  });
}
