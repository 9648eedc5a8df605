import { setTimeout as pause } from "node:timers/promises";
import { type Database, type DatabaseConnection, openDatabase } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { checkSchema, migrate } from "#platform/migrations";
import {
  type EmbeddedPostgres,
  type Holder,
  type InstanceLock,
  readHolder,
  runningConnection,
  startEmbeddedPostgres,
  takeInstanceLock,
} from "#platform/postgres";

/** Where an installation keeps its data. */
export interface Place {
  readonly dataDir: string;
  /** Set: in this PostgreSQL. Not set: in the embedded one of the data directory. */
  readonly databaseUrl: string | undefined;
}

/** Who opens it. */
export interface Opening {
  /** A server keeps it; a command is done in a moment, and joins a server that runs. */
  readonly as: Holder["as"];
  /** For people who find it in use, such as `vedette serve`. */
  readonly name: string;
  readonly log: Log;
  /** As of `openDatabase`. */
  readonly poolSize?: number;
  /** How long others are waited for: a command until it is done, a server until it has started or stopped. */
  readonly waitMs?: number;
}

/** An installation's database with its schema up to date, ready for work. */
export interface Installation {
  readonly database: Database;
  /** Where it is, for backups, which need a connection to themselves. Good in this process and until it is closed. */
  readonly connection: DatabaseConnection;
  /** Fulfils with the reason when the embedded PostgreSQL cannot be kept running; else never. */
  readonly lost: Promise<Problem>;
  /** Lets running work finish; stops PostgreSQL if we had started it. */
  close(): Promise<void>;
}

const defaultWaitMs = 60_000;

/**
 * Opens the installation: connects to its external PostgreSQL, or to the embedded one that a running server has started,
 * or starts the embedded one itself until it is closed.
 *
 * @throws Problem with a sentence for the one who started the program; nothing is damaged or left running then.
 */
export async function openInstallation(place: Place, opening: Opening): Promise<Installation> {
  const { databaseUrl, dataDir } = place;
  if (databaseUrl !== undefined) {
    await migrate({ url: databaseUrl }, opening);
    return openAt({ url: databaseUrl }, opening, { lost: never(), close: async () => undefined });
  }
  const until = performance.now() + (opening.waitMs ?? defaultWaitMs);
  for (;;) {
    const lock = takeInstanceLock(dataDir, opening.as, opening.name, opening.log);
    if (lock !== null) return start(dataDir, lock, opening);
    const holder = readHolder(dataDir);
    const server = holder?.as === "server" && isAlive(holder.pid) ? holder : null;
    if (server !== null && server.state !== "stopping" && opening.as === "server") {
      throw inUse(dataDir, server);
    }
    if (server?.state === "ready") {
      try {
        return await join(dataDir, opening);
      } catch (error) {
        const now = readHolder(dataDir);
        if (now?.pid === server.pid && now.state === "ready") throw error;
      }
    }
    if (performance.now() > until) throw inUse(dataDir, holder);
    await pause(50);
  }
}

async function start(dataDir: string, lock: InstanceLock, opening: Opening): Promise<Installation> {
  let postgres: EmbeddedPostgres | undefined;
  const stop = async (): Promise<void> => {
    await postgres?.stop();
    lock.release();
  };
  try {
    postgres = await startEmbeddedPostgres({ dataDir, log: opening.log });
    await migrate(postgres.connection, opening);
    const below = { lost: postgres.exited, close: stop };
    const installation = await openAt(postgres.connection, opening, below);
    lock.say("ready");
    return {
      ...installation,
      close: () => {
        lock.say("stopping");
        return installation.close();
      },
    };
  } catch (error) {
    lock.say("stopping");
    await stop();
    throw error;
  }
}

async function join(dataDir: string, opening: Opening): Promise<Installation> {
  const { connection, close } = runningConnection(dataDir);
  try {
    await checkSchema(connection);
    return await openAt(connection, opening, { lost: never(), close: async () => close() });
  } catch (error) {
    close();
    throw error;
  }
}

async function openAt(
  connection: DatabaseConnection,
  opening: Opening,
  below: Omit<Installation, "database" | "connection">,
): Promise<Installation> {
  const database = await openDatabase(connection, { ...opening, applicationName: opening.name });
  return {
    database,
    connection,
    lost: below.lost,
    close: async () => {
      await database.close();
      await below.close();
    },
  };
}

function never(): Promise<never> {
  return Promise.withResolvers<never>().promise;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, and is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function inUse(dataDir: string, holder: Holder | null): Problem {
  const who = holder === null ? "another process" : `\`${holder.name}\` (process ${holder.pid})`;
  return new Problem(
    "unavailable",
    `The data directory ${dataDir} is in use by ${who}. Stop that first, or set VEDETTE_DATA_DIR to another one.`,
  );
}
