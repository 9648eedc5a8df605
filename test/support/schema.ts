import { withClient } from "#platform/db";
import { createLog } from "#platform/log";
import { describeSchema, migrate, migrationsDirectory } from "#platform/migrations";
import { startTestCluster } from "#test/cluster";

/** Where the schema is written down, to read. */
export const schemaFile = new URL("schema.sql", migrationsDirectory);

/** What it must say: the schema that all migrations make on the embedded PostgreSQL. Others word a default differently. */
export async function writtenSchema(): Promise<string> {
  const cluster = await startTestCluster();
  try {
    await migrate(cluster.admin, { log: createLog("silent", "test") });
    return await withClient(cluster.admin, undefined, describeSchema);
  } finally {
    await cluster.stop();
  }
}
