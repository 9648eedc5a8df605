import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { lockAgent, notifyAgents, updateRevoked } from "./agent.queries.ts";
import { checkMayWrite, checkThere } from "./check-agent.ts";

/**
 * Refuses an agent for good, in the caller's transaction: its credential is deleted, a check-in that it holds open ends. Its
 * host needs a new token to come back, as another agent. Revoking again changes nothing.
 *
 * @returns the asset that it is on, if it ever sent an inventory, and its name.
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function revokeAgentIn(
  tx: Tx,
  context: Context,
  id: string,
): Promise<{ assetId: string | null; name: string }> {
  checkMayWrite(context);
  const { tenantId } = context;
  const { assetId, name, status } = checkThere(await lockAgent(tx, tenantId, id));
  if (status === "revoked") return { assetId, name };
  await tx.run(updateRevoked, [tenantId, id, context.now()]);
  await notifyAgents(tx, [id]);
  await announce(tx, tenantId, "agents", [id]);
  await insertAuditEntries(tx, context, [
    { action: "agent.revoke", subjectKind: "agent", subjectId: id, detail: { name } },
  ]);
  return { assetId, name };
}
