import { listSensorDeclarations, openSettings } from "#monitor/sensors";
import type { SealedBox } from "#platform/crypto";
import type { Database } from "#platform/db";
import { listTenants } from "#platform/tenants";
import type { Finding } from "./finding.ts";

/** Looks whether the secret key opens the credentials that it is there for: one sensor's of each tenant. */
export async function examineCredentials(database: Database, box: SealedBox): Promise<Finding> {
  const subject = "credentials";
  let opened = 0;
  for (const { id, name } of await listTenants(database.system)) {
    const sensors = await listSensorDeclarations(database.forTenant(id), id);
    const sealed = sensors.find(({ sealedSecrets }) => sealedSecrets !== null);
    if (sealed === undefined) continue;
    try {
      openSettings(box, sealed.id, sealed.settings, sealed.sealedSecrets);
      opened += 1;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const text = `those of tenant ${name} do not open with this secret key (${reason}); put the right one back`;
      return { subject, verdict: "failed", text };
    }
  }
  const text = opened === 0 ? "none are kept" : "the secret key opens them";
  return { subject, verdict: "ok", text };
}
