import { type Queryable, statement } from "#platform/db";
import type { AgentCoverage, StoredInventory } from "./agent.ts";

/** Feeds have revisions of 0 and more; with this the packages are matched at the next occasion. */
const neverMatched = -1;

/**
 * Keeps what an agent found out, and on which asset it is; its packages are saved before.
 *
 * @param saved.at when it was taken, in epoch milliseconds.
 * @param saved.packagesChanged whether what is installed, or anything else that the matching goes by, is not as before.
 */
export async function saveInventory(
  tx: Queryable,
  tenantId: string,
  saved: {
    agentId: string;
    revision: string;
    at: number;
    inventory: StoredInventory;
    assetId: string;
    packagesChanged: boolean;
  },
): Promise<void> {
  const { agentId, revision, at, inventory, assetId, packagesChanged } = saved;
  const matched = packagesChanged ? neverMatched : null;
  const text = JSON.stringify(inventory);
  await tx.run(saveStatement, [tenantId, agentId, revision, at, text, assetId, matched]);
}

const saveStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    revision: string,
    at: number,
    inventory: string,
    assetId: string,
    matched: number | null,
  ],
  never
>(
  "agents.save_inventory",
  `update agents set inventory_revision = $3, inventory_at = $4, inventory = $5::jsonb, asset_id = $6,
     matched_revision = coalesce($7::bigint, matched_revision),
     package_count = case when $7::bigint is null then package_count else (
       select count(*) from installed_packages p where p.tenant_id = $1 and p.agent_id = $2) end
   where tenant_id = $1 and id = $2`,
);

/**
 * Agents whose packages were not yet matched with the feeds as they are, those that wait longest first.
 *
 * @param feedRevision sum of the revisions of all feeds.
 * @returns their ids by tenant.
 */
export async function findAgentsToMatch(
  system: Queryable,
  feedRevision: number,
  limit: number,
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await system.run(toMatchStatement, [feedRevision, limit]);
  const byTenant = new Map<string, string[]>();
  for (const { tenantId, id } of rows) {
    const ids = byTenant.get(tenantId);
    if (ids === undefined) byTenant.set(tenantId, [id]);
    else ids.push(id);
  }
  return byTenant;
}

const toMatchStatement = statement<
  readonly [feedRevision: number, limit: number],
  { tenantId: string; id: string }
>(
  "agents.find_to_match",
  `select tenant_id as "tenantId", id from agents
   where inventory_revision is not null and matched_revision < $1 and status = 'active' and asset_id is not null
   order by matched_revision, tenant_id, id limit $2`,
);

/** Notes with which revision of the feeds the packages of agents were matched, and what could not be judged. */
export async function saveMatched(
  tx: Queryable,
  tenantId: string,
  rows: readonly { agentId: string; revision: number; coverage: AgentCoverage }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(matchedStatement, [
    tenantId,
    rows.map(({ agentId }) => agentId),
    rows.map(({ revision }) => revision),
    rows.map(({ coverage }) => JSON.stringify(coverage)),
  ]);
}

const matchedStatement = statement<
  readonly [
    tenantId: string,
    ids: readonly string[],
    revisions: readonly number[],
    coverages: readonly string[],
  ],
  never
>(
  "agents.save_matched",
  `update agents a set matched_revision = done.revision, coverage = done.coverage::jsonb
   from unnest($2::uuid[], $3::bigint[], $4::text[]) as done (id, revision, coverage)
   where a.tenant_id = $1 and a.id = done.id`,
);

/** Has what is installed on some assets matched at the next occasion: what answers there is not as it was. */
export async function matchAnew(
  tx: Queryable,
  tenantId: string,
  assetIds: readonly string[],
): Promise<void> {
  if (assetIds.length === 0) return;
  await tx.run(anewStatement, [tenantId, assetIds]);
}

const anewStatement = statement<readonly [tenantId: string, assetIds: readonly string[]], never>(
  "agents.match_anew",
  "update agents set matched_revision = -1 where tenant_id = $1 and asset_id = any($2::uuid[])",
);

/**
 * Takes agents from their assets: they were revoked, or others were set up on the same hosts. One that is there all the
 * same, on a copy of the host, is asked for its whole inventory when it checks in, and gets an asset of its own.
 */
export async function leaveAssets(
  tx: Queryable,
  tenantId: string,
  agentIds: readonly string[],
): Promise<void> {
  await tx.run(leaveStatement, [tenantId, agentIds]);
}

const leaveStatement = statement<readonly [tenantId: string, ids: readonly string[]], never>(
  "agents.leave_assets",
  `update agents set asset_id = null, inventory_revision = null, matched_revision = -1
   where tenant_id = $1 and id = any($2::uuid[])`,
);
