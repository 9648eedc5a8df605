import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { type Client, DatabaseError as DatabaseRefusal } from "pg";
import type Type from "typebox";
import type { Static } from "typebox";
import Value from "typebox/value";
import { type DatabaseConnection, examine, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  About,
  Checksums,
  aboutEntry,
  checksumsEntry,
  formatVersion,
  keyEntry,
  maxPartBytes,
  tableOfEntry,
} from "./backup-format.ts";
import {
  analyze,
  begin,
  commit,
  copyIn,
  emptyTables,
  forceRowSecurity,
  listForced,
  listMigrations,
  listTables,
  lockAndSeeWhetherEmpty,
  makePartition,
} from "./backup.queries.ts";
import { DamagedArchive, type TarEntry, readTar } from "./tar.ts";

/** What was restored. */
export interface RestoredBackup {
  /** When the backup was made. */
  createdAt: number;
  tables: number;
  rows: number;
}

/**
 * Fills an empty installation from a backup: all of it in one transaction, or nothing.
 *
 * @param target.takeKey is given the backup's secret key before the rows are committed; it throws if it cannot keep it.
 * @throws Problem with a sentence: not a whole backup, of another schema, or an installation that is not empty.
 */
export async function restoreBackup(
  path: string,
  target: { connection: DatabaseConnection; takeKey: (key: Buffer) => Promise<void> },
): Promise<RestoredBackup> {
  const { role } = await examine(target.connection);
  return withClient(target.connection, role, async (client) => {
    await begin(client);
    if (!(await lockAndSeeWhetherEmpty(client))) {
      throw new Problem(
        "invalid_request",
        "This installation is not empty: restore into a new data directory, or an empty database.",
      );
    }
    let restored: { about: About; key: Buffer; rows: number };
    try {
      restored = await pipeline(
        createReadStream(path),
        createZstdDecompress(),
        (source: AsyncIterable<Buffer>) => load(client, readTar(source, maxPartBytes)),
      );
    } catch (error) {
      throw explain(error, path);
    }
    const { about, key, rows } = restored;
    await target.takeKey(key);
    await commit(client);
    await analyze(client);
    return { createdAt: about.createdAt, tables: about.tables.length, rows };
  });
}

async function load(
  client: Client,
  entries: AsyncGenerator<TarEntry>,
): Promise<{ about: About; key: Buffer; rows: number }> {
  const seen = new Map<string, string>();
  const next = async (): Promise<TarEntry> => {
    const { done, value } = await entries.next();
    if (done === true) throw new DamagedArchive("it ends too early");
    seen.set(value.name, createHash("sha256").update(value.content).digest("hex"));
    return value;
  };
  const about = parse(About, await next(), aboutEntry);
  await checkSchema(client, about);
  const key = Buffer.from(
    expect(await next(), keyEntry)
      .toString()
      .trim(),
    "hex",
  );

  const forced = await listForced(client);
  await forceRowSecurity(client, forced, false);
  await emptyTables(client, about.tables);
  for (const partition of about.partitions) await makePartition(client, partition);
  const rows = new Map(about.tables.map(({ name }) => [name, 0]));
  let entry = await next();
  for (const table of about.tables) {
    if (tableOfEntry(entry.name) !== table.name) continue;
    const into = copyIn(client, table);
    const finished = once(into, "finish");
    finished.catch(() => undefined); // told below, wherever it is awaited; until then it is nobody's rejection
    while (tableOfEntry(entry.name) === table.name) {
      await write(into, entry.content, finished);
      entry = await next();
    }
    into.end();
    await finished;
    rows.set(table.name, into.rowCount);
  }
  await forceRowSecurity(client, forced, true);

  const checksums = parse(Checksums, entry, checksumsEntry);
  seen.delete(checksumsEntry);
  if ((await entries.next()).done !== true) throw new DamagedArchive("it goes on after its end");
  compare("a part", new Map(Object.entries(checksums.entries)), seen);
  compare("the number of rows of a table", new Map(Object.entries(checksums.rows)), rows);
  return { about, key, rows: [...rows.values()].reduce((sum, count) => sum + count, 0) };
}

/** @param finished rejects when PostgreSQL refuses a row. */
async function write(into: Writable, content: Buffer, finished: Promise<unknown>): Promise<void> {
  try {
    if (!into.write(content)) await Promise.race([once(into, "drain"), finished]);
  } catch (error) {
    // Writing after a refusal fails inside of pg-copy-streams, with an error that does not say what was refused.
    await finished;
    throw error;
  }
}

async function checkSchema(client: Client, about: About): Promise<void> {
  if (about.format !== formatVersion) {
    throw new Problem(
      "invalid_request",
      `The backup has format ${about.format}; this Vedette reads ${formatVersion}. Restore it with version ${about.version}.`,
    );
  }
  const ours = await listMigrations(client);
  const same =
    ours.length === about.migrations.length &&
    ours.every(({ checksum }, i) => checksum === about.migrations[i]?.checksum);
  if (!same) {
    throw new Problem(
      "invalid_request",
      `The backup was made by Vedette ${about.version} with another schema (${about.migrations.at(-1)?.name ?? "none"}; ` +
        `this one has ${ours.at(-1)?.name ?? "none"}). Restore it with that version, then upgrade.`,
    );
  }
  // Names of tables and columns become SQL: only those that are there anyway.
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of about.tables) {
    const there = known.get(name);
    if (there === undefined || columns.some((column) => !there.includes(column))) {
      throw new DamagedArchive(`it speaks of a table ${name} that its schema does not have`);
    }
  }
}

function expect(entry: TarEntry, name: string): Buffer {
  if (entry.name !== name) throw new DamagedArchive(`${entry.name} stands where ${name} should be`);
  return entry.content;
}

function parse<T extends Type.TSchema>(schema: T, entry: TarEntry, name: string): Static<T> {
  let value: unknown;
  try {
    value = JSON.parse(expect(entry, name).toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedArchive(`${name} is no JSON`);
    throw error;
  }
  if (!Value.Check(schema, value)) throw new DamagedArchive(`${name} is not as it should be`);
  return value;
}

function compare<T>(
  what: string,
  wanted: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
): void {
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    if (wanted.get(name) !== found.get(name)) {
      throw new DamagedArchive(`${what} is not what its checksum says: ${name}`);
    }
  }
}

function explain(error: unknown, path: string): unknown {
  if (error instanceof Problem) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DamagedArchive || /^(ZSTD_|Z_|ERR_ZSTD|ERR_ZLIB)/.test(code)) {
    const message = `${path} is not a whole backup (${reason}); nothing was restored.`;
    return new Problem("invalid_request", message, { cause: error });
  }
  if (/^(ENOENT|EACCES|EISDIR|EPERM)$/.test(code)) {
    const message = `The backup ${path} cannot be read: ${reason}.`;
    return new Problem("invalid_request", message, { cause: error });
  }
  if (error instanceof DatabaseRefusal) {
    const message = `PostgreSQL refused what ${path} holds (${reason}); nothing was restored.`;
    return new Problem("invalid_request", message, { cause: error });
  }
  return error;
}
