import { parseCidr } from "#lib/cidr";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { assignmentChanged } from "./assignment-changed.ts";
import { lockCollector, updateTargetLists } from "./collector.queries.ts";
import type { TargetLists } from "./collector.ts";

const mostEntries = 1000;

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
  const allow = checked(input.allow);
  const deny = checked(input.deny);
  const before = await lockCollector(tx, tenantId, input.id);
  if (before === null) throw new Problem("not_found", "There is no such collector.");
  const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
  if (isSame(before.targetAllow, allow) && isSame(before.targetDeny, deny)) return;
  await tx.run(updateTargetLists, [tenantId, input.id, allow, deny]);
  await assignmentChanged(tx, tenantId, input.id, []);
  await insertAuditEntries(tx, context, [
    {
      action: "collector.set_targets",
      subjectKind: "collector",
      subjectId: input.id,
      detail: {
        name: before.name,
        allow: { from: before.targetAllow, to: allow },
        deny: { from: before.targetDeny, to: deny },
      },
    },
  ]);
}

function checked(entries: readonly string[]): string[] {
  if (entries.length > mostEntries) {
    throw new Problem("invalid_request", `A target list has at most ${mostEntries} entries.`);
  }
  for (const entry of entries) {
    if (parseCidr(entry) !== null) continue;
    const what = `${JSON.stringify(entry.slice(0, 100))} is no address and no CIDR such as 10.0.0.0/8`;
    throw new Problem("invalid_request", `${what}.`);
  }
  return entries.map((entry) => entry.trim());
}
