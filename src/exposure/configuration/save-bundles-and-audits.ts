import { type Audit, saveAudits } from "#exposure/audits";
import { saveBundles } from "#exposure/bundles";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import type { ConfigurationChanges, ExistingAudit } from "./diff-configuration.ts";
import { idOf } from "./id-of.ts";
import type { ExistingExposure } from "./read-existing-configuration.ts";

/**
 * Saves bundles, then the audits that use them, and deletes bundles last, in the caller's transaction. A bundle and an
 * audit may change together: whether they fit each other is looked at when both are there.
 *
 * @param siteIds by name, those that were just made included.
 */
export async function saveBundlesAndAudits(
  tx: Tx,
  context: Context,
  existing: ExistingExposure,
  { bundles, audits }: Pick<ConfigurationChanges, "bundles" | "audits">,
  siteIds: ReadonlyMap<string, string>,
): Promise<void> {
  const create = bundles.create.map(({ name, content }) => ({ id: newId(), name, content }));
  const bundleIds = new Map(existing.bundleIds);
  for (const { id, name } of create) bundleIds.set(name, id);
  const before = (name: string): Audit => {
    const audit = existing.audits.get(name);
    if (audit === undefined) throw new Error(`no audit ${JSON.stringify(name)}`);
    return audit;
  };
  const toAudit = (id: string, { site, bundle, ...audit }: ExistingAudit): Audit => ({
    id,
    name: audit.name,
    bundleId: idOf(bundleIds, bundle),
    profile: audit.profile,
    siteId: site === null ? null : idOf(siteIds, site),
    tags: audit.tags,
    schedule: audit.schedule,
    timeZone: audit.timeZone,
    enabled: audit.enabled,
    timeLimitSec: audit.timeLimitSec,
    memoryLimitMb: audit.memoryLimitMb,
    keepArf: audit.keepArf,
  });
  const changes = {
    create: audits.create.map((audit) => toAudit(newId(), audit)),
    update: audits.update.map(({ after }) => {
      const known = before(after.name);
      return { before: known, after: toAudit(known.id, after) };
    }),
    delete: audits.delete.map(before),
  };
  await saveBundles(tx, context, {
    create,
    update: bundles.update.map(({ after: { name, content } }) => {
      return { id: idOf(bundleIds, name), name, content };
    }),
    delete: [],
    savedNext: [...changes.update.map(({ after }) => after), ...changes.delete].map(({ id }) => id),
  });
  await saveAudits(tx, context, changes);
  const gone = bundles.delete.map((name) => ({ id: idOf(bundleIds, name), name }));
  await saveBundles(tx, context, { create: [], update: [], delete: gone });
}
