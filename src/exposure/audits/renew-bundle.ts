import type { Tx } from "#platform/db";
import { listAuditRows } from "./audit.queries.ts";
import { type AuditedBundle, bundleIn } from "./audit.ts";
import { updateBundleOfJobs } from "./job.queries.ts";

/**
 * Lets audits go on with what a bundle is now, in the transaction that changes it: open jobs are handed out with its new
 * content, since the old one is no longer there.
 *
 * @param savedNext ids of audits that the transaction saves or deletes next: nothing stands in the way of these yet.
 * @returns what stands in the way, sentences: audits whose profile it does not have. Then the transaction must not commit.
 */
export async function renewBundle(
  tx: Tx,
  tenantId: string,
  bundle: AuditedBundle,
  savedNext: ReadonlySet<string>,
): Promise<string[]> {
  await tx.run(updateBundleOfJobs, [tenantId, bundle.id, JSON.stringify(bundleIn(bundle))]);
  if (bundle.source === "content") return [];
  const ids = new Set(bundle.profiles.map(({ id }) => id));
  return (await listAuditRows(tx, tenantId))
    .filter(({ id, bundleId }) => bundleId === bundle.id && !savedNext.has(id))
    .filter(({ profile }) => !ids.has(profile))
    .map(({ name, profile }) => `the audit ${JSON.stringify(name)} uses its profile ${profile}`);
}
