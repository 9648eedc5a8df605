import { statement } from "#platform/db";
import type { ApiKey, KeyScope } from "./api-key.ts";
import type { Service } from "./key-format.ts";

/** A valid key as a request meets it. */
export interface ValidKey {
  id: string;
  tenantId: string;
  tenantName: string;
  keyHash: Buffer;
  scope: KeyScope;
  name: string;
  lastUsedAt: number | null;
}

/** The keys of a service with these hashes that are not revoked. Asked before the tenant is known. */
export const findKeysByHash = statement<[service: Service, hashes: readonly Buffer[]], ValidKey>(
  "api-keys.by-hash",
  `select k.id, k.tenant_id as "tenantId", t.name as "tenantName", k.key_hash as "keyHash", k.scope, k.name,
     k.last_used_at as "lastUsedAt"
   from api_keys k join tenants t on t.id = k.tenant_id
   where k.key_hash = any($2::bytea[]) and k.service = $1 and k.revoked_at is null`,
);

/** Notes a use, unless one since `unlessSince` is noted already. */
export const updateLastUsed = statement<
  [tenantId: string, id: string, at: number, unlessSince: number],
  never
>(
  "api-keys.used",
  `update api_keys set last_used_at = $3
   where tenant_id = $1 and id = $2 and (last_used_at is null or last_used_at < $4)`,
);

export const insertKey = statement<
  [
    tenantId: string,
    id: string,
    service: Service,
    scope: KeyScope,
    name: string,
    keyHash: Buffer,
    hint: string,
    createdAt: number,
    createdBy: string,
  ],
  never
>(
  "api-keys.insert",
  `insert into api_keys (tenant_id, id, service, scope, name, key_hash, hint, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

const columns = `k.id, k.tenant_id as "tenantId", t.name as "tenantName", k.service, k.scope, k.name, k.hint,
     k.created_at as "createdAt", k.created_by as "createdBy", k.last_used_at as "lastUsedAt",
     k.revoked_at as "revokedAt"`;

/** All keys of the installation, the revoked ones, too. */
export const listKeys = statement<[], ApiKey>(
  "api-keys.list",
  `select ${columns} from api_keys k join tenants t on t.id = k.tenant_id order by t.name, k.created_at, k.id`,
);

/** A tenant's keys, the newest first; the revoked ones, too. */
export const listKeysOfTenant = statement<[tenantId: string], ApiKey>(
  "api-keys.of-tenant",
  `select ${columns} from api_keys k join tenants t on t.id = k.tenant_id
   where k.tenant_id = $1 order by k.revoked_at is not null, k.created_at desc, k.id`,
);

/** The key with that id or that hash, in whatever tenant it is. */
export const findKey = statement<[id: string | null, keyHash: Buffer | null], ApiKey>(
  "api-keys.find",
  `select ${columns} from api_keys k join tenants t on t.id = k.tenant_id where k.id = $1 or k.key_hash = $2`,
);

/** Answers a row when it was valid until now. */
export const updateRevoked = statement<[tenantId: string, id: string, at: number], { id: string }>(
  "api-keys.revoke",
  `update api_keys set revoked_at = $3 where tenant_id = $1 and id = $2 and revoked_at is null returning id`,
);
