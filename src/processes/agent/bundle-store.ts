import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "#lib/missing-file";
import { AuditRefused } from "./audit-refused.ts";
import type { FetchBundle } from "./fetch-bundle.ts";

/** Bundles that the server handed over, by their hash. */
export interface BundleStore {
  /**
   * The file of a bundle, fetched if it is not here.
   *
   * @param bytes its length, as the job says it.
   * @throws AuditRefused when it cannot be had, or is not what the hash says.
   */
  fileOf(bundle: { sha256: string; bytes: number }, signal: AbortSignal): Promise<string>;
}

const mostBundles = 10;
const mostBytes = 512 * 1024 * 1024;
/** The largest that the server takes in. */
const largestBundle = 256 * 1024 * 1024;

/** Keeps at most 10 bundles and 512 MB in a directory; the longest unused go. */
export function createBundleStore(directory: string, fetchBundle: FetchBundle): BundleStore {
  return {
    async fileOf({ sha256, bytes }, signal) {
      if (bytes > largestBundle) {
        throw new AuditRefused(
          "bad_content",
          `The bundle has ${bytes} bytes, more than ${largestBundle}.`,
        );
      }
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(directory, `${sha256}.xml`);
      if ((await hashOf(path)) !== sha256) {
        const xml = await fetchBundle({ sha256, bytes }, signal);
        if (createHash("sha256").update(xml).digest("hex") !== sha256) {
          throw new AuditRefused(
            "wrong_hash",
            "The bundle that the server sent has another hash than the audit says: it is not used.",
          );
        }
        await writeWhole(path, xml);
      }
      const now = new Date();
      await utimes(path, now, now);
      await tidy(directory, path);
      return path;
    },
  };
}

/** SHA-256 of a file in hex; `null`: it is not there. */
async function hashOf(path: string): Promise<string | null> {
  const sum = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path)) sum.update(chunk);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return sum.digest("hex");
}

async function writeWhole(path: string, data: Buffer): Promise<void> {
  const file = await open(`${path}.tmp`, "w", 0o600);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

async function tidy(directory: string, used: string): Promise<void> {
  const files = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const path = join(directory, name);
      const { mtimeMs, size } = await stat(path);
      return { path, usedAt: path === used ? Number.POSITIVE_INFINITY : mtimeMs, size };
    }),
  );
  let kept = 0;
  let bytes = 0;
  for (const file of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
    kept++;
    bytes += file.size;
    if (file.path !== used && (kept > mostBundles || bytes > mostBytes)) await rm(file.path);
  }
}
