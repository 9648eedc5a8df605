import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { readOrMakeKeyFile } from "#platform/crypto";
import { Problem } from "#platform/errors";

/**
 * Puts a backup's secret key into its file. Should the restore fail after that, it can be tried again: the key that is
 * there is the right one.
 *
 * @throws Problem when another key is there: whatever that one sealed would be lost.
 */
export async function takeKey(path: string, key: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${key.toString("hex")}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    if (key.equals(await readOrMakeKeyFile(path))) return;
    throw new Problem(
      "invalid_request",
      `${path} holds another secret key than the backup; move it away, then restore again. Nothing was restored.`,
      { cause: error },
    );
  }
}
