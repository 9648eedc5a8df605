import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type DataStream, InvalidAuditFile, readDataStream } from "#engines/scap";
import { byteSlices } from "#lib/byte-slices";
import { printableLine } from "#lib/printable";
import { Problem } from "#platform/errors";
import { type BundleFile, longestGzipBytes, longestXmlBytes } from "./bundle.ts";

/**
 * Reads a SCAP data stream from a file, plain or gzip, and checks that it is one.
 *
 * @param options.name how it is called in sentences, if not by its path.
 * @param options.maxBytes of XML, usually 256 MiB.
 * @throws Problem `not_found`: it cannot be read; `invalid_request`: it is no data stream, or too long.
 */
export async function readBundleFile(
  path: string,
  options: { name?: string; maxBytes?: number } = {},
): Promise<BundleFile> {
  const { name = path, maxBytes = longestXmlBytes } = options;
  const isGzip = await checkFile(path, name);
  return readBundle(() => createReadStream(path), {
    fileName: basename(path),
    name,
    maxBytes,
    isGzip,
  });
}

/**
 * The same for a data stream that was sent.
 *
 * @param fileName what the sender calls it.
 * @throws Problem `invalid_request`: it is no data stream, or too long.
 */
export async function readBundleBytes(bytes: Buffer, fileName: string): Promise<BundleFile> {
  const isGzip = bytes.length > 1 && bytes.readUInt16BE() === 0x1f8b;
  const options = { fileName, name: fileName, maxBytes: longestXmlBytes, isGzip };
  return readBundle(() => Readable.from(byteSlices(bytes)), options);
}

/** @param source begins anew each time. */
async function readBundle(
  source: () => Readable,
  options: { fileName: string; name: string; maxBytes: number; isGzip: boolean },
): Promise<BundleFile> {
  const { fileName, name, isGzip } = options;
  const dataStream = await parse(source(), options);
  const packed = await pack(source(), isGzip);
  if (packed.sha256 !== dataStream.content.sha256) {
    throw new Problem("unavailable", `${name} changed while it was read; try again.`);
  }
  if (packed.gzip.length > longestGzipBytes) {
    const what = `${name} has ${packed.gzip.length} bytes even as gzip`;
    throw new Problem(
      "invalid_request",
      `${what}: at most ${longestGzipBytes} are handed to agents.`,
    );
  }
  return { fileName: printableLine(fileName).replace(/\.gz$/i, ""), ...packed, dataStream };
}

/** @returns whether it is gzip. */
async function checkFile(path: string, name: string): Promise<boolean> {
  try {
    // A pipe that nobody writes to is not waited for.
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    // It is read twice, and a pipe can be read once only.
    if (!(await file.stat()).isFile()) throw new Error("it is no file");
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("not_found", `${name} cannot be read: ${reason}.`, { cause });
  }
}

async function parse(
  source: Readable,
  options: { name: string; maxBytes: number },
): Promise<DataStream> {
  try {
    const dataStream = await readDataStream(source, options);
    if (dataStream.profiles.length > 0) return dataStream;
  } catch (error) {
    if (!(error instanceof InvalidAuditFile)) throw error;
    throw new Problem("invalid_request", error.message, { cause: error });
  }
  throw new Problem(
    "invalid_request",
    `${options.name} has no profile that hosts could be audited against.`,
  );
}

/** The XML is known to be no bomb by now: whatever its gzip was, it is packed anew. */
async function pack(
  source: Readable,
  isGzip: boolean,
): Promise<{ sha256: string; bytes: number; gzip: Buffer }> {
  const hash = createHash("sha256");
  let bytes = 0;
  const pieces: Buffer[] = [];
  const xml = isGzip ? source.compose(createGunzip()) : source;
  await pipeline(
    xml,
    async function* (read: AsyncIterable<Buffer>) {
      for await (const piece of read) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createGzip(),
    async (packed: AsyncIterable<Buffer>) => {
      for await (const piece of packed) pieces.push(piece);
    },
  );
  return { sha256: hash.digest("hex"), bytes, gzip: Buffer.concat(pieces) };
}
