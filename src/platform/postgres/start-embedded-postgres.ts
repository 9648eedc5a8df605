import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type DatabaseConnection, withClient } from "#platform/db";
import type { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { adminUser, appUser, databaseName, prepareCluster } from "./cluster.ts";
import { diskFull, saysDiskFull } from "./disk-full.ts";
import { settings } from "./settings.ts";
import { type SocketAddress, socketAddress, socketPort } from "./socket-address.ts";
import { Supervisor } from "./supervisor.ts";

/** With the pauses between them, about half a minute. */
const defaultRestarts = 10;

/** A PostgreSQL of our own, for as long as we live. */
export interface EmbeddedPostgres {
  /** For the program: the owner of the database, without further power. Good in this process only. */
  readonly connection: DatabaseConnection;
  /** For tests and repairs: the cluster's superuser. Good in this process only. */
  readonly adminConnection: DatabaseConnection;
  /** Of its first process; another one after a crash. */
  readonly pid: number;
  /** Fulfils with the reason when it cannot be kept running. */
  readonly exited: Promise<Problem>;
  /** Lets PostgreSQL write everything out and end. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data directory and keeps it running. The caller holds the directory's instance lock.
 * An orphan of a killed Vedette is stopped first; a crash is recovered from.
 *
 * @param options.settings more of postgresql.conf, for tests.
 * @param options.restarts how often in a row it is started in vain after a crash, 10 unless told.
 * @throws Problem `unavailable` with a sentence for the one who starts the program.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  settings?: Readonly<Record<string, string>>;
  restarts?: number;
}): Promise<EmbeddedPostgres> {
  const { log, restarts = defaultRestarts } = options;
  const dataDir = await realpath(resolve(options.dataDir));
  const clusterDir = clusterDirectory(dataDir);
  const account = await chooseAccount(clusterDir);
  const binaries = await findBinaries(account);
  await prepareCluster(clusterDir, binaries, account).catch((error: unknown) => {
    throw saysDiskFull(error) ? diskFull(dataDir, error) : error;
  });
  const allSettings = { ...settings, ...options.settings };
  const plan = { binaries, account, clusterDir, settings: allSettings, restarts, log };
  const supervisor = await Supervisor.start(plan);
  const address = socketAddress(clusterDir);
  const admin = connectionAs(address, adminUser, "postgres");
  try {
    await withClient(admin, undefined, async (client) => {
      const { rows } = await client.query<{ role: boolean; database: boolean }>(
        `select exists (select from pg_roles where rolname = '${appUser}') as role,
                exists (select from pg_database where datname = '${databaseName}') as database`,
      );
      if (rows[0]?.role !== true) await client.query(`create role ${appUser} login`);
      if (rows[0]?.database !== true) {
        await client.query(`create database ${databaseName} owner ${appUser}`);
      }
    });
  } catch (error) {
    await supervisor.stop();
    address.close();
    throw saysDiskFull(error) ? diskFull(dataDir, error) : error;
  }
  return {
    connection: connectionAs(address, appUser, databaseName),
    adminConnection: admin,
    get pid() {
      return supervisor.pid;
    },
    exited: supervisor.gaveUp,
    stop: async () => {
      await supervisor.stop();
      address.close();
    },
  };
}

/** Where in a data directory the database's own files are. */
function clusterDirectory(dataDir: string): string {
  return join(dataDir, "postgres");
}

/** The way into the PostgreSQL that another process runs in this data directory. Good in this process only. */
export function runningConnection(dataDir: string): {
  connection: DatabaseConnection;
  close(): void;
} {
  const address = socketAddress(clusterDirectory(dataDir));
  return { connection: connectionAs(address, appUser, databaseName), close: () => address.close() };
}

function connectionAs(address: SocketAddress, user: string, database: string): DatabaseConnection {
  return { host: address.directory, port: socketPort, user, database };
}
