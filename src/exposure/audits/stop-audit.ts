import { notifyAgents } from "#exposure/agents";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { findAuditId } from "./audit.queries.ts";
import { lockOpenJobsOf, updateEnded, updateStopRequested } from "./job.queries.ts";
import { stoppedSentence } from "./job.ts";
import { noSuchAudit } from "./no-such-audit.ts";

/**
 * Stops an audit wherever it waits or is under way: where no agent has taken it yet with this, elsewhere when the agent
 * hears of it, at once while it is connected.
 *
 * @returns how many jobs were stopped, and how many are being stopped; both 0 when there was nothing to stop.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function stopAudit(
  context: Context,
  { name }: { name: string },
): Promise<{ stopped: number; stopping: number }> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  return context.database.transaction(tenantId, async (tx) => {
    const auditId = await findAuditId(tx, tenantId, name);
    if (auditId === null) throw noSuchAudit(name);
    const jobs = await lockOpenJobsOf(tx, tenantId, auditId);
    const waiting = jobs.filter(({ state }) => state === "queued");
    const running = jobs.filter(({ state }) => state === "running");
    const counts = { stopped: waiting.length, stopping: running.length };
    if (jobs.length === 0) return counts;
    const ending = { code: "stopped", error: stoppedSentence, at: context.now(), abandoned: true };
    for (const { id } of waiting) {
      await updateEnded(tx, tenantId, null, id, { ...ending, state: "stopped" });
    }
    await tx.run(updateStopRequested, [tenantId, running.map(({ id }) => id)]);
    await notifyAgents(
      tx,
      running.map(({ agentId }) => agentId),
    );
    await insertAuditEntries(tx, context, [
      {
        action: "audit.stop",
        subjectKind: "audit",
        subjectId: auditId,
        detail: { name, ...counts },
      },
    ]);
    await announce(tx, tenantId, "audit_jobs", [auditId]);
    return counts;
  });
}
