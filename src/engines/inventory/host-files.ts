import { constants } from "node:fs";
import { type FileHandle, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** The largest file that is read whole, in bytes: the package list of a desktop with everything is some 10 MB. */
export const maxFileBytes = 64 * 2 ** 20;

/** A file's text in UTF-8, or why there is none. */
export type FileText =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: "absent" | "denied" | "too_large" | "unreadable" };

/** The files of a host: of this one, or of a file system that lies in a folder. Paths are the host's own, absolute. */
export interface HostFiles {
  /** `/`, or the folder. */
  readonly root: string;
  /** Whether these are the files of this machine, and not of an image. */
  readonly isThisHost: boolean;
  /** Where the host's path is found on this machine. */
  at(path: string): string;
  read(path: string): Promise<FileText>;
  /** The first line of a small file; `null` when it is empty, or cannot be read for whatever reason. */
  line(path: string): Promise<string | null>;
  exists(path: string): Promise<boolean>;
  /** Names in a folder, in the order of their texts; none when it cannot be read. */
  list(path: string): Promise<string[]>;
  /** Where a symbolic link points; `null`: it is none. */
  link(path: string): Promise<string | null>;
  /** Changes whenever the file is written or replaced; empty when it is not there. */
  stamp(path: string): Promise<string>;
}

export function hostFiles(root: string): HostFiles {
  const isThisHost = root === "/";
  const at = (path: string) => (isThisHost ? path : join(root, path));
  const read = async (path: string): Promise<FileText> => {
    try {
      if (!isThisHost && !(await isWithin(at(path), root))) return without("absent");
      // Without waiting: a hostile image may have a pipe in the place of a file.
      const file = await open(at(path), constants.O_RDONLY | constants.O_NONBLOCK);
      try {
        return await textOf(file);
      } finally {
        await file.close();
      }
    } catch (error) {
      return without(problemOf(error));
    }
  };
  return {
    root,
    isThisHost,
    at,
    read,
    line: async (path) => (await read(path)).text?.split("\n", 1)[0]?.trim() || null,
    exists: async (path) => (await orNull(stat(at(path)))) !== null,
    list: async (path) => ((await orNull(readdir(at(path)))) ?? []).toSorted(),
    link: async (path) => await orNull(readlink(at(path))),
    async stamp(path) {
      const found = await orNull(stat(at(path), { bigint: true }));
      return found === null ? "" : `${found.ino}.${found.size}.${found.mtimeNs}.${found.ctimeNs}`;
    },
  };
}

/** A link of an image that leads out of it means a file of the image, not of the machine that looks at it. */
async function isWithin(path: string, root: string): Promise<boolean> {
  const [real, realRoot] = await Promise.all([realpath(path), realpath(root)]);
  return real.startsWith(realRoot + sep);
}

/** Reads until the end: the size of what /proc gives is not known before. */
async function textOf(file: FileHandle): Promise<FileText> {
  const found = await file.stat();
  if (!found.isFile()) return without("unreadable");
  if (found.size > maxFileBytes) return without("too_large");
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(16_384, found.size - total + 1));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    total += bytesRead;
    if (total > maxFileBytes) return without("too_large");
    chunks.push(chunk.subarray(0, bytesRead));
  }
  const [only = Buffer.alloc(0)] = chunks;
  const whole = chunks.length === 1 ? only : Buffer.concat(chunks);
  return { text: whole.toString("utf8"), problem: null };
}

function without(problem: NonNullable<FileText["problem"]>): FileText {
  return { text: null, problem };
}

function problemOf(error: unknown): NonNullable<FileText["problem"]> {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return "absent";
  return code === "EACCES" || code === "EPERM" ? "denied" : "unreadable";
}

/** `ENOENT` and the like; throws what is no error of the operating system. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  throw error;
}

async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    errorCode(error);
    return null;
  }
}
