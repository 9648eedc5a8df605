import { open } from "node:fs/promises";
import { isMissing } from "#lib/missing-file";

/** os-release(5): the first that there is. */
const files = ["/etc/os-release", "/usr/lib/os-release"];
const maxBytes = 16 * 1024;

/** What this host calls its system: `Debian GNU/Linux 12 (bookworm)`. */
export async function hostSystem(): Promise<string> {
  for (const path of files) {
    const name = /^PRETTY_NAME=(["']?)(.+)\1$/m.exec(await beginningOf(path))?.[2];
    if (name !== undefined) return name;
  }
  return `a ${process.platform} that does not tell its name`;
}

async function beginningOf(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    if (isMissing(error)) return "";
    throw error;
  }
}
