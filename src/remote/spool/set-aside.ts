import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The newest are kept, for somebody to look at; a defect that damages every batch must not fill the disk. */
const keptFiles = 100;

/**
 * Moves a spool file into a directory beside the spool, out of the way.
 *
 * @param held the content when it is not on disk.
 * @returns where it lies now; `null` when the disk did not even take that.
 */
export async function setAside(
  directory: string,
  where: "damaged" | "refused",
  file: string,
  held: Buffer | null,
): Promise<string | null> {
  const aside = join(directory, where);
  const target = join(aside, file);
  try {
    await mkdir(aside, { recursive: true, mode: 0o700 });
    if (held === null) await rename(join(directory, file), target);
    else await writeFile(target, held, { mode: 0o600 });
    const files = (await readdir(aside)).toSorted();
    for (const old of files.slice(0, -keptFiles)) await rm(join(aside, old), { force: true });
    return target;
  } catch (error) {
    // The caller logs what is lost; a missing file or a full disk is no reason to stop polling.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
