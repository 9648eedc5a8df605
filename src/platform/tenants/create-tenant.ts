import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import { insertTenant } from "./tenant.queries.ts";
import { type Tenant, defaultSensorLimit } from "./tenant.ts";

/**
 * Makes a tenant under the id of the context (a fresh one), so that the caller's transaction can go on as that tenant.
 * Running servers are told when it commits.
 *
 * @throws Problem `invalid_request` when the name is taken, empty or longer than 200 characters.
 */
export async function createTenant(
  tx: Queryable,
  context: Context,
  input: { name: string; sensorLimit?: number },
): Promise<Tenant> {
  const name = input.name.trim();
  if (name === "" || [...name].length > 200) {
    throw new Problem("invalid_request", "A tenant's name has 1 to 200 characters.");
  }
  const sensorLimit = input.sensorLimit ?? defaultSensorLimit;
  const tenant = { id: context.tenantId, name, sensorLimit, createdAt: context.now() };
  if (!(await insertTenant(tx, tenant))) {
    throw new Problem(
      "invalid_request",
      `There already is a tenant named ${JSON.stringify(name)}.`,
    );
  }
  await insertAuditEntries(tx, context, [
    {
      action: "tenant.create",
      subjectKind: "tenant",
      subjectId: tenant.id,
      detail: { name, sensorLimit },
    },
  ]);
  return tenant;
}
