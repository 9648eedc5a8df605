import { type Queryable, statement } from "#platform/db";
import type { AuditedBundle } from "./audit.ts";

/** A host that an audit is for. */
export interface AuditedHost {
  agentId: string;
  /** The agent's name, which is that of its host. */
  name: string;
}

/** Hosts with an active agent at the site, if one is named, and with one of the tags, if any are; by name. */
export async function listHostsOf(
  db: Queryable,
  tenantId: string,
  { siteId, tags }: { siteId: string | null; tags: readonly string[] },
): Promise<AuditedHost[]> {
  return db.run(hostsStatement, [tenantId, siteId, tags]);
}

const hostsStatement = statement<
  readonly [tenantId: string, siteId: string | null, tags: readonly string[]],
  AuditedHost
>(
  "audits.list-hosts",
  `select g.id as "agentId", g.name from agents g
   where g.tenant_id = $1 and g.status = 'active' and ($2::uuid is null or g.site_id = $2)
     and ($3::text[] = '{}' or g.tags && $3)
   order by g.name, g.id`,
);

/** A site's name, for sentences. */
export async function findSiteName(
  db: Queryable,
  tenantId: string,
  siteId: string,
): Promise<string | null> {
  const [row] = await db.run(siteStatement, [tenantId, siteId]);
  return row?.name ?? null;
}

const siteStatement = statement<readonly [tenantId: string, siteId: string], { name: string }>(
  "audits.find-site-name",
  "select name from sites where tenant_id = $1 and id = $2",
);

/** Bundles, as they stay until the transaction ends. Ids of none are left out. */
export async function lockBundles(
  tx: Queryable,
  tenantId: string,
  ids: readonly string[],
): Promise<AuditedBundle[]> {
  return tx.run(bundlesStatement, [tenantId, ids]);
}

const bundlesStatement = statement<
  readonly [tenantId: string, ids: readonly string[]],
  AuditedBundle
>(
  "audits.lock-bundles",
  `select id, name, source, file_name as "fileName", sha256, bytes, profiles from bundles
   where tenant_id = $1 and id = any($2::uuid[]) order by id for share`,
);
