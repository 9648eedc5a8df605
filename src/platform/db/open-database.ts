import type { Log } from "#platform/log";
import { type DatabaseConnection, clientConfig } from "./connection.ts";
import type { Database, Queryable } from "./database.ts";
import { Lane } from "./lane.ts";
import { Listener } from "./listener.ts";
import { openPool } from "./open-pool.ts";
import { examine } from "./role.ts";
import { afterDeadlocks, inTransaction } from "./transaction.ts";

/** Connections for single statements of tenants. Measured: more of them serve no more statements. */
const tenantLanes = 3;
const defaultPoolSize = 10;

/**
 * Opens the installation's database; connections beyond the first are made when they are needed.
 *
 * @param options.poolSize transactions at once, 10 unless told; four connections more serve single statements, and one
 * hears notices.
 * @throws Problem `unavailable` with a sentence when PostgreSQL cannot be used.
 */
export async function openDatabase(
  connection: DatabaseConnection,
  options: { log: Log; poolSize?: number; applicationName?: string },
): Promise<Database> {
  const { log, poolSize = defaultPoolSize, applicationName = "vedette" } = options;
  const { role } = await examine(connection);
  const config = clientConfig(connection, applicationName, role);
  const { pool, close: closePool } = openPool(connection, {
    log,
    role,
    size: poolSize,
    applicationName,
  });
  const forTenants = Array.from({ length: tenantLanes }, () => new Lane(config, log));
  const forSystem = new Lane(config, log);
  const listener = new Listener(config, log);
  let closed = false;

  const open = <T>(value: T): T => {
    if (closed) throw new Error("the database was closed");
    return value;
  };

  return {
    forTenant: (tenantId) => {
      const standFor = tenant(tenantId);
      return {
        run: async (wanted, values) => open(leastBusy(forTenants)).run(standFor, wanted, values),
      };
    },
    system: {
      run: async (wanted, values) => open(forSystem).run("system", wanted, values),
    } satisfies Queryable,
    transaction: async (tenantId, work) => {
      const standFor = tenantId === "system" ? tenantId : tenant(tenantId);
      const beginning = { tenant: standFor, kind: "read committed" } as const;
      return afterDeadlocks(() => inTransaction(open(pool), beginning, work));
    },
    snapshot: async (tenantId, work) => {
      const beginning = { tenant: tenant(tenantId), kind: "repeatable read, read only" } as const;
      return inTransaction(open(pool), beginning, work);
    },
    listen: async (channel, onPayload) => open(listener).listen(channel, onPayload),
    close: async () => {
      if (closed) return;
      closed = true;
      const lanes = [...forTenants, forSystem];
      await Promise.all([listener.close(), closePool(), ...lanes.map((lane) => lane.close())]);
    },
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Ids come from our own rows, so another shape is a mistake of ours, and never reaches PostgreSQL. */
function tenant(id: string): string {
  if (!uuid.test(id)) throw new TypeError(`${JSON.stringify(id)} is not the id of a tenant`);
  return id;
}

/** A lane behind a slow statement has the longer queue, so others are taken first. */
function leastBusy(lanes: readonly Lane[]): Lane {
  return lanes.reduce((best, lane) => (lane.busy < best.busy ? lane : best));
}
