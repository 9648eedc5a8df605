import { type Queryable, statement } from "#platform/db";
import { runHostKey } from "./run-host.queries.ts";

const knownStatement = statement<
  readonly [tenantId: string, runIds: readonly string[], addresses: readonly string[]],
  { run_id: string; address: string }
>(
  "scan-run-hosts.known",
  `select h.run_id, v.address from unnest($2::uuid[], $3::text[]) as v (run_id, address)
   join scan_run_hosts as h on h.tenant_id = $1 and h.run_id = v.run_id and h.address = v.address::inet`,
);

const claimsStatement = statement<
  readonly [tenantId: string, runId: string, assetIds: readonly string[]],
  { asset_id: string; address: string }
>(
  "scan-run-hosts.claims",
  `select asset_id, host(address) as address from scan_run_hosts
   where tenant_id = $1 and run_id = $2 and asset_id = any($3::uuid[])`,
);

/** Which of these hosts were reported before. @returns keys as {@link runHostKey} makes them. */
export async function findKnownRunHosts(
  tx: Queryable,
  tenantId: string,
  hosts: readonly { runId: string; address: string }[],
): Promise<Set<string>> {
  const rows = await tx.run(knownStatement, [
    tenantId,
    hosts.map(({ runId }) => runId),
    hosts.map(({ address }) => address),
  ]);
  return new Set(rows.map((row) => runHostKey({ runId: row.run_id, address: row.address })));
}

/** Where assets were seen earlier in a run: addresses by asset id. */
export async function findRunClaims(
  tx: Queryable,
  tenantId: string,
  runId: string,
  assetIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.run(claimsStatement, [tenantId, runId, assetIds]);
  return new Map(rows.map((row) => [row.asset_id, row.address]));
}
