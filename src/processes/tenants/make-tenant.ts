import { ensureEmbeddedProbe } from "#exposure/probes";
import { ensureEmbeddedCollector } from "#monitor/collectors";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { type Tenant, createTenant } from "#platform/tenants";

/**
 * Makes a tenant with its embedded collector and its embedded probe, in the caller's transaction.
 *
 * @param context of the new tenant, under a fresh id.
 * @throws Problem `invalid_request` when the name is taken, empty or longer than 200 characters.
 */
export async function makeTenant(
  tx: Tx,
  context: Context,
  input: { name: string; sensorLimit?: number },
): Promise<Tenant> {
  const tenant = await createTenant(tx, context, input);
  await ensureEmbeddedCollector(tx, tenant.id, context.now());
  await ensureEmbeddedProbe(tx, tenant.id, context.now());
  return tenant;
}
