import type { Context } from "#platform/context";
import { countChanges } from "./identity-change-counts.queries.ts";

/** What became of a directory's findings. */
export interface IdentityChanges {
  /** Seen for the first time, or seen again after they were resolved. */
  readonly opened: number;
  readonly resolved: number;
}

/** What became of a directory's findings since a time, in Unix epoch milliseconds: what an assessment that began then came to. */
export async function countIdentityChanges(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  directoryId: string,
  since: number,
): Promise<IdentityChanges> {
  const db = database.forTenant(tenantId);
  const [row] = await db.run(countChanges, [tenantId, directoryId, since]);
  if (row === undefined) throw new Error("an aggregate without a row");
  return row;
}
