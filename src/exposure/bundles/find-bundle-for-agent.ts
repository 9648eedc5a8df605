import type { Database } from "#platform/db";
import { findGzip, hasOpenJobWith } from "./bundle.queries.ts";

/**
 * Data streams in gzip that are being sent, by tenant and hash: a hundred agents that fetch one at the same time share one
 * copy, and it goes when the last of them has it.
 */
export type BundleShelf = Map<string, WeakRef<Buffer>>;

/**
 * The data stream that an agent asks for, if it needs it: only what one of its open jobs names.
 *
 * @param sha256 of the XML, in hex.
 * @param shelf where others that ask for it at the same time look, too.
 * @returns the XML in gzip; `null` when no open job of the agent names it.
 */
export async function findBundleForAgent(
  database: Database,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  sha256: string,
  shelf: BundleShelf = new Map(),
): Promise<Buffer | null> {
  const db = database.forTenant(tenantId);
  if (!(await hasOpenJobWith(db, tenantId, agentId, sha256))) return null;
  const key = `${tenantId} ${sha256}`;
  const onShelf = () => shelf.get(key)?.deref();
  const there = onShelf();
  if (there !== undefined) return there;
  const found = await findGzip(db, tenantId, sha256);
  if (found === null) return null;
  // Another request may have read it at the same time.
  const gzip = onShelf() ?? found;
  shelf.set(key, new WeakRef(gzip));
  return gzip;
}
