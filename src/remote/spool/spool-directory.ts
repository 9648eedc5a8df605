import { open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "#lib/logger";
import { type SpoolFileName, isCoveredBy, parseSpoolFileName } from "./spool-file.ts";

/** What waits in the spool under one name. */
export interface Entry extends SpoolFileName {
  /** Compressed. */
  bytes: number;
  /** Not on disk: only here. */
  held: Buffer | null;
  /** Large enough to be left alone when small files are joined. */
  whole: boolean;
}

/** What earlier processes left, oldest first. Half-written files and what stands in a joined file, too, are deleted. */
export async function readEntries(directory: string, log: Logger): Promise<Entry[]> {
  const names: { file: string; name: SpoolFileName }[] = [];
  for (const file of await readdir(directory)) {
    const name = parseSpoolFileName(file);
    if (name !== null) names.push({ file, name });
    else if (file.endsWith(".gz.tmp")) await rm(join(directory, file), { force: true });
  }
  // Wider ones first, so that a joined file comes before what it was joined from.
  names.sort((a, b) => a.name.first - b.name.first || b.name.last - a.name.last);
  const entries: Entry[] = [];
  for (const { file, name } of names) {
    const path = join(directory, file);
    const before = entries.at(-1);
    if (before !== undefined && isCoveredBy(name, before)) {
      await rm(path, { force: true });
      continue;
    }
    const { size } = await stat(path);
    entries.push({ ...name, bytes: size, held: null, whole: name.last > name.first });
  }
  if (entries.length > 0) {
    const items = entries.reduce((sum, entry) => sum + entry.items, 0);
    log.info({ items, files: entries.length }, "results of an earlier run wait for the server");
  }
  return entries;
}

/**
 * The file appears whole or not at all.
 *
 * @param durable also after a power failure.
 */
export async function writeWhole(path: string, data: Buffer, durable: boolean): Promise<void> {
  const unfinished = `${path}.tmp`;
  try {
    const file = await open(unfinished, "w", 0o600);
    try {
      await file.writeFile(data);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    // On a full disk the half of it is in the way; what matters is why the whole could not be written.
    await Promise.allSettled([unlink(unfinished)]);
    throw error;
  }
}

/** Gone, or on a broken part of the disk. Anything else, such as too many open files, passes. */
export function isUnreadable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ENOENT" || code === "EIO";
}
