import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type DatabaseConnection, withClient } from "#platform/db";
import { seedAccount } from "#test/accounts";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const full = await createTestDatabase();
const empty = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-backup-"));
after(() => rm(directory, { recursive: true }));

async function count({ admin }: { admin: DatabaseConnection }, table: string): Promise<number> {
  return withClient(admin, undefined, async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    return rows[0]?.n ?? 0;
  });
}

const kept = ["users", "accounts", "members", "two_factors", "passkeys", "invitations"];
const leftOut = ["sessions", "verifications", "used_codes", "one_time_links"];

test("a backup brings people back with all their ways to sign in, and lets in nobody who has none", async () => {
  const { tenantId } = await seedTenant(full.database);
  const { userId } = await seedAccount(full.database, "ann@example.test", {
    tenantId,
    role: "owner",
  });
  await withClient(full.admin, undefined, async (client) => {
    await client.query(
      `insert into two_factors (id, user_id, secret, backup_codes) values ('t', $1, 's', 'c')`,
      [userId],
    );
    await client.query(
      `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       values ('p', $1, 'k', 'c', 3, 'd', false)`,
      [userId],
    );
    await client.query(
      `insert into sessions (id, token, user_id, expires_at) values ('s', 'secret', $1, now() + interval '1 day')`,
      [userId],
    );
    await client.query(
      `insert into verifications (id, identifier, value, expires_at) values ('v', 'i', 'v', now())`,
    );
    await client.query(`insert into used_codes (user_id, code, used_at) values ($1, '123456', 0)`, [
      userId,
    ]);
    await client.query(
      `insert into one_time_links (token_hash, purpose, user_id, created_at, expires_at)
       values (sha256('x'), 'password', $1, 0, 9e12)`,
      [userId],
    );
    await client.query(
      `insert into invitations (tenant_id, id, token_hash, email, name, role, created_at, created_by, expires_at)
       values ($1, gen_random_uuid(), sha256('y'), 'bea@example.test', '', 'viewer', 0, 'ann', 9e12)`,
      [tenantId],
    );
  });
  for (const table of [...kept, ...leftOut]) assert.equal(await count(full, table), 1, table);

  const path = join(directory, "accounts.tar.zst");
  const key = randomBytes(32);
  await writeBackup(path, {
    connection: full.connection,
    key,
    version: "1.2.3",
    now: () => 1_700_000_000_000,
  });
  await restoreBackup(path, { connection: empty.connection, takeKey: async () => undefined });
  for (const table of kept) assert.equal(await count(empty, table), 1, table);
  for (const table of leftOut) assert.equal(await count(empty, table), 0, table);
});
