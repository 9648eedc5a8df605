import {
  chown,
  mkdir,
  readFile,
  readdir,
  lchown,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { nullIfMissing } from "#lib/missing-file";
import { Problem } from "#platform/errors";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { diskFull, saysDiskFull } from "./disk-full.ts";
import { clusterArgument, spawnAs } from "./programs.ts";

/** The superuser of the embedded PostgreSQL, for what only one may do; the program works as `appUser`. */
export const adminUser = "vedette_admin";
/** Owns the database and all that is in it, and has no power beyond. */
export const appUser = "vedette";
export const databaseName = "vedette";

/**
 * Makes the cluster if there is none. It gets its name only when it is complete.
 *
 * @throws Problem `unavailable` when the cluster is of another PostgreSQL, belongs to somebody else, or cannot be made.
 */
export async function prepareCluster(
  clusterDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const version = await readFile(join(clusterDir, "PG_VERSION"), "utf8").catch(nullIfMissing);
  if (version === null) await makeCluster(clusterDir, binaries, account);
  else checkVersion(clusterDir, version.trim(), binaries);
  await takeOwnership(clusterDir, account);
  await writeAccessRules(clusterDir, account);
}

function checkVersion(clusterDir: string, cluster: string, binaries: Binaries): void {
  const major = binaries.version.split(".")[0];
  if (cluster === major) return;
  throw new Problem(
    "unavailable",
    `The data in ${clusterDir} was written by PostgreSQL ${cluster}; this Vedette comes with ${binaries.version}. ` +
      `Make a backup with the Vedette that wrote it, and restore that with this one.`,
  );
}

async function makeCluster(
  clusterDir: string,
  binaries: Binaries,
  account: Account | undefined,
): Promise<void> {
  const making = `${clusterDir}.new`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  if (account) await chown(making, account.uid, account.gid);
  const args = ["--pgdata", clusterArgument(making), "--username", adminUser, "--auth", "peer"];
  // Sorting by code point, by PostgreSQL itself: the same on every machine and in every version.
  args.push(
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--encoding=UTF8",
  );
  args.push("--data-checksums");
  const output = await runToEnd(binaries.initdb, args, making, account);
  if (output !== null) {
    await rm(making, { recursive: true, force: true });
    if (saysDiskFull(output)) throw diskFull(join(clusterDir, ".."), new Error(output));
    throw new Problem("unavailable", `The embedded PostgreSQL cannot be set up: ${output}`);
  }
  await rename(making, clusterDir);
}

/** @returns what it said on stderr when it failed, else null. */
function runToEnd(
  program: string,
  args: readonly string[],
  cwd: string,
  account: Account | undefined,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(account, program, args, { cwd, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr?.on("data", (chunk) => (said += chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0 ? null : said.trim() || `exit code ${code}`));
  });
}

async function takeOwnership(clusterDir: string, account: Account | undefined): Promise<void> {
  const { uid } = await stat(clusterDir);
  const wanted = account?.uid ?? process.getuid?.();
  if (uid === wanted || wanted === undefined) return;
  if (account === undefined) {
    throw new Problem(
      "unavailable",
      `${clusterDir} belongs to the user with id ${uid}. Start Vedette as root or as that user.`,
    );
  }
  await giveAll(clusterDir, account);
}

async function giveAll(folder: string, account: Account): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveAll(path, account);
    else await lchown(path, account.uid, account.gid);
  }
  await lchown(folder, account.uid, account.gid);
}

/** Only the user who runs Vedette, and root, may connect: the kernel vouches for the other end of a Unix socket (`peer`). */
async function writeAccessRules(clusterDir: string, account: Account | undefined): Promise<void> {
  const users = new Set([ourName(), "root"]);
  await writeChanged(join(clusterDir, "pg_hba.conf"), "local all all peer map=vedette\n", account);
  const lines = [...users].flatMap((user) => [`"${user}" ${adminUser}`, `"${user}" ${appUser}`]);
  const map = lines.map((line) => `vedette ${line}\n`).join("");
  await writeChanged(join(clusterDir, "pg_ident.conf"), map, account);
}

function ourName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    throw new Problem(
      "unavailable",
      `The user with id ${process.getuid?.()} has no name on this machine, and PostgreSQL insists on one. ` +
        "Add it to /etc/passwd, or set DATABASE_URL.",
      { cause: error },
    );
  }
}

async function writeChanged(
  path: string,
  text: string,
  account: Account | undefined,
): Promise<void> {
  const before = await readFile(path, "utf8").catch(nullIfMissing);
  if (before === text) return;
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  if (account) await chown(`${path}.new`, account.uid, account.gid);
  await rename(`${path}.new`, path);
}
