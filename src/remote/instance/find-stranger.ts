import { stat } from "node:fs/promises";

/** Write permission of the group and of everybody. */
const othersMayWrite = 0o022;

/**
 * Looks whether somebody else could put files into a directory: whom this program belongs to, and what it works with, is
 * told by files there.
 *
 * @returns a sentence that says who, and what to do about it; `null`: nobody but this user and root.
 */
export async function findStranger(directory: string): Promise<string | null> {
  const own = process.getuid?.();
  // Windows has no such permissions: there a directory inherits those of the one that it is in.
  if (own === undefined) return null;
  const { uid, mode } = await stat(directory);
  if (uid !== own && uid !== 0) {
    return `${directory} belongs to user ${uid}, who could put files there: make it user ${own}'s (chown), or take another one.`;
  }
  if ((mode & othersMayWrite) !== 0) {
    return `${directory} can be written by others, who could put files there: take that from them (chmod go-w), and see that all files in it are yours.`;
  }
  return null;
}
