import { type Client, DatabaseError as Refusal } from "pg";
import {
  type DatabaseConnection,
  appRole,
  describeConnection,
  examine,
  withClient,
} from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { type AppliedMigration, type Migration, decidePending } from "./migration.ts";
import { migrationsDirectory, readMigrations } from "./read-migrations.ts";

/** Any number will do, as long as it is always the same one. */
const lockNumber = 7_300_001;

/**
 * Brings the schema up to this program. Each migration is one transaction. When several processes start at once, one
 * migrates and the others wait. A database that we enter as a superuser gets the role `vedette_app`, which owns all that
 * is ours.
 *
 * @param options.directory of the migrations; the program's own unless a test says otherwise.
 * @throws Problem with a sentence for the one who starts the program; what was not finished has left no trace.
 */
export async function migrate(
  connection: DatabaseConnection,
  options: { log: Log; directory?: URL },
): Promise<void> {
  const { log, directory = migrationsDirectory } = options;
  const migrations = await readMigrations(directory);
  const { role } = await examine(connection);
  await withClient(connection, undefined, async (client) => {
    // Of the session, so it is released with the connection, whatever happens.
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    try {
      if (role !== undefined) await becomeAppRole(client);
      await migrateLocked(client, migrations, log);
    } catch (error) {
      throw explain(error, connection);
    }
  });
}

/**
 * Looks whether the schema is just the one of this program, and changes nothing: for a command beside a running server.
 *
 * @throws Problem `unavailable` when either is too old for the other.
 */
export async function checkSchema(connection: DatabaseConnection): Promise<void> {
  const migrations = await readMigrations(migrationsDirectory);
  const applied = await withClient(connection, undefined, readApplied);
  const [missing] = decidePending(migrations, applied);
  if (missing !== undefined) {
    throw new Problem(
      "unavailable",
      `The running Vedette is older than this one (its database lacks ${missing.name}). Restart it first.`,
    );
  }
}

async function becomeAppRole(client: Client): Promise<void> {
  await client.query(`
    do $$ begin
      create role ${appRole} nologin;
    exception when duplicate_object or unique_violation then
      null; -- made by another installation of the same cluster
    end $$`);
  await client.query(`
    do $$ begin
      execute format('grant ${appRole} to %I', session_user);
      execute format('grant create, connect, temporary on database %I to ${appRole}', current_database());
      grant usage, create on schema public to ${appRole};
    end $$`);
  await client.query(`set role ${appRole}`);
}

async function migrateLocked(
  client: Client,
  migrations: readonly Migration[],
  log: Log,
): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      breaking boolean not null,
      applied_at bigint not null
    )`);
  for (const migration of decidePending(migrations, await readApplied(client))) {
    await apply(client, migration);
    log.info({ migration: migration.name }, "migrated the database");
  }
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "select number, name, checksum, breaking from schema_migrations order by number",
  );
  return rows;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  const { number, name, checksum, breaking, sql } = migration;
  await client.query("begin");
  try {
    await client.query(sql);
    if (client.getTransactionStatus() !== "T") {
      throw new Error("it ends its transaction itself, which it must not");
    }
    await client.query(
      `insert into schema_migrations (number, name, checksum, breaking, applied_at)
       values ($1, $2, $3, $4, $5)`,
      [number, name, checksum, breaking, Date.now()],
    );
    await client.query("commit");
  } catch (error) {
    // The connection ends now, and with it the transaction.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(
      "internal",
      `Migration ${name} failed, and nothing of it was kept: ${reason}`,
      {
        cause: error,
      },
    );
  }
}

const insufficientPrivilege = "42501";

function explain(error: unknown, connection: DatabaseConnection): unknown {
  const refusal = error instanceof Problem ? error.cause : error;
  if (!(refusal instanceof Refusal) || refusal.code !== insufficientPrivilege) return error;
  return new Problem(
    "unavailable",
    `The ${describeConnection(connection)} does not let us keep our tables in it: ${refusal.message}. ` +
      "Enter as the role that owns the database, and as the same one as before.",
    { cause: error },
  );
}
