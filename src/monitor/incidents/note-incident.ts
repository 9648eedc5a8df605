import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { findIncidentId } from "./acknowledgement.queries.ts";
import { saveIncidentEvents } from "./incident.queries.ts";
import { noteFault } from "./note.ts";

/**
 * Adds what somebody knows or has done to an incident's timeline, open or closed.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for a note that cannot be kept.
 */
export async function noteIncident(
  context: Context,
  input: { id: string; note: string },
): Promise<void> {
  const { tenantId, actor, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const fault = noteFault(input.note);
  if (fault !== null) throw new Problem("invalid_request", fault);
  const { id } = input;
  const note = input.note.trim();
  await database.transaction(tenantId, async (tx) => {
    const known = isId(id) ? await tx.run(findIncidentId, [tenantId, id]) : [];
    if (known.length === 0) throw new Problem("not_found", "There is no such incident.");
    const at = context.now();
    const text = `${actor.name}: ${note}`;
    await saveIncidentEvents(tx, tenantId, [{ incidentId: id, at, kind: "noted", text }]);
    await insertAuditEntries(tx, context, [
      { action: "incident.note", subjectKind: "incident", subjectId: id, detail: { note } },
    ]);
    await announce(tx, tenantId, "incidents", [id]);
  });
}
