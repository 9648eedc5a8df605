import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { Client } from "pg";
import { newId } from "#lib/ids";
import { nullIfMissing } from "#lib/missing-file";
import { type DatabaseConnection, examine, withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  type About,
  type Checksums,
  aboutEntry,
  checksumsEntry,
  formatVersion,
  keyEntry,
  partBytes,
  partEntry,
} from "./backup-format.ts";
import {
  beginSnapshot,
  copyOut,
  listMigrations,
  listPartitions,
  listTables,
} from "./backup.queries.ts";
import { tarEnd, tarEntry } from "./tar.ts";

/** What a backup holds. */
export interface BackupSummary {
  tables: number;
  rows: number;
  /** Of the file. */
  bytes: number;
}

/**
 * Writes everything that the installation knows into one file, as of one moment, while it goes on working. The file
 * appears whole or not at all, readable by its owner alone: it holds the key that opens the credentials.
 *
 * @param source.key the secret key, 32 bytes.
 * @param signal stops it.
 * @throws Problem when the database cannot be reached, or something else than a file is in the way; an error of the file
 * system.
 */
export async function writeBackup(
  path: string,
  source: { connection: DatabaseConnection; key: Buffer; version: string; now: () => number },
  signal?: AbortSignal,
): Promise<BackupSummary> {
  await refuseToReplace(path);
  const { role } = await examine(source.connection);
  const partial = `${path}.${newId()}.partial`;
  const summary = { tables: 0, rows: 0 };
  try {
    await withClient(source.connection, role, async (client) => {
      await beginSnapshot(client);
      const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
      const file = createWriteStream(partial, { flags: "wx", mode: 0o600, flush: true });
      const content = Readable.from(archive(client, source, summary));
      await pipeline(content, compress, file, signal === undefined ? {} : { signal });
    });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    if (signal?.aborted !== true) throw error;
    throw new Problem("unavailable", "The backup was stopped; nothing was written.", {
      cause: error,
    });
  }
  return { ...summary, bytes: (await stat(path)).size };
}

/** An older backup may be replaced; a directory or a device would be lost. */
async function refuseToReplace(path: string): Promise<void> {
  const there = await stat(path).catch(nullIfMissing);
  if (there !== null && !there.isFile()) {
    throw new Problem("invalid_request", `${path} is there and is no regular file; name another.`);
  }
}

async function* archive(
  client: Client,
  { key, version, now }: { key: Buffer; version: string; now: () => number },
  summary: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  const createdAt = now();
  const checksums: Checksums = { entries: {}, rows: {} };
  const entry = (name: string, content: Buffer): Buffer => {
    checksums.entries[name] = createHash("sha256").update(content).digest("hex");
    return tarEntry(name, content, createdAt / 1000);
  };
  const about: About = {
    format: formatVersion,
    version,
    createdAt,
    migrations: await listMigrations(client),
    tables: await listTables(client),
    partitions: await listPartitions(client),
  };
  yield entry(aboutEntry, Buffer.from(JSON.stringify(about, null, 2)));
  yield entry(keyEntry, Buffer.from(`${key.toString("hex")}\n`));
  for (const table of about.tables) {
    let number = 0;
    let rows = 0;
    for await (const part of inParts(copyOut(client, table))) {
      number += 1;
      rows += countLines(part);
      yield entry(partEntry(table.name, number), part);
    }
    checksums.rows[table.name] = rows;
    summary.tables += 1;
    summary.rows += rows;
  }
  yield tarEntry(checksumsEntry, Buffer.from(JSON.stringify(checksums)), createdAt / 1000);
  yield tarEnd;
}

/** Gathers the pieces of a stream until they are worth a part. */
async function* inParts(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** In the text format of COPY a line is a row: line ends within values are escaped. */
function countLines(part: Buffer): number {
  let lines = 0;
  for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
  return lines;
}
