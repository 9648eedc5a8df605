import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable, pipeline } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import xz from "xz-decompress";
import { type Taken, counted, peek } from "#lib/byte-pieces";
import { DamagedFeed } from "./feed-error.ts";
import { maxNesting, maxPackRatio, maxUnpackedBytes, packRatioFromBytes } from "./limits.ts";
import { openArchive, openNestedArchive } from "./unzip.ts";

/** A file, or one of an archive, unpacked. */
export interface Part {
  /** As in `feeds.zip › nvd.json.gz`. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** Whether it came out of a `.zip`. */
  readonly archived: boolean;
}

/** Pieces are as large as makes the work per piece disappear. */
const pieceBytes = 256 * 1024;
const zipMagic = Buffer.from("PK\u0003\u0004");
const emptyZipMagic = Buffer.from("PK\u0005\u0006");
const gzipMagic = Buffer.from([0x1f, 0x8b]);
const xzMagic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]);
const magicBytes = 6;
/** So much of the beginning comes in one piece, enough for the next reader to know what it is. */
const peekBytes = 64;

/**
 * Unpacks a file, whatever its name: gzip, xz, zip, and these within each other; a plain file is its only part. Each part
 * must be read, or let go of, before the next is asked for.
 *
 * @throws DamagedFeed with the part's name: damaged, nested too deeply, or more than the bounds of `limits.ts`; an error of
 * the file system.
 */
export async function* unpackFile(path: string): AsyncGenerator<Part> {
  const head = await readHead(path);
  const budget = { left: maxUnpackedBytes };
  if (isZip(head)) {
    yield* unpackArchive(path, openArchive(path), budget, 1);
    return;
  }
  const bytes = createReadStream(path, { highWaterMark: pieceBytes });
  yield* unpack({ name: path, bytes, archived: false }, budget, 0);
}

interface Budget {
  left: number;
}

async function* unpack(part: Part, budget: Budget, nesting: number): AsyncGenerator<Part> {
  const { head, bytes } = await peek(part.bytes, peekBytes);
  const isPacked = isZip(head) || startsWith(head, gzipMagic) || startsWith(head, xzMagic);
  if (isPacked && nesting >= maxNesting) {
    throw new DamagedFeed(`${part.name}: packed more than ${maxNesting} times`);
  }
  if (isZip(head)) {
    yield* unpackArchive(part.name, openNestedArchive(part.name, bytes), budget, nesting + 1);
  } else if (startsWith(head, gzipMagic)) {
    const unpacked = unpackedWith(part.name, bytes, budget, gunzip);
    yield* unpack({ ...part, bytes: unpacked }, budget, nesting + 1);
  } else if (startsWith(head, xzMagic)) {
    const unpacked = unpackedWith(part.name, bytes, budget, unxz);
    yield* unpack({ ...part, bytes: unpacked }, budget, nesting + 1);
  } else yield { ...part, bytes };
}

async function* unpackArchive(
  name: string,
  entries: AsyncGenerator<{ name: string; packedBytes: number; bytes: AsyncIterable<Buffer> }>,
  budget: Budget,
  nesting: number,
): AsyncGenerator<Part> {
  for await (const entry of entries) {
    const entryName = `${name} › ${entry.name}`;
    const packed = { bytes: entry.packedBytes };
    const bytes = bounded(entryName, entry.bytes, packed, budget);
    yield* unpack({ name: entryName, bytes, archived: true }, budget, nesting);
  }
}

function gunzip(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const into = createGunzip({ chunkSize: pieceBytes });
  // What goes wrong is told to the one who reads `into`.
  pipeline(Readable.from(packed), into, () => undefined);
  return into;
}

async function* unxz(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = new xz.XzReadableStream(ReadableStream.from(packed));
  for await (const piece of Readable.fromWeb(unpacked)) {
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

/** Unpacks and keeps the bounds; an error of the unpacker is one of the file. */
async function* unpackedWith(
  name: string,
  packed: AsyncIterable<Buffer>,
  budget: Budget,
  how: (packed: AsyncIterable<Buffer>) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const taken: Taken = { bytes: 0, error: undefined };
  try {
    yield* bounded(name, how(counted(packed, taken)), taken, budget);
  } catch (error) {
    // What failed before this unpacker, in the file system or an outer one, is told as it is.
    if (taken.error !== undefined) throw taken.error;
    if (error instanceof DamagedFeed) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new DamagedFeed(`${name}: it is damaged or ends too early (${reason})`, { cause: error });
  }
}

/** Refuses what was packed in order to fill a disk, or to last for ever. */
async function* bounded(
  name: string,
  unpacked: AsyncIterable<Buffer>,
  packed: { readonly bytes: number },
  budget: Budget,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const piece of unpacked) {
    bytes += piece.length;
    budget.left -= piece.length;
    if (budget.left < 0) {
      throw new DamagedFeed(`${name}: more than ${maxUnpackedBytes} bytes come out of it`);
    }
    if (bytes > packRatioFromBytes && bytes > packed.bytes * maxPackRatio) {
      throw new DamagedFeed(`${name}: ${bytes} bytes come out of ${packed.bytes}, as of a bomb`);
    }
    yield piece;
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(magicBytes);
    const { bytesRead } = await file.read(head, 0, magicBytes, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function isZip(head: Buffer): boolean {
  return startsWith(head, zipMagic) || startsWith(head, emptyZipMagic);
}

function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic);
}
