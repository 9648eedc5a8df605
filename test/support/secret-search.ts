import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** A secret as programs write it down: as text of either width, in hexadecimal, percent-encoded, in base64 wherever it begins. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [bytes, Buffer.from(secret, "utf16le")].flatMap((written) =>
    [0, 1, 2].map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), written]).toString("base64");
      // Signs that a byte before or behind has a part in are another text's.
      return Buffer.from(
        text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + written.length) * 4) / 3)),
      );
    }),
  );
  const hex = bytes.toString("hex");
  return [
    bytes,
    Buffer.from(secret, "utf16le"),
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    Buffer.from(encodeURIComponent(secret)),
    Buffer.from(JSON.stringify(secret).slice(1, -1)),
    ...inBase64,
  ];
}

/** Whether the secret stands somewhere in the bytes, however it was written. */
export function holdsSecret(bytes: Uint8Array, secret: string): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return formsOf(secret).some((form) => all.includes(form));
}

/** The files of a directory, and of all within it, in which the secret stands. Nobody may be writing there. */
export async function filesWithSecret(directory: string, secret: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (holdsSecret(await readFile(path), secret)) found.push(path);
  }
  return found;
}
