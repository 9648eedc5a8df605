import { readFile, readdir } from "node:fs/promises";
import { type Migration, parseMigration } from "./migration.ts";

/** Where the program's own migrations are. */
export const migrationsDirectory = new URL("../../../migrations/", import.meta.url);

/** Generated from the rest, to read. */
const schemaFile = "schema.sql";

/**
 * Reads all migrations, by number.
 *
 * @throws Error when a file is misnamed or two share a number.
 */
export async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name !== schemaFile).toSorted();
  const migrations = await Promise.all(
    names.map(async (name) =>
      parseMigration(name, await readFile(new URL(name, directory), "utf8")),
    ),
  );
  for (const [index, { number, name }] of migrations.entries()) {
    const before = migrations[index - 1];
    if (before?.number === number) {
      throw new Error(`migrations/: ${before.name} and ${name} share a number`);
    }
  }
  return migrations;
}
