import { type Queryable, statement } from "#platform/db";

/** A finding that an imported report sees, and which ones do. */
export interface ImportSources {
  readonly id: string;
  readonly assetId: string;
  readonly protocol: "" | "tcp" | "udp";
  readonly port: number;
  readonly weakness: string;
  readonly package: string;
  /** Product and scope of each report that has it, in ascending order. */
  readonly sources: readonly string[];
}

const sourcesStatement = statement<[tenantId: string, assetIds: readonly string[]], ImportSources>(
  "findings.import-sources",
  `select id, asset_id as "assetId", protocol, port, weakness, package, evidence #> '{import,sources}' as sources
   from findings where tenant_id = $1 and asset_id = any($2::uuid[]) and import_seen_at is not null
     and jsonb_typeof(evidence #> '{import,sources}') = 'array'`,
);

/** Which reports see what at some assets. */
export async function findImportSources(
  tx: Queryable,
  tenantId: string,
  assetIds: readonly string[],
): Promise<ImportSources[]> {
  return tx.run(sourcesStatement, [tenantId, assetIds]);
}

// The hash of the content is gone with it: what a report says of it next is written anew.
const keepStatement = statement<
  [tenantId: string, ids: readonly string[], sources: readonly string[]],
  never
>(
  "findings.keep-import-sources",
  `update findings as f set evidence = jsonb_set(f.evidence, '{import,sources}', v.sources::jsonb), content_hash = ''
   from unnest($2::uuid[], $3::text[]) as v (id, sources) where f.tenant_id = $1 and f.id = v.id`,
);

/** Saves that some findings are seen by fewer reports than before. */
export async function saveImportSources(
  tx: Queryable,
  tenantId: string,
  changed: readonly Pick<ImportSources, "id" | "sources">[],
): Promise<void> {
  if (changed.length === 0) return;
  await tx.run(keepStatement, [
    tenantId,
    changed.map(({ id }) => id),
    changed.map(({ sources }) => JSON.stringify(sources)),
  ]);
}
