import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { DatabaseError, type Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { lockAgent, updatePlace } from "./agent.queries.ts";
import { checkMayWrite, checkThere, noSuchSite } from "./check-agent.ts";
import { checkTags } from "./check-tags.ts";

/**
 * Sets where a host belongs, in the caller's transaction: what is left out stays. Audits go by it from their next run on.
 *
 * @returns the place as it is now, and the asset that it is on.
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for no such site, a bad tag, or an agent
 * that is revoked.
 */
export async function setAgentPlaceIn(
  tx: Tx,
  context: Context,
  input: { id: string; siteId?: string | null; tags?: readonly string[] },
): Promise<{ assetId: string | null; siteId: string | null; tags: string[] }> {
  checkMayWrite(context);
  const { tenantId } = context;
  const before = checkThere(await lockAgent(tx, tenantId, input.id));
  const { id, name, assetId } = before;
  if (before.status === "revoked") {
    throw new Problem("invalid_request", `Agent ${name} is revoked.`);
  }
  const siteId = input.siteId === undefined ? before.siteId : input.siteId;
  const tags = checkTags(input.tags ?? before.tags);
  if (siteId === before.siteId && tags.join() === before.tags.join()) {
    return { assetId, siteId, tags };
  }
  try {
    await tx.run(updatePlace, [tenantId, id, siteId, tags]);
  } catch (cause) {
    // 23503: a foreign key refuses it, and the tenant's own is there.
    if (!(cause instanceof DatabaseError) || cause.code !== "23503") throw cause;
    throw noSuchSite(cause);
  }
  await announce(tx, tenantId, "agents", [id]);
  await insertAuditEntries(tx, context, [
    {
      action: "agent.set_place",
      subjectKind: "agent",
      subjectId: id,
      detail: {
        name,
        siteId: { from: before.siteId, to: siteId },
        tags: { from: before.tags, to: tags },
      },
    },
  ]);
  return { assetId, siteId, tags };
}
