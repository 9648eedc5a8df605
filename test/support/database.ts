import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { after } from "node:test";
import type { Client } from "pg";
import { type Database, type DatabaseConnection, openDatabase, withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { migrate, migrationsDirectory, readMigrations } from "#platform/migrations";
import { type TestCluster, startTestCluster, testCluster } from "#test/cluster";

/** A database of its own for one test file. */
export interface EmptyDatabase {
  /** As the program enters it. */
  readonly connection: DatabaseConnection;
  /** As a superuser: to look at it and change it without row-level security. */
  readonly admin: DatabaseConnection;
}

/** The same with the whole schema and no rows. */
export interface TestDatabase extends EmptyDatabase {
  readonly database: Database;
}

/**
 * Makes a database with the schema, for the file that calls it at its top. It is dropped after the file's last test, and a
 * connection that is still open then fails the file.
 *
 * @param options.durable in a PostgreSQL of its own, embedded as in production: for figures.
 */
export async function createTestDatabase(
  options: { durable?: boolean } = {},
): Promise<TestDatabase> {
  const cluster = await (options.durable === true ? startTestCluster(options) : testCluster());
  const empty = await makeDatabase(cluster, await templateDatabase(cluster.admin));
  const log = createLog("silent", "test");
  const database = await openDatabase(empty.connection, { log, poolSize: 6 });
  after(async () => {
    await database.close();
    await dropDatabase(cluster, empty);
  });
  return { ...empty, database };
}

/** As `createTestDatabase`, without the schema: for tests of what makes it. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const cluster = await testCluster();
  const empty = await makeDatabase(cluster, "template0");
  after(() => dropDatabase(cluster, empty));
  return empty;
}

async function makeDatabase(cluster: TestCluster, template: string): Promise<EmptyDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await withClient(cluster.admin, undefined, async (client) => {
    await client.query(`create database ${name} template ${template} ${await ownedBy(client)}`);
  });
  return {
    connection: await connectionTo(cluster.admin, name),
    admin: connectionWith(cluster.admin, name),
  };
}

/** Makes the database that others are copied from, once for each state of the migrations. */
async function templateDatabase(admin: DatabaseConnection): Promise<string> {
  const migrations = await readMigrations(migrationsDirectory);
  const checksums = migrations.map(({ checksum }) => checksum).join();
  const name = `template_${createHash("sha256").update(checksums).digest("hex").slice(0, 32)}`;
  await withClient(admin, undefined, async (client) => {
    await client.query("select pg_advisory_lock(1)");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 1) return;
    const making = `${name}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} ${await ownedBy(client)}`);
    await migrate(await connectionTo(admin, making), { log: createLog("silent", "test") });
    await client.query(`alter database ${making} rename to ${name}`);
  });
  return name;
}

const plainOwner = "vedette";

/** The embedded PostgreSQL has a role that owns the database and no more; elsewhere we enter as the superuser. */
async function ownedBy(client: Client): Promise<string> {
  return (await hasPlainOwner(client)) ? `owner ${plainOwner}` : "";
}

async function hasPlainOwner(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [plainOwner]);
  return rowCount === 1;
}

async function connectionTo(admin: DatabaseConnection, name: string): Promise<DatabaseConnection> {
  const plain = await withClient(admin, undefined, hasPlainOwner);
  return connectionWith(admin, name, plain ? plainOwner : undefined);
}

function connectionWith(
  admin: DatabaseConnection,
  database: string,
  user?: string,
): DatabaseConnection {
  if (!("url" in admin)) return { ...admin, database, ...(user === undefined ? {} : { user }) };
  const url = new URL(admin.url);
  url.pathname = `/${database}`;
  if (user !== undefined) url.searchParams.set("user", user);
  return { url: url.toString() };
}

interface LeftOpen {
  application: string;
  query: string;
}

/** Drops it, and fails if connections were open. Those that end need a moment for it. */
async function dropDatabase(cluster: TestCluster, { admin }: EmptyDatabase): Promise<void> {
  const left = await withClient(cluster.admin, undefined, async (client) => {
    const name = "url" in admin ? new URL(admin.url).pathname.slice(1) : admin.database;
    const open = async (): Promise<LeftOpen[]> => {
      const { rows } = await client.query<LeftOpen>(
        `select application_name as application, query from pg_stat_activity
         where datname = $1 and backend_type = 'client backend'`,
        [name],
      );
      return rows;
    };
    for (let attempt = 0; attempt < 50 && (await open()).length > 0; attempt += 1) {
      await client.query("select pg_sleep(0.02)");
    }
    const stillOpen = await open();
    await client.query(`drop database ${name} with (force)`);
    return stillOpen;
  });
  await cluster.stop();
  assert.deepEqual(left, [], "connections to the test database that were left open");
}
