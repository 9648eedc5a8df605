import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isMissing } from "#lib/missing-file";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { diskFull, saysDiskFull } from "./disk-full.ts";

/** Who uses a data directory. */
export interface Holder {
  readonly pid: number;
  /** A server uses it until it is told to stop, a command until it is done. */
  readonly as: "server" | "command";
  /** For people, such as `vedette serve`. */
  readonly name: string;
  /** `ready`: others can connect to its PostgreSQL, and the schema is up to date. */
  readonly state: "starting" | "ready" | "stopping";
}

/** The exclusive right to run PostgreSQL in a data directory. */
export interface InstanceLock {
  /** Tells others how far we are. They only wait longer when it cannot be written; that must not keep us from stopping. */
  say(state: Holder["state"]): void;
  release(): void;
}

const lockFile = "instance.lock";
const holderFile = "instance.json";

/**
 * Takes the data directory for this process, if no other has it. The lock ends with the process, however that ends: it is
 * a file lock of the system, which Node offers only by way of SQLite.
 *
 * @returns null when another process has it.
 * @throws Problem `unavailable` when the directory cannot be made or written.
 */
export function takeInstanceLock(
  dataDir: string,
  as: Holder["as"],
  name: string,
  log: Log,
): InstanceLock | null {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    file = new DatabaseSync(join(dataDir, lockFile), { timeout: 0 });
    file.exec("begin exclusive");
    const holder: Holder = { pid: process.pid, as, name, state: "starting" };
    writeHolder(dataDir, holder);
    const held = file;
    return {
      say: (state) => {
        try {
          writeHolder(dataDir, { ...holder, state });
        } catch (error) {
          log.warn({ err: error, state }, "cannot tell others how far we are");
        }
      },
      release: () => held.close(),
    };
  } catch (error) {
    file?.close();
    if (isBusy(error)) return null;
    if (saysDiskFull(error)) throw diskFull(dataDir, error);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Problem("unavailable", `The data directory ${dataDir} cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

function writeHolder(dataDir: string, holder: Holder): void {
  writeFileSync(join(dataDir, holderFile), JSON.stringify(holder), { mode: 0o600 });
}

/** Who has the lock, or last had it; null when nobody ever had, or it is just being written. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, holderFile), "utf8"));
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null;
    throw error;
  }
}
