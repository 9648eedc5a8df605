import { type AuditEntry, insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { deleteSiteRows, upsertSite } from "./site.queries.ts";
import type { Site } from "./site.ts";

/**
 * Makes and changes sites, with an audit row each, in the caller's transaction. Names of new ones must be free, and the
 * name of a known one stays.
 *
 * @throws Problem `forbidden` without write scope.
 */
export async function saveSites(
  tx: Tx,
  context: Context,
  sites: { create: readonly Site[]; update: readonly Site[] },
): Promise<void> {
  checkMayWrite(context);
  const { tenantId } = context;
  const createdAt = context.now();
  for (const site of [...sites.create, ...sites.update]) {
    await upsertSite(tx, tenantId, site, createdAt);
  }
  await insertAuditEntries(tx, context, [
    ...sites.create.map((site) => entry("site.create", site)),
    ...sites.update.map((site) => entry("site.update", site)),
  ]);
}

/**
 * Deletes sites that nothing refers to any more, with an audit row each, in the caller's transaction.
 *
 * @throws Problem `forbidden` without write scope.
 */
export async function deleteSites(tx: Tx, context: Context, sites: readonly Site[]): Promise<void> {
  checkMayWrite(context);
  if (sites.length === 0) return;
  await tx.run(deleteSiteRows, [context.tenantId, sites.map(({ id }) => id)]);
  await insertAuditEntries(
    tx,
    context,
    sites.map((site) => entry("site.delete", site)),
  );
}

function checkMayWrite(context: Context): void {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
}

function entry(action: string, { id, ...detail }: Site): AuditEntry {
  return { action, subjectKind: "site", subjectId: id, detail: { ...detail } };
}
