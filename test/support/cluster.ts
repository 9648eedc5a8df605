import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConnection } from "#platform/db";
import { createLog } from "#platform/log";
import { startEmbeddedPostgres } from "#platform/postgres";

/** A PostgreSQL in which test databases are made. */
export interface TestCluster {
  /** A superuser's. */
  readonly admin: DatabaseConnection;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that `DATABASE_URL_TEST` names (`npm test` sets it, for each of the versions it tries); without it, an
 * embedded one just for this process.
 */
export async function testCluster(): Promise<TestCluster> {
  const url = process.env["DATABASE_URL_TEST"];
  if (url !== undefined) return { admin: { url }, stop: async () => undefined };
  return startTestCluster();
}

/** A cluster that other processes can be pointed at, by `DATABASE_URL_TEST`. */
export interface OwnCluster extends TestCluster {
  readonly url: string;
}

/**
 * An embedded PostgreSQL in a temporary directory.
 *
 * @param options.durable as in production, for figures. Else it does not sync, for it need not survive the machine's power.
 */
export async function startTestCluster(options: { durable?: boolean } = {}): Promise<OwnCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-test-"));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog("silent", "test"),
    settings: options.durable === true ? {} : { fsync: "off", max_connections: "400" },
  });
  const admin = postgres.adminConnection;
  if ("url" in admin) throw new Error("the embedded PostgreSQL is reached by its socket");
  return {
    admin,
    url: `postgres:///${admin.database}?host=${admin.host}&port=${admin.port}&user=${admin.user}`,
    stop: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
