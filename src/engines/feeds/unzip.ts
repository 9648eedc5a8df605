import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, type ZipFile, openPromise } from "yauzl";
import { printableLine } from "#lib/printable";
import { DamagedFeed } from "./feed-error.ts";
import { maxArchiveEntries } from "./limits.ts";

/** One file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly packedBytes: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * The files of a zip archive, in the order of its directory; folders are left out. The directory stands at the end, so an
 * archive that was cut off is refused before anything of it is read.
 *
 * @param name shown in errors. @throws DamagedFeed: no whole archive, encrypted, or an entry that is not as its directory
 * says (size, CRC-32).
 */
export async function* openArchive(path: string, name = path): AsyncGenerator<ArchiveEntry> {
  const zip = await openPromise(path, { strictFileNames: false }).catch((error: unknown) => {
    throw isOfFiles(error) ? error : damaged(name, error);
  });
  try {
    if (zip.entryCount > maxArchiveEntries) {
      throw new DamagedFeed(`${name}: it has more than ${maxArchiveEntries} entries`);
    }
    for await (const entry of entriesOf(zip, name)) {
      if (entry.fileName.endsWith("/")) continue;
      yield {
        name: shown(entry.fileName),
        packedBytes: entry.compressedSize,
        bytes: contentOf(zip, entry, `${name} › ${shown(entry.fileName)}`),
      };
    }
  } finally {
    zip.close();
  }
}

/** As `openArchive`, for one that comes out of another: it is kept in a temporary file meanwhile. */
export async function* openNestedArchive(
  name: string,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<ArchiveEntry> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-feed-"));
  try {
    const path = join(directory, "nested.zip");
    await pipeline(Readable.from(bytes), createWriteStream(path, { mode: 0o600 }));
    yield* openArchive(path, name);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function* entriesOf(zip: ZipFile, name: string): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    throw damaged(name, error);
  }
}

async function* contentOf(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw new DamagedFeed(`${name}: it is encrypted`);
  let checksum = 0;
  try {
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      checksum = crc32(piece, checksum);
      yield piece;
    }
  } catch (error) {
    throw damaged(name, error);
  }
  if (checksum !== entry.crc32) throw new DamagedFeed(`${name}: its checksum does not match`);
}

function damaged(name: string, error: unknown): DamagedFeed {
  const reason = error instanceof Error ? error.message : String(error);
  return new DamagedFeed(`${name}: it is no whole zip archive (${reason})`, { cause: error });
}

function isOfFiles(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

/** A name out of an archive, fit to be printed. */
function shown(name: string): string {
  return printableLine(name.slice(0, 200));
}
