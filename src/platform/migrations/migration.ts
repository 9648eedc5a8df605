import { createHash } from "node:crypto";
import { Problem } from "#platform/errors";

/** One numbered SQL file. */
export interface Migration {
  readonly number: number;
  /** File name without `.sql`, such as `0002-monitor`. */
  readonly name: string;
  /** SHA-256 of the text, in hex. */
  readonly checksum: string;
  /** Programs that do not know this migration cannot work on a schema that has it. */
  readonly breaking: boolean;
  readonly sql: string;
}

/** What the database remembers of a migration. */
export type AppliedMigration = Omit<Migration, "sql">;

/**
 * Reads a migration file. A breaking one says so in its first line: `--! breaking`.
 *
 * @throws Error when the name is not `NNNN-kebab-case.sql`.
 */
export function parseMigration(fileName: string, text: string): Migration {
  const match = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(fileName);
  if (match === null) throw new Error(`migrations/${fileName}: a name is NNNN-kebab-case.sql`);
  // Git may turn line ends, and that is no change.
  const sql = text.replaceAll("\r\n", "\n");
  return {
    number: Number(match[1]),
    name: fileName.slice(0, -".sql".length),
    checksum: createHash("sha256").update(sql).digest("hex"),
    breaking: sql.startsWith("--! breaking\n"),
    sql,
  };
}

/**
 * Decides which migrations are still to be done, in order.
 *
 * @param known all of this program, by number.
 * @param applied all that the database has had.
 * @throws Problem `unavailable` when this program must not touch the database: a newer one broke with it, or a migration
 * was changed or slipped in after the fact.
 */
export function decidePending(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration[] {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]));
  for (const done of applied) {
    const ours = byNumber.get(done.number);
    if (ours === undefined && done.breaking) {
      throw new Problem(
        "unavailable",
        `The database was migrated by a newer Vedette (${done.name}), with which this version cannot work. ` +
          "Run that version, or restore a backup from before the upgrade.",
      );
    }
    if (ours !== undefined && ours.checksum !== done.checksum) {
      throw new Problem(
        "unavailable",
        `Migration ${ours.name} is not the one that this database has had (${done.name}). ` +
          "An applied migration is never edited; add a new one.",
      );
    }
  }
  const done = new Set(applied.map(({ number }) => number));
  const newest = Math.max(-1, ...done);
  const pending = known.filter(({ number }) => !done.has(number));
  const late = pending.find(({ number }) => number < newest);
  if (late !== undefined) {
    throw new Problem(
      "unavailable",
      `Migration ${late.name} is numbered before ones that this database has had already. Give it the next number.`,
    );
  }
  return pending;
}
