import { statfsSync } from "node:fs";
import { Problem } from "#platform/errors";

/** Whether Node or PostgreSQL says that the disk has no room. */
export function saysDiskFull(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error);
  return /ENOSPC|EDQUOT|No space left on device|Disk quota exceeded|disk is full/.test(text);
}

/** The sentence for it. */
export function diskFull(directory: string, cause: unknown): Problem {
  const { bavail, bsize } = statfsSync(directory);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  return new Problem(
    "unavailable",
    `The disk that holds ${directory} is full (${freeMb} MB free). What is stored is not damaged; ` +
      "make room and start again.",
    { cause },
  );
}
