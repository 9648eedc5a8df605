import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { newId } from "#lib/ids";
import { isMissing } from "#lib/missing-file";
import { Problem } from "#platform/errors";

/**
 * Reads the installation's key (64 hex digits), and makes it on the first start. Two processes that start at once agree:
 * the file appears whole or not at all, and the first one wins.
 *
 * @throws Problem when the file cannot be read or does not hold a key.
 */
export async function readOrMakeKeyFile(path: string): Promise<Buffer> {
  const existing = await readKey(path);
  if (existing !== null) return existing;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${newId()}`;
  await writeFile(fresh, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600, flush: true });
  await chmod(fresh, 0o600);
  try {
    await link(fresh, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    await unlink(fresh);
  }
  const key = await readKey(path);
  if (key === null)
    throw new Problem(
      "unavailable",
      `The secret key file ${path} vanished while it was being made.`,
    );
  return key;
}

async function readKey(path: string): Promise<Buffer | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw new Problem(
      "unavailable",
      `The secret key file ${path} cannot be read: ${String(error)}.`,
      { cause: error },
    );
  }
  if (!/^[0-9a-f]{64}$/.test(text.trim())) {
    throw new Problem(
      "unavailable",
      `The secret key file ${path} does not hold 64 hex digits. Restore it from a backup.`,
    );
  }
  return Buffer.from(text.trim(), "hex");
}

function isThere(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
