import { ensureEmbeddedProbe } from "#exposure/probes";
import { ensureEmbeddedCollector } from "#monitor/collectors";
import { lockAllSensors } from "#monitor/sensors";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Queryable, Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { findTenant } from "#platform/tenants";
import { type ExistingTenant, lockDeclarations, readExistingTenant } from "#processes/apply";
import type { DeclarationList } from "./list.ts";

/** Lists whose changes touch sensors: intake and API wait while they are saved. */
const withSensors: readonly (DeclarationList | "plan")[] = ["companies", "collectors", "sensors"];

/**
 * Does something with all that a tenant has, in one transaction and under the lock of `vedette apply`: who declares
 * something next sees what this one did.
 */
export async function withExisting<T>(
  context: Context & { box: SealedBox },
  list: DeclarationList | "plan",
  work: (tx: Tx, existing: ExistingTenant) => Promise<T>,
): Promise<T> {
  const { database, tenantId } = context;
  return database.transaction(tenantId, async (tx) => {
    await lockDeclarations(tx, tenantId);
    await ensureEmbeddedCollector(tx, tenantId, context.now());
    await ensureEmbeddedProbe(tx, tenantId, context.now());
    if (withSensors.includes(list)) await lockAllSensors(tx, tenantId);
    return work(tx, await readExistingOf(tx, context));
  });
}

/** All that a tenant has, to look at. */
export async function readExisting(context: Context & { box: SealedBox }): Promise<ExistingTenant> {
  const { database, tenantId } = context;
  return database.snapshot(tenantId, (tx) => readExistingOf(tx, context));
}

async function readExistingOf(
  db: Queryable,
  { tenantId, box, now }: Context & { box: SealedBox },
): Promise<ExistingTenant> {
  const tenant = await findTenant(db, tenantId);
  if (tenant === null) throw new Problem("not_found", "The tenant is gone.");
  return readExistingTenant(db, tenant, box, now());
}
