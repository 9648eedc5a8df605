import { once } from "node:events";
import { open, rename, rm } from "node:fs/promises";
import { newId } from "#lib/ids";
import { Problem } from "#platform/errors";

type Write = (text: string | Uint8Array) => Promise<void>;

/** Waits for a slow reader. */
export async function writeStdout(text: string | Uint8Array): Promise<void> {
  if (text.length > 0 && !process.stdout.write(text)) await once(process.stdout, "drain");
}

/**
 * Writes a file, which takes its place when it is whole; until then, and when something fails, what was there stays.
 *
 * @throws Problem `unavailable` when it cannot be written; whatever `work` throws.
 */
export async function toFile<T>(path: string, work: (write: Write) => Promise<T>): Promise<T> {
  const partial = `${path}.${newId()}.partial`;
  const file = await ofFile(path, () => open(partial, "wx", 0o600));
  try {
    const result = await work((text) => ofFile(path, () => file.writeFile(text)));
    await ofFile(path, async () => {
      await file.sync();
      await file.close();
      await rename(partial, path);
    });
    return result;
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

/** What the file system says is for the one who chose the file. */
async function ofFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Problem("unavailable", `${path} cannot be written: ${reason}.`, { cause });
  }
}
