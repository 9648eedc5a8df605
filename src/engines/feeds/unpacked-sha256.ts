import { createHash } from "node:crypto";
import { unpackFile } from "./unpack.ts";

/** The SHA-256, in hex, of what a file unpacks to; of an archive, of its files one after the other. Errors: as `readFeed`. */
export async function unpackedSha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const { bytes } of unpackFile(path)) {
    for await (const piece of bytes) hash.update(piece);
  }
  return hash.digest("hex");
}
