import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { updateAcknowledged } from "./acknowledgement.queries.ts";
import { saveIncidentEvents } from "./incident.queries.ts";

/**
 * Notes that somebody has taken an open incident on.
 *
 * @returns false when it is acknowledged already, is closed, or the tenant has no such incident: nothing changes.
 * @throws Problem `forbidden` without write scope.
 */
export async function acknowledgeIncident(context: Context, id: string): Promise<boolean> {
  const { tenantId, actor, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (!isId(id)) return false;
  return database.transaction(tenantId, async (tx) => {
    const at = context.now();
    const acknowledged = await tx.run(updateAcknowledged, [tenantId, id, at, actor.name]);
    if (acknowledged.length === 0) return false;
    await saveIncidentEvents(tx, tenantId, [
      { incidentId: id, at, kind: "acknowledged", text: `acknowledged by ${actor.name}` },
    ]);
    await insertAuditEntries(tx, context, [
      { action: "incident.acknowledge", subjectKind: "incident", subjectId: id, detail: {} },
    ]);
    return true;
  });
}
