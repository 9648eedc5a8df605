import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { nullIfMissing } from "#lib/missing-file";
import { AuditFailed } from "./audit-failed.ts";

/** Where distributions put the data streams of the SCAP Security Guide: all but older Ubuntu and Debian in the first. */
const distributionFolders: readonly string[] = [
  "/usr/share/xml/scap/ssg/content",
  "/usr/share/scap-security-guide",
];

/** Write permission of the group and of everybody. */
const othersMayWrite = 0o022;

/**
 * Looks for a file in the distribution's folders.
 *
 * @param file a name without any folder.
 * @returns its real path, `null` when there is none.
 * @throws AuditFailed `bad_content` when somebody other than root may have changed it: with root's rights it would be evaluated.
 */
export async function findContentFile(
  file: string,
  folders: readonly string[] = distributionFolders,
): Promise<string | null> {
  if (basename(file) !== file || file.startsWith(".") || file.includes("\0")) {
    throw new AuditFailed("bad_content", `"${file}" is no name of a file in a folder of content.`);
  }
  for (const folder of folders) {
    const found = await realPath(join(folder, file));
    if (found === null) continue;
    const home = await realpath(folder);
    if (!found.startsWith(home + sep)) {
      throw new AuditFailed(
        "bad_content",
        `${join(folder, file)} is a link to ${found}, outside of its folder, and is not used.`,
      );
    }
    for (const path of [found, dirname(found)]) await checkOwner(path);
    return found;
  }
  return null;
}

async function realPath(path: string): Promise<string | null> {
  return realpath(path).catch(nullIfMissing);
}

async function checkOwner(path: string): Promise<void> {
  const { mode, uid } = await stat(path);
  if (uid !== 0) {
    throw new AuditFailed(
      "bad_content",
      `${path} belongs to user ${uid}, who could change it; it is used only when it belongs to root (chown root).`,
    );
  }
  if ((mode & othersMayWrite) !== 0) {
    throw new AuditFailed(
      "bad_content",
      `${path} can be written by others than root, and is not used until only root may (chmod go-w).`,
    );
  }
}

/**
 * Opens content for reading. A pipe or a device is not waited for.
 *
 * @throws AuditFailed `no_content`, `bad_content`.
 */
export async function openContent(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ENOENT") throw error;
    throw new AuditFailed("no_content", `The content ${path} is not there.`, { cause: error });
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AuditFailed("bad_content", `The content ${path} is no file.`);
}
