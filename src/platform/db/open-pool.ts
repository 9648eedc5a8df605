import { Pool } from "pg";
import type { Log } from "#platform/log";
import { type DatabaseConnection, clientConfig } from "./connection.ts";

/** Connections that are made when they are needed. */
export interface OpenPool {
  readonly pool: Pool;
  /** Fulfils when every connection is really gone: then PostgreSQL may be stopped. */
  close(): Promise<void>;
}

/**
 * Makes a pool. It stands for no tenant: who takes a connection says for whom, or asks for tables that are no tenant's.
 *
 * @param options.role as of `examine`: the role to stand in.
 */
export function openPool(
  connection: DatabaseConnection,
  options: { log: Log; role: string | undefined; size: number; applicationName: string },
): OpenPool {
  const { log, role, size, applicationName } = options;
  const config = clientConfig(connection, applicationName, role);
  const pool = new Pool({ ...config, max: size, idleTimeoutMillis: 60_000 });
  const pooled = new Set<Promise<void>>();
  pool.on("connect", (client) => {
    client.on("error", (error) =>
      log.warn({ err: error }, "a connection to the database was lost"),
    );
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    pooled.add(ended);
    void ended.then(() => pooled.delete(ended));
  });
  // Each connection has logged it already, but the pool insists on somebody who listens.
  pool.on("error", () => undefined);
  return {
    pool,
    async close() {
      await pool.end();
      // The pool does not wait until they are really gone.
      await Promise.all(pooled);
    },
  };
}
