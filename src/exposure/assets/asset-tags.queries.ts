import { type Queryable, statement } from "#platform/db";

const setTags = statement<[tenantId: string, id: string, tags: readonly string[]], never>(
  "assets.set-tags",
  "update assets set tags = $3 where tenant_id = $1 and id = $2",
);

/** Saves the tags of an asset without an agent. */
export async function saveAssetTags(
  tx: Queryable,
  tenantId: string,
  { id, tags }: { id: string; tags: readonly string[] },
): Promise<void> {
  await tx.run(setTags, [tenantId, id, tags]);
}
