import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { type TargetLists, areSameTargetLists, checkTargetLists } from "#platform/remote-parts";
import { assignmentChanged } from "./assignment-changed.ts";
import { lockCollector, updateTargetLists } from "./collector.queries.ts";

/**
 * Sets which addresses a collector may ask, in the caller's transaction; the collector learns it at once. The embedded
 * collector can be limited, too.
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
  const before = await lockCollector(tx, tenantId, input.id);
  if (before === null) throw new Problem("not_found", "There is no such collector.");
  const known = { allow: before.targetAllow, deny: before.targetDeny };
  if (areSameTargetLists(known, { allow, deny })) return;
  await tx.run(updateTargetLists, [tenantId, input.id, allow, deny]);
  await assignmentChanged(tx, tenantId, input.id, []);
  await insertAuditEntries(tx, context, [
    {
      action: "collector.set_targets",
      subjectKind: "collector",
      subjectId: input.id,
      detail: {
        name: before.name,
        allow: { from: known.allow, to: allow },
        deny: { from: known.deny, to: deny },
      },
    },
  ]);
  await announce(tx, tenantId, "collectors", [input.id]);
}
