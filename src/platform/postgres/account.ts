import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { nullIfMissing } from "#lib/missing-file";
import { Problem } from "#platform/errors";

const run = promisify(execFile);

/** The unprivileged account that PostgreSQL runs as when we are root; it refuses to run as root itself. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** In order of preference. PostgreSQL also insists on an account that has a name. */
const candidates = ["postgres", "nobody"];

/**
 * Chooses who PostgreSQL runs as.
 *
 * @param clusterDir an existing cluster stays with the candidate that owns it.
 * @returns `undefined` when we are not root: then it runs as we do.
 * @throws Problem `unavailable` when we are root and the machine has none of the accounts.
 */
export async function chooseAccount(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = (await Promise.all(candidates.map(lookUp))).filter((account) => account !== null);
  const owner = await stat(clusterDir).catch(nullIfMissing);
  const account = found.find(({ uid }) => uid === owner?.uid) ?? found[0];
  if (account === undefined) {
    throw new Problem(
      "unavailable",
      `PostgreSQL does not run as root, and this machine has no account ${candidates.join(" or ")} to run it as. ` +
        "Make one, start Vedette as another user, or set DATABASE_URL.",
    );
  }
  return account;
}

async function lookUp(name: string): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch (error) {
    // `id` says by its exit code that there is none.
    if (error instanceof Error && "code" in error && error.code === 1) return null;
    throw error;
  }
}
