import { newId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { DatabaseError } from "#platform/db";
import { announce } from "#platform/live";
import { hashSecret, newSecret } from "#platform/remote-parts";
import { deleteSpentTokens, insertAgentToken } from "./agent-token.queries.ts";
import { type AgentTokenInput, checkTokenInput } from "./agent-token.ts";
import { checkMayWrite, noSuchSite } from "./check-agent.ts";

/**
 * Makes a token with which hosts become agents: as many as it says, each at the token's site and with its tags. It is shown
 * once; the server keeps a hash. Tokens that no longer work are forgotten on this occasion.
 *
 * @returns until when it works, in epoch milliseconds.
 * @throws Problem `forbidden` without write scope; `invalid_request` that says what is wrong.
 */
export async function createAgentToken(
  context: Context,
  input: AgentTokenInput,
): Promise<{ id: string; token: string; expiresAt: number }> {
  checkMayWrite(context);
  const { tenantId, actor } = context;
  const { note, siteId, tags, uses, validForMs } = checkTokenInput(input);
  const id = newId();
  const token = newSecret("agent", "enrolmentToken");
  const at = context.now();
  const expiresAt = at + validForMs;
  const hash = hashSecret(token);
  const by = actor.name;
  try {
    await context.database.transaction(tenantId, async (tx) => {
      await tx.run(deleteSpentTokens, [tenantId, at]);
      await tx.run(insertAgentToken, [
        tenantId,
        id,
        hash,
        note,
        siteId,
        tags,
        uses,
        expiresAt,
        at,
        by,
      ]);
      await announce(tx, tenantId, "agents", null);
      const detail = { note, siteId, tags, uses, expiresAt };
      await insertAuditEntries(tx, context, [
        { action: "agent_token.create", subjectKind: "agent_token", subjectId: id, detail },
      ]);
    });
  } catch (cause) {
    // 23503: a foreign key refuses it, and the tenant's own is there.
    if (!(cause instanceof DatabaseError) || cause.code !== "23503") throw cause;
    throw noSuchSite(cause);
  }
  return { id, token, expiresAt };
}
