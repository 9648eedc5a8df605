import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { newId } from "#lib/ids";
import { type DatabaseConnection, withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const full = await createTestDatabase();
const empty = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-backup-"));
after(() => rm(directory, { recursive: true }));

const tables = [
  "directories",
  "assessments",
  "identity_rules",
  "identity_exceptions",
  "identity_findings",
];

async function query(connection: DatabaseConnection, sql: string, values: unknown[] = []) {
  return withClient(connection, undefined, async (client) => {
    const result = await client.query<Record<string, unknown>>(sql, values);
    return result.rows;
  });
}

/** A row in each of the tables, with a sealed secret of random bytes. */
async function seed(admin: DatabaseConnection): Promise<void> {
  const { tenantId } = await seedTenant(full.database, "default");
  const [probe, domain, assessment, exception] = Array.from({ length: 4 }, newId);
  const insert = (sql: string, ...values: unknown[]) => query(admin, sql, [tenantId, ...values]);
  await insert(
    "insert into probes (tenant_id, id, name, created_at) values ($1, $2, 'p', 1)",
    probe,
  );
  await insert(
    `insert into directories (tenant_id, id, name, type, probe_id, settings, secret, schedule, next_run_at, facts,
       created_at)
     values ($1, $2, 'acme', 'active_directory', $3, '{"user": "ACME\\\\reader"}', $4, '0 3 * * *', 5,
       '{"name": "acme\\u00e9"}', 1)`,
    domain,
    probe,
    randomBytes(500),
  );
  await insert(
    `insert into assessments (tenant_id, id, directory_id, probe_id, state, requested_by, created_at, started_at, handed_at,
       ended_at, attempts, progress, summary)
     values ($1, $2, $3, $4, 'completed', 'root', 1, 2, 3, 4, 2, '{"what": "users"}', '{"score": 42.5}')`,
    assessment,
    domain,
    probe,
  );
  await insert(
    `insert into identity_rules (tenant_id, directory_id, rule_id, title, category, severity, asks, remediation, links,
       outcome, reason, judged, found, unread, assessment_id, asked_at)
     values ($1, $2, 'ad.r', E'a\\ttitle', 'accounts', 'HIGH', 'a', 'r', '[{"url": "https://a"}]', 'not_evaluated',
       'needs it', 1, 2, 3, $3, 5)`,
    domain,
    assessment,
  );
  await insert(
    `insert into identity_exceptions (tenant_id, id, directory_id, target, reason, owner, created_at, created_by)
     values ($1, $2, $3, 'svc-*', E'because\\nof that', 'ann', 1, 'root')`,
    exception,
    domain,
  );
  await insert(
    `insert into identity_findings (tenant_id, id, directory_id, rule_id, target_id, source, target_type, target_name,
       category, severity, severity_rank, title, remediation, evidence, content_hash, status, status_at, first_seen_at,
       last_seen_at, exception_id)
     values ($1, gen_random_uuid(), $2, 'ad.r', 'guid', 'active_directory', 'user', 'O''Neil, \\"x\\"', 'accounts', 'HIGH', 1,
       't', 'r', '{"It is \\"old\\", too."}', 'x', 'accepted', 1, 1, 2, $3)`,
    domain,
    exception,
  );
}

/** How many rows each table has, and what they hold, as PostgreSQL prints them, past row-level security. */
async function contentOf(admin: DatabaseConnection) {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const sql = `select count(*)::int as n, md5(string_agg(x::text, E'\\n' order by x::text)) as hash from ${table} x`;
    [found[table]] = await query(admin, sql);
  }
  return found;
}

test("directories with their secrets, assessments, results of rules, exceptions and findings survive a backup byte by byte", async () => {
  await seed(full.admin);
  const path = join(directory, "whole.tar.zst");
  const key = randomBytes(32);
  await writeBackup(path, { connection: full.connection, key, version: "1", now: () => 1 });
  await restoreBackup(path, { connection: empty.connection, takeKey: async () => {} });
  const before = await contentOf(full.admin);
  for (const table of tables) assert.partialDeepStrictEqual(before[table], { n: 1 }, table);
  assert.deepEqual(await contentOf(empty.admin), before);
});
