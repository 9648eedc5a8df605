import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { deleteAgentRows, lockAgent } from "./agent.queries.ts";
import { checkMayWrite, checkThere } from "./check-agent.ts";

/**
 * Deletes an agent that is revoked, with what was installed on its host and its jobs. Runs of its audits stay, under the
 * name of their host.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for an agent that is not revoked.
 */
export async function deleteAgent(context: Context, { id }: { id: string }): Promise<void> {
  checkMayWrite(context);
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    const { name, status } = checkThere(await lockAgent(tx, tenantId, id));
    if (status === "active") {
      const what = `Agent ${name} is active: revoke it first, then it can be deleted.`;
      throw new Problem("invalid_request", what);
    }
    await tx.run(deleteAgentRows, [tenantId, [id]]);
    await announce(tx, tenantId, "agents", [id]);
    await insertAuditEntries(tx, context, [
      { action: "agent.delete", subjectKind: "agent", subjectId: id, detail: { name } },
    ]);
  });
}
