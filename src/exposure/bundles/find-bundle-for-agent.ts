import type { Database } from "#platform/db";
import { findGzipForAgent } from "./bundle.queries.ts";

/**
 * The data stream that an agent asks for, if it needs it: only what one of its open jobs names.
 *
 * @param sha256 of the XML, in hex.
 * @returns the XML in gzip; `null` when no open job of the agent names it.
 */
export async function findBundleForAgent(
  database: Database,
  { tenantId, agentId }: { tenantId: string; agentId: string },
  sha256: string,
): Promise<Buffer | null> {
  return findGzipForAgent(database.forTenant(tenantId), tenantId, agentId, sha256);
}
