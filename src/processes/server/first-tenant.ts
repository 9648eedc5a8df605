import { newId } from "#lib/ids";
import { type Database, lock } from "#platform/db";
import { listTenants } from "#platform/tenants";
import { makeTenant } from "#processes/tenants";

/** A new installation begins with one tenant, so that there is something to make a key for. */
const firstTenantName = "default";

/** Makes the first tenant, with its embedded collector and probe, where there is none; two servers that start at once make one. */
export async function ensureFirstTenant(database: Database, now: () => number): Promise<void> {
  const tenantId = newId();
  await database.transaction("system", async (tx) => {
    await lock(tx, "first tenant");
    if ((await listTenants(tx)).length > 0) return;
    const actor = { kind: "system", id: "system", name: "first start" } as const;
    const context = {
      tenantId,
      actor,
      scopes: ["read", "write"],
      database,
      now,
      requestId: newId(),
    } as const;
    await makeTenant(tx, context, { name: firstTenantName });
  });
}
