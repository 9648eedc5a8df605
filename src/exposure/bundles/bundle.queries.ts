import { type Queryable, statement } from "#platform/db";
import type { Bundle, BundleProfile } from "./bundle.ts";

/** All bundles of a tenant, by name, without the files themselves. */
export async function listBundleRows(db: Queryable, tenantId: string): Promise<Bundle[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], Bundle>(
  "bundles.list-rows",
  `select b.id, b.name, b.source, b.file_name as "fileName", b.sha256, b.bytes, b.profiles, b.platforms,
     case when c.sha256 is not null then jsonb_build_object('title', c.title, 'version', c.benchmark_version) end as benchmark,
     b.created_at as "createdAt", b.updated_at as "updatedAt"
   from bundles b left join scap_contents c on c.tenant_id = b.tenant_id and c.sha256 = b.sha256
   where b.tenant_id = $1 order by b.name, b.id`,
);

/** What is kept of a bundle, in the order of its columns. */
export interface BundleRow {
  id: string;
  name: string;
  source: Bundle["source"];
  fileName: string;
  sha256: string | null;
  bytes: number | null;
  gzip: Buffer | null;
  profiles: readonly BundleProfile[];
  platforms: readonly string[];
}

/** Adds a bundle, or changes everything of the one that has the id. Its name must be free. */
export async function upsertBundle(
  tx: Queryable,
  tenantId: string,
  bundle: BundleRow,
  now: number,
): Promise<void> {
  const { id, name, source, fileName, sha256, bytes, gzip, profiles, platforms } = bundle;
  const content = [sha256, bytes, gzip, JSON.stringify(profiles), platforms] as const;
  await tx.run(upsertStatement, [tenantId, id, name, source, fileName, ...content, now]);
}

const upsertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    name: string,
    source: string,
    fileName: string,
    sha256: string | null,
    bytes: number | null,
    gzip: Buffer | null,
    profiles: string,
    platforms: readonly string[],
    now: number,
  ],
  never
>(
  "bundles.upsert",
  `insert into bundles (tenant_id, id, name, source, file_name, sha256, bytes, gzip, profiles, platforms, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $11)
   on conflict (tenant_id, id) do update set name = excluded.name, source = excluded.source,
     file_name = excluded.file_name, sha256 = excluded.sha256, bytes = excluded.bytes, gzip = excluded.gzip,
     profiles = excluded.profiles, platforms = excluded.platforms, updated_at = excluded.updated_at`,
);

/** Keeps audits from being declared with bundles until the transaction ends. */
export const lockBundleRows = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "bundles.lock",
  "select from bundles where tenant_id = $1 and id = any($2::uuid[]) order by id for update",
);

/** Bundles that audits use, with the names of these. */
export async function listUses(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<{ bundleId: string; audits: string[] }[]> {
  return tx.run(usesStatement, [tenantId, ids]);
}

const usesStatement = statement<
  readonly [tenantId: string, ids: readonly string[]],
  { bundleId: string; audits: string[] }
>(
  "bundles.list-uses",
  `select bundle_id as "bundleId", array_agg(name order by name) as audits from audits
   where tenant_id = $1 and bundle_id = any($2::uuid[]) group by bundle_id`,
);

/** The database refuses one that an audit still refers to. What its rules say stays: runs show it. */
export const deleteBundleRows = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>("bundles.delete", "delete from bundles where tenant_id = $1 and id = any($2::uuid[])");

/** Whether an open job of the agent names the data stream. */
export async function hasOpenJobWith(
  db: Queryable,
  tenantId: string,
  agentId: string,
  sha256: string,
): Promise<boolean> {
  return (await db.run(openJobStatement, [tenantId, agentId, sha256])).length > 0;
}

const openJobStatement = statement<
  readonly [tenantId: string, agentId: string, sha256: string],
  { id: string }
>(
  "bundles.find-open-job",
  `select id from audit_jobs
   where tenant_id = $1 and agent_id = $2 and state in ('queued', 'running') and spec #>> '{bundle,sha256}' = $3
   limit 1`,
);

/** A data stream in gzip; `null`: no bundle is of it. */
export async function findGzip(
  db: Queryable,
  tenantId: string,
  sha256: string,
): Promise<Buffer | null> {
  const [row] = await db.run(gzipStatement, [tenantId, sha256]);
  return row?.gzip ?? null;
}

const gzipStatement = statement<readonly [tenantId: string, sha256: string], { gzip: Buffer }>(
  "bundles.find-gzip",
  "select gzip from bundles where tenant_id = $1 and sha256 = $2 limit 1",
);

/** Gives one another name, which must be free. */
export const renameBundle = statement<readonly [tenantId: string, id: string, name: string], never>(
  "bundles.rename",
  "update bundles set name = $3 where tenant_id = $1 and id = $2",
);
