import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { deleteAgentToken } from "./agent-token.queries.ts";
import { checkMayWrite } from "./check-agent.ts";

/**
 * Makes an enrolment token worthless from now on. Agents that enrolled with it stay.
 *
 * @throws Problem `forbidden` without write scope; `not_found`.
 */
export async function revokeAgentToken(context: Context, input: { id: string }): Promise<void> {
  checkMayWrite(context);
  const { tenantId } = context;
  await context.database.transaction(tenantId, async (tx) => {
    const deleted = isId(input.id) ? await deleteAgentToken(tx, tenantId, input.id) : null;
    if (deleted === null) throw new Problem("not_found", "There is no such enrolment token.");
    const { note } = deleted;
    await announce(tx, tenantId, "agents", null);
    await insertAuditEntries(tx, context, [
      {
        action: "agent_token.revoke",
        subjectKind: "agent_token",
        subjectId: input.id,
        detail: { note },
      },
    ]);
  });
}
