import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import type { PackageFacts } from "#engines/inventory-types";
import { type HostFiles, maxFileBytes } from "./host-files.ts";
import { packageFacts } from "./package-facts.ts";

/** Where distributions put it. The search path is not asked: it may be anybody's. */
const programs = ["/usr/bin/rpm", "/bin/rpm"];
/** A list of thousands takes below a second; a database that is locked or broken may take forever. */
const timeoutMs = 30_000;

/** Where databases are, by age of the distribution, the newest first; the last is rpm-ostree's. */
export const rpmFolders = ["/usr/lib/sysimage/rpm", "/var/lib/rpm", "/usr/share/rpm"];
/** Files of a database: SQLite (and what is not in it yet), ndb, Berkeley DB. */
export const rpmDatabases = ["rpmdb.sqlite", "rpmdb.sqlite-wal", "Packages.db", "Packages"];

/** Name, epoch, version and release, architecture, source package: a line each. */
const format =
  "%{NAME}\\t%|EPOCH?{%{EPOCH}:}|%{VERSION}-%{RELEASE}\\t%{ARCH}\\t%|SOURCERPM?{%{SOURCERPM}}|\\n";

/** The list cannot be had; the message is a sentence that says why. */
export class RpmFailed extends Error {
  override name = "RpmFailed";
}

/**
 * Asks rpm for its list. It is this machine's rpm, also for an image: nothing of an image is run.
 *
 * @throws RpmFailed
 */
export async function readRpmPackages(files: HostFiles): Promise<PackageFacts[]> {
  const program = await firstProgram();
  const args = ["-qa", "--qf", format];
  if (!files.isThisHost) args.push("--dbpath", files.at(await databaseFolder(files)));
  return parseRpmList(await output(program, args));
}

/** The folder that has a database; `null`: none has. */
export async function findRpmDatabase(files: HostFiles): Promise<string | null> {
  for (const folder of rpmFolders) {
    for (const name of rpmDatabases) {
      if (await files.exists(`${folder}/${name}`)) return folder;
    }
  }
  return null;
}

async function databaseFolder(files: HostFiles): Promise<string> {
  const folder = await findRpmDatabase(files);
  if (folder === null) throw new RpmFailed(`There is no rpm database below ${files.root}.`);
  return folder;
}

async function firstProgram(): Promise<string> {
  for (const program of programs) {
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return program;
  }
  throw new RpmFailed(`There is no program rpm at ${programs.join(" or ")}: install it.`);
}

/** An own environment: nobody's ~/.rpmmacros, no other language. */
const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", HOME: "/nonexistent" };

function output(program: string, args: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const limits = { timeout: timeoutMs, maxBuffer: maxFileBytes, killSignal: "SIGKILL" } as const;
  execFile(program, args, { ...limits, env, cwd: "/" }, (error, stdout, stderr) => {
    if (error === null) resolve(stdout);
    else reject(new RpmFailed(`${program} ${whyFailed(error)}: ${stderr.trim().slice(0, 150)}`));
  });
  return promise;
}

function whyFailed(error: { code?: number | string | null; killed?: boolean }): string {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") return "gave more than is read";
  if (error.killed === true) return `did not end within ${timeoutMs / 1000} s`;
  return `ended with ${error.code ?? "a signal"}`;
}

/** Reads what rpm wrote in our format. Keys of vendors (gpg-pubkey) are kept as packages, but are none. */
export function parseRpmList(text: string): PackageFacts[] {
  const packages: PackageFacts[] = [];
  for (const line of text.split("\n")) {
    const [name = "", version = "", arch = "", sourceRpm = ""] = line.split("\t");
    if (name === "gpg-pubkey") continue;
    const read = packageFacts({ name, version, arch, ...sourceOf(sourceRpm, version) });
    if (read !== null) packages.push(read);
  }
  return packages;
}

/**
 * `bash-5.1.8-9.el9.src.rpm` is bash in 5.1.8-9.el9. The file's name does not tell the epoch; it is taken to be the package's,
 * as nearly always it is.
 */
function sourceOf(sourceRpm: string, version: string): { source: string; sourceVersion: string } {
  const [, source = "", sourceVersion = ""] =
    /^(.+)-([^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(sourceRpm) ?? [];
  if (source === "") return { source: "", sourceVersion: "" };
  const [epoch = ""] = /^\d+:/.exec(version) ?? [];
  return { source, sourceVersion: `${epoch}${sourceVersion}` };
}
