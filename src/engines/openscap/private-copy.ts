import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { AuditFailed } from "./audit-failed.ts";
import { openContent } from "./content-files.ts";

/** The largest data stream that is known, that of Red Hat Enterprise Linux, has 30 MB. */
const maxContentBytes = 512 * 2 ** 20;

/**
 * Copies content to where nobody else can change it, unpacked: what is evaluated is what was hashed.
 *
 * @param path gzip when it ends in `.gz`.
 * @returns the SHA-256 of the XML, in hex.
 * @throws AuditFailed `no_content`, `bad_content`; an error of the file system.
 */
export async function copyPrivately(
  path: string,
  copy: string,
  signal: AbortSignal,
): Promise<string> {
  const content = await openContent(path);
  const hash = createHash("sha256");
  let bytes = 0;
  const hashed = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > maxContentBytes) {
        throw new AuditFailed(
          "bad_content",
          `The content ${path} has more than ${maxContentBytes / 2 ** 20} MB.`,
        );
      }
      hash.update(piece);
      yield piece;
    }
  };
  const source = content.createReadStream();
  const target = createWriteStream(copy, { flags: "wx", mode: 0o600 });
  try {
    if (path.endsWith(".gz")) {
      await pipeline(source, createGunzip(), hashed, target, { signal });
    } else await pipeline(source, hashed, target, { signal });
  } catch (error) {
    if (!isDamaged(error)) throw error;
    const reason = `The content ${path} is not a whole gzip stream.`;
    throw new AuditFailed("bad_content", reason, { cause: error });
  }
  return hash.digest("hex");
}

function isDamaged(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("Z_")
  );
}
