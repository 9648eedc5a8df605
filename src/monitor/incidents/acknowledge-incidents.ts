import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { updateAcknowledged } from "./acknowledgement.queries.ts";
import { saveIncidentEvents } from "./incident.queries.ts";
import { noteFault } from "./note.ts";

/**
 * Notes that somebody has taken open incidents on.
 *
 * @param input.note what is known or being done, for the others; `null`: nothing is said.
 * @returns which of them: not those that are acknowledged already, are closed, or that the tenant does not have.
 * @throws Problem `forbidden` without write scope; `invalid_request` for a note that cannot be kept.
 */
export async function acknowledgeIncidents(
  context: Context,
  input: { ids: readonly string[]; note: string | null },
): Promise<string[]> {
  const { tenantId, actor, scopes, database } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const note = input.note?.trim() ?? "";
  const fault = note === "" ? null : noteFault(note);
  if (fault !== null) throw new Problem("invalid_request", fault);
  const ids = input.ids.filter((id) => isId(id));
  if (ids.length === 0) return [];
  return database.transaction(tenantId, async (tx) => {
    const at = context.now();
    const rows = await tx.run(updateAcknowledged, [tenantId, ids, at, actor.name]);
    const acknowledged = rows.map(({ id }) => id);
    const text = `acknowledged by ${actor.name}${note === "" ? "" : `: ${note}`}`;
    await saveIncidentEvents(
      tx,
      tenantId,
      acknowledged.map((incidentId) => ({ incidentId, at, kind: "acknowledged", text })),
    );
    await insertAuditEntries(
      tx,
      context,
      acknowledged.map((id) => ({
        action: "incident.acknowledge",
        subjectKind: "incident",
        subjectId: id,
        detail: note === "" ? {} : { note },
      })),
    );
    await announce(tx, tenantId, "incidents", acknowledged);
    return acknowledged;
  });
}
