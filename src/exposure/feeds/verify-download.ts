import { readFile, rm } from "node:fs/promises";
import { unpackedSha256 } from "#engines/feeds";
import { Problem } from "#platform/errors";
import { type DownloadDeps, download } from "./download.ts";

/**
 * Compares a file with the SHA-256 that its publisher says beside it: in a `.meta` file of lines such as `sha256:ABC…`,
 * of what the file unpacks to.
 *
 * @returns false when there is no such file beside it, as on mirrors that hold the feed alone.
 * @throws Problem when it is another, or the `.meta` file says none.
 */
export async function verifyDownload(
  url: string,
  path: string,
  metaUrl: string,
  deps: DownloadDeps,
): Promise<boolean> {
  const metaPath = `${path}.meta`;
  try {
    await download(metaUrl, metaPath, null, deps);
  } catch (error) {
    if (error instanceof Problem && error.code === "not_found") return false;
    throw error;
  }
  const meta = await readFile(metaPath, "utf8");
  await rm(metaPath);
  const wanted = /^sha256:\s*([0-9a-f]{64})\s*$/im.exec(meta.slice(0, 10_000))?.[1]?.toLowerCase();
  if (wanted === undefined) {
    throw new Problem("unavailable", `${metaUrl} does not say a SHA-256.`);
  }
  const found = await unpackedSha256(path);
  if (found === wanted) return true;
  throw new Problem(
    "unavailable",
    `${url} is not what ${metaUrl} says: its SHA-256 is ${found}, not ${wanted}.`,
  );
}
