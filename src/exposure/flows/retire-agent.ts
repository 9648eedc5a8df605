import { leaveAssets, revokeAgentIn } from "#exposure/agents";
import { clearAgent } from "#exposure/assets";
import { forgetAgentFindings } from "#exposure/findings";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { announce } from "#platform/live";
import { exposureLock } from "./exposure-lock.ts";

/**
 * Refuses an agent from now on. Its asset is one without an agent; what only the agent saw stays until somebody else looks,
 * or a person decides: that nobody looks any more proves nothing.
 *
 * @throws Problem as `revokeAgentIn`.
 */
export async function retireAgent(context: Context, input: { id: string }): Promise<void> {
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    const { assetId } = await revokeAgentIn(tx, context, input.id);
    if (assetId === null) return;
    await tx.run(clearAgent, [tenantId, input.id]);
    await tx.run(forgetAgentFindings, [tenantId, assetId]);
    await announce(tx, tenantId, "assets", [assetId]);
    await announce(tx, tenantId, "findings", null);
    await leaveAssets(tx, tenantId, [input.id]);
  });
}
