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
import { partBytes } from "./backup-format.ts";
import { restoreBackup } from "./restore-backup.ts";
import { writeBackup } from "./write-backup.ts";

const full = await createTestDatabase();
const empty = await createTestDatabase();
const directory = await mkdtemp(join(tmpdir(), "vedette-backup-"));
after(() => rm(directory, { recursive: true }));

const tables = [
  "agent_tokens",
  "agents",
  "installed_packages",
  "scap_contents",
  "bundles",
  "audits",
  "audit_jobs",
  "audit_arfs",
  "audit_runs",
  "audit_exceptions",
];

async function query(connection: DatabaseConnection, sql: string, values: unknown[] = []) {
  return withClient(connection, undefined, async (client) => {
    const result = await client.query<Record<string, unknown>>(sql, values);
    return result.rows;
  });
}

/** A row in each of the tables; files are random bytes, one of them longer than a part of a backup. */
async function seed(admin: DatabaseConnection): Promise<void> {
  const { tenantId } = await seedTenant(full.database, "default");
  const [site, asset, agent, bundle, audit, job] = Array.from({ length: 6 }, newId);
  const insert = (sql: string, ...values: unknown[]) => query(admin, sql, [tenantId, ...values]);
  await insert(
    "insert into sites (tenant_id, id, name, created_at) values ($1, $2, 'HQ', 1)",
    site,
  );
  await insert(
    `insert into assets (tenant_id, id, site_id, first_seen_at, last_seen_at) values ($1, $2, $3, 1, 1)`,
    asset,
    site,
  );
  await insert(
    `insert into agent_tokens (tenant_id, id, token_hash, site_id, tags, uses_left, expires_at, created_at, created_by)
     values ($1, gen_random_uuid(), '\\x00ff5c', $2, '{web,"a:b"}', 3, 9, 1, 'root')`,
    site,
  );
  await insert(
    `insert into agents (tenant_id, id, name, credential_hash, hostname, site_id, enrolled_at, inventory_revision,
       inventory, asset_id)
     values ($1, $2, 'web1', '\\x0a5c00', 'web1', $3, 1, 'r', '{"host": {"hostname": "web\\\\1"}}', $4)`,
    agent,
    site,
    asset,
  );
  await insert(
    `insert into installed_packages (tenant_id, agent_id, name, arch, version, source, source_version)
     select $1, $2, 'package' || n, 'amd64', '1:2.3~rc1+deb12u' || n, 'source', '1' from generate_series(1, 500) as n`,
    agent,
  );
  await insert(
    `insert into scap_contents (tenant_id, sha256, benchmark_id, benchmark_version, title, rules, created_at)
     values ($1, 'ab', 'b', '1', E'a\\ttitle', '[{"id": "r", "title": "\\u00e9\\n"}]', 1)`,
  );
  await insert(
    `insert into bundles (tenant_id, id, name, source, file_name, sha256, bytes, gzip, profiles, platforms, created_at, updated_at)
     values ($1, $2, 'debian', 'file', 'ds.xml', 'ab', 7, $3, '[{"id": "p"}]', '{cpe:/o:debian}', 1, 2)`,
    bundle,
    randomBytes(2 * partBytes),
  );
  await insert(
    `insert into audits (tenant_id, id, name, bundle_id, profile, site_id, tags, time_limit_sec, memory_limit_mb, created_at)
     values ($1, $2, 'baseline', $3, 'p', $4, '{web}', 60, 100, 1)`,
    audit,
    bundle,
    site,
  );
  await insert(
    `insert into audit_jobs (tenant_id, id, audit_id, agent_id, batch_id, spec, state, requested_by, created_at)
     values ($1, $2, $3, $4, gen_random_uuid(), '{"arf": true}', 'completed', 'root', 1)`,
    job,
    audit,
    agent,
  );
  await insert(
    `insert into audit_arfs (tenant_id, job_id, sha256, bytes, gzip, received_at) values ($1, $2, 'cd', 7, $3, 1)`,
    job,
    randomBytes(5000),
  );
  await insert(
    `insert into audit_runs (tenant_id, id, agent_id, hostname, bundle_id, bundle_name, run_at, satisfied, failed,
       not_applicable, not_checkable, unknown, job_id, asset_id, rules)
     values ($1, gen_random_uuid(), $2, 'web1', $3, 'debian', 5, 1, 2, 3, 4, 5, $4, $5, '[{"id": "r", "result": "fail"}]')`,
    agent,
    bundle,
    job,
    asset,
  );
  await insert(
    `insert into audit_exceptions (tenant_id, id, rule_id, asset_id, reason, owner, created_at, created_by)
     values ($1, gen_random_uuid(), 'r', $2, E'because\\nof that', 'ann', 1, 'root')`,
    asset,
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

test("agents, packages, bundles, audits, results files, runs and exceptions survive a backup byte by byte", async () => {
  await seed(full.admin);
  const path = join(directory, "whole.tar.zst");
  const key = randomBytes(32);
  await writeBackup(path, { connection: full.connection, key, version: "1", now: () => 1 });
  await restoreBackup(path, { connection: empty.connection, takeKey: async () => {} });
  const before = await contentOf(full.admin);
  for (const table of tables) {
    const n = table === "installed_packages" ? 500 : 1;
    assert.partialDeepStrictEqual(before[table], { n }, table);
  }
  assert.deepEqual(await contentOf(empty.admin), before);
});
