import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { createEmptyDatabase } from "#test/database";
import { migrate } from "./migrate.ts";

const log = createLog("silent", "test");
const { connection, admin } = await createEmptyDatabase();

const directory = await mkdtemp(join(tmpdir(), "vedette-migrations-"));
after(() => rm(directory, { recursive: true }));

/** Adds a migration, and migrates. The tests of this file go on from one another, as releases do. */
async function migrateWith(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  await migrate(connection, { log, directory: pathToFileURL(`${directory}/`) });
}

async function query<R extends object>(sql: string): Promise<R[]> {
  const { rows } = await withClient(admin, undefined, (client) => client.query<R>(sql));
  return rows;
}

const applied = () =>
  query<{ name: string }>("select name from schema_migrations order by number").then((rows) =>
    rows.map(({ name }) => name),
  );

test("several processes that start at once migrate once", async () => {
  await migrateWith({});
  const file = join(directory, "0000-first.sql");
  await writeFile(file, "create table first (id integer); insert into first values (1);");
  await Promise.all(Array.from({ length: 4 }, () => migrateWith({})));
  assert.deepEqual(await applied(), ["0000-first"]);
  assert.deepEqual(await query("select id from first"), [{ id: 1 }]);
});

test("a migration that fails leaves nothing behind and says which it was", async () => {
  const failing = migrateWith({ "0001-second.sql": "create table second (); select 1 / 0;" });
  await assert.rejects(failing, (error) => {
    assert.ok(error instanceof Problem);
    assert.match(error.message, /^Migration 0001-second failed, .*: division by zero$/);
    return true;
  });
  assert.deepEqual(await applied(), ["0000-first"]);
  assert.deepEqual(await query("select to_regclass('second') as oid"), [{ oid: null }]);
});

test("a migration that ends its own transaction is refused", async () => {
  const failing = migrateWith({ "0001-second.sql": "create table second (); commit;" });
  await assert.rejects(failing, /ends its transaction itself/);
  assert.deepEqual(await applied(), ["0000-first"]);
  await query("drop table second");
});

test("what is ours belongs to a role without power", async () => {
  await migrateWith({ "0001-second.sql": "create table second ();" });
  const owners = await query<{ owner: string; powerful: boolean }>(
    `select distinct rolname as owner, rolsuper or rolbypassrls as powerful
     from pg_class c join pg_roles r on r.oid = c.relowner
     where relnamespace = 'public'::regnamespace`,
  );
  assert.deepEqual(owners, [{ owner: owners[0]?.owner, powerful: false }]);
});

test("a database of a newer program with which ours cannot work is refused, and left alone", async () => {
  await query(
    `insert into schema_migrations (number, name, checksum, breaking, applied_at)
     values (7, '0007-newer', '', true, 0)`,
  );
  await assert.rejects(migrateWith({}), /migrated by a newer Vedette \(0007-newer\)/);
  await query("update schema_migrations set breaking = false where number = 7");
  await migrateWith({});
  assert.deepEqual(await applied(), ["0000-first", "0001-second", "0007-newer"]);
});

test("two migrations of one number are refused", async () => {
  await assert.rejects(migrateWith({ "0001-other.sql": "" }), /0001-other and 0001-second share a/);
});
