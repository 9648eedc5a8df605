import { printableLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { DatabaseError } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { lockAgent, updateName } from "./agent.queries.ts";
import { longestAgentName } from "./agent.ts";
import { checkMayWrite, checkThere } from "./check-agent.ts";

/**
 * Gives an agent another name; what its host calls itself stays. A revoked one makes room so for the one that came after it.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for a name that is none, or that another
 * agent has.
 */
export async function renameAgent(
  context: Context,
  input: { id: string; name: string },
): Promise<void> {
  checkMayWrite(context);
  const { tenantId } = context;
  const name = checkName(input.name);
  await context.database.transaction(tenantId, async (tx) => {
    const { id, name: before } = checkThere(await lockAgent(tx, tenantId, input.id));
    if (name === before) return;
    try {
      await tx.run(updateName, [tenantId, id, name]);
    } catch (cause) {
      // 23505: a unique key refuses it, and that of the names is the only one that the statement touches.
      if (!(cause instanceof DatabaseError) || cause.code !== "23505") throw cause;
      const what = `There is another agent named ${name}; one that is revoked can be renamed, too, or deleted.`;
      throw new Problem("invalid_request", what, { cause });
    }
    await announce(tx, tenantId, "agents", [id]);
    await insertAuditEntries(tx, context, [
      {
        action: "agent.rename",
        subjectKind: "agent",
        subjectId: id,
        detail: { name: { from: before, to: name } },
      },
    ]);
  });
}

function checkName(text: string): string {
  const name = text.trim();
  if (name === "") throw new Problem("invalid_request", "The new name is empty.");
  if ([...name].length > longestAgentName) {
    const what = `The new name is too long: an agent's has at most ${longestAgentName} characters.`;
    throw new Problem("invalid_request", what);
  }
  if (printableLine(name) === name) return name;
  throw new Problem("invalid_request", "The new name has characters that no terminal shows.");
}
