import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { type TargetLists, areSameTargetLists, checkTargetLists } from "#platform/remote-parts";
import { lockProbe, notifyProbe, updateTargetLists } from "./probe.queries.ts";

/**
 * Sets which addresses a probe may touch, in the caller's transaction; the probe learns it at once, also while it scans.
 * The embedded probe can be limited, too.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` that names an entry that is no CIDR.
 */
export async function setTargetLists(
  tx: Tx,
  context: Context,
  input: { id: string } & TargetLists,
): Promise<void> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { tenantId } = context;
  const { allow, deny } = checkTargetLists(input);
  const before = await lockProbe(tx, tenantId, input.id);
  if (before === null) throw new Problem("not_found", "There is no such probe.");
  const known = { allow: before.targetAllow, deny: before.targetDeny };
  if (areSameTargetLists(known, { allow, deny })) return;
  await tx.run(updateTargetLists, [tenantId, input.id, allow, deny]);
  await notifyProbe(tx, input.id);
  await announce(tx, tenantId, "probes", [input.id]);
  await insertAuditEntries(tx, context, [
    {
      action: "probe.set_targets",
      subjectKind: "probe",
      subjectId: input.id,
      detail: {
        name: before.name,
        allow: { from: known.allow, to: allow },
        deny: { from: known.deny, to: deny },
      },
    },
  ]);
}
