import type { Database } from "#platform/db";
import type { ApiKey } from "./api-key.ts";
import { listKeys, listKeysOfTenant } from "./api-key.queries.ts";

/** All keys of the installation, revoked ones included, by tenant and age: for the one who operates it. */
export async function listApiKeys(database: Database): Promise<ApiKey[]> {
  return database.system.run(listKeys, []);
}

/** A tenant's keys, the newest first, the revoked ones last. */
export async function listApiKeysOf(database: Database, tenantId: string): Promise<ApiKey[]> {
  return database.forTenant(tenantId).run(listKeysOfTenant, [tenantId]);
}
