import type { Context } from "#platform/context";
import { type DirectoryOverview, listDirectoryOverviews } from "./assessment-list.queries.ts";

/** All that is known of the tenant's directories, by name; no secrets. */
export async function listDirectoriesForOperators(context: Context): Promise<DirectoryOverview[]> {
  const { tenantId, database } = context;
  return listDirectoryOverviews(database.forTenant(tenantId), tenantId);
}
