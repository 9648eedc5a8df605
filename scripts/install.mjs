import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Installs the packages of package-lock.json unless node_modules has just these already.
 *
 * `npm install --no-save` and not `npm ci`: it installs exactly what the lock file says and leaves it as it is, too, but does
 * not insist on entries for the optional packages of other platforms, which some registries do not offer.
 *
 * @param {string} root of the checkout.
 * @throws {Error} with a sentence when npm fails.
 */
export async function installIfStale(root) {
  if (isInstalled(root)) return;
  process.stderr.write("Installing packages; the first time takes a minute or two ...\n");
  const args = ["install", "--no-save", "--no-audit", "--no-fund", "--no-progress"];
  const [program, ...before] = npm();
  const { status, error } = spawnSync(program, [...before, ...args, "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (error !== undefined) {
    throw new Error(
      `npm cannot be started (${error.message}). Install npm, which comes with Node.js.`,
    );
  }
  if (status !== 0) throw new Error("npm could not install the packages; it says above why.");
}

/**
 * The npm that runs us, if one does.
 *
 * @returns {[string, ...string[]]} program and arguments
 */
function npm() {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli) === "npm-cli.js") return [process.execPath, cli];
  return [process.platform === "win32" ? "npm.cmd" : "npm"];
}

/**
 * Compares what is wanted with what npm wrote down when it last installed.
 *
 * @param {string} root of the checkout.
 */
export function isInstalled(root) {
  const wanted = readLock(join(root, "package-lock.json"));
  const installed = readLock(join(root, "node_modules/.package-lock.json"));
  if (wanted === null) throw new Error("package-lock.json is missing or damaged; restore it.");
  if (installed === null) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const has = installed.packages[path];
    // One without a platform belongs to an optional package of another platform, such as the parts of a WebAssembly build.
    const named = entry.os ?? entry.cpu ?? entry.libc;
    if (has === undefined) return entry.optional === true && (!named || !isForUs(entry));
    return has.version === entry.version;
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Entry
 * @param {string} path
 * @returns {{ packages: Record<string, Entry> } | null} null when there is none that can be read.
 */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/**
 * The C library is not known without asking, so a package for one kind of it may be missing.
 *
 * @param {Entry} entry
 */
function isForUs({ os, cpu, libc }) {
  return libc === undefined && isListed(os, process.platform) && isListed(cpu, process.arch);
}

/**
 * @param {string | string[] | undefined} list as npm has it: this, these, or all but these.
 * @param {string} value
 */
function isListed(list, value) {
  if (list === undefined) return true;
  const items = [list].flat();
  const refused = items.filter((item) => item.startsWith("!"));
  if (refused.length > 0) return !refused.includes(`!${value}`);
  return items.includes(value);
}
