import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { withPatience } from "./connection.ts";
import type { Tx } from "./database.ts";
import { DatabaseError, translateError } from "./errors.ts";
import { Session } from "./session.ts";
import type { Statement } from "./statement.ts";

/** How a transaction begins, and who it stands for until it ends: no setting outlives it. */
export interface Beginning {
  readonly tenant: string;
  readonly kind: "read committed" | "repeatable read, read only";
}

/**
 * Runs `work` in a transaction on a connection of its own.
 *
 * @throws whatever `work` threw, after rolling back; Error when `work` went on after a statement of it had failed.
 */
export async function inTransaction<T>(
  pool: Pool,
  beginning: Beginning,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await withPatience(() => pool.connect()).catch((error: unknown) => {
    throw translateError(error, "begin", true);
  });
  const session = new Session(client);
  let fit = false;
  try {
    const result = await begunAndCommitted(session, beginning, work);
    fit = true;
    return result;
  } catch (error) {
    fit = await rollBack(session);
    throw error;
  } finally {
    session.letGo();
    client.release(!fit);
  }
}

async function begunAndCommitted<T>(
  session: Session,
  { tenant, kind }: Beginning,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tx = new OpenTransaction(session, tenant === "system" ? null : tenant);
  try {
    // The tenant is a UUID or `system` (checked by the caller), so it needs no quoting. A cursor is read to its end.
    await session.send(
      "begin",
      `begin isolation level ${kind}; set local vedette.tenant = '${tenant}'; set local cursor_tuple_fraction = 1`,
    );
    const result = await work(tx);
    tx.end();
    const { command } = await session.send("commit", "commit");
    if (command !== "COMMIT") {
      throw new Error("nothing was committed: a statement had failed, and the work went on");
    }
    return result;
  } finally {
    tx.end();
  }
}

/** Whether the connection may serve another transaction. */
async function rollBack(session: Session): Promise<boolean> {
  if (session.lost !== undefined) return false;
  return session.send("rollback", "rollback").then(
    () => true,
    () => false,
  );
}

class OpenTransaction implements Tx {
  readonly tenantId: string | null;
  readonly #session: Session;
  #cursors = 0;
  #over = false;

  constructor(session: Session, tenantId: string | null) {
    this.#session = session;
    this.tenantId = tenantId;
  }

  /** A statement that comes too late must not slip into the next transaction of the connection. */
  end(): void {
    this.#over = true;
  }

  async run<P extends readonly unknown[], R>(wanted: Statement<P, R>, values: P): Promise<R[]> {
    this.#mustBeOpen(wanted.name);
    return this.#session.run(wanted, values);
  }

  async *cursor<P extends readonly unknown[], R>(
    wanted: Statement<P, R>,
    values: P,
    batchSize: number,
  ): AsyncGenerator<R[], void> {
    if (!Number.isSafeInteger(batchSize) || batchSize < 1) {
      throw new RangeError(`${wanted.name}: a batch has at least 1 row, not ${batchSize}`);
    }
    this.#mustBeOpen(wanted.name);
    this.#cursors += 1;
    const cursor = `vedette_${this.#cursors}`;
    const declare = `declare ${cursor} no scroll cursor for ${wanted.text}`;
    await this.#session.send(wanted.name, declare, values);
    const fetch = () =>
      Promise.allSettled([
        this.#session.send<R>(wanted.name, `fetch forward ${batchSize} from ${cursor}`),
      ]);
    // While a batch is worked on, PostgreSQL gets the next one ready. When that fails meanwhile, who asks for it is told.
    let next = fetch();
    try {
      for (;;) {
        const [fetched] = await next;
        if (fetched.status === "rejected") throw fetched.reason;
        this.#mustBeOpen(wanted.name);
        const { rows } = fetched.value;
        const isLast = rows.length < batchSize;
        if (!isLast) next = fetch();
        if (rows.length > 0) yield rows;
        if (isLast) break;
      }
    } finally {
      await next;
    }
    this.#mustBeOpen(wanted.name);
    await this.#session.send(wanted.name, `close ${cursor}`);
  }

  #mustBeOpen(what: string): void {
    if (this.#over) throw new Error(`${what}: the transaction is over`);
  }
}

const deadlockDetected = "40P01";
/** How often the same work is done again after PostgreSQL broke a deadlock at its cost. */
const deadlockRetries = 3;

/** Does the work again when PostgreSQL sacrificed it to end a deadlock. */
export async function afterDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let left = deadlockRetries; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      const again = error instanceof DatabaseError && error.code === deadlockDetected && left > 0;
      if (!again) throw error;
      // The winner needs a moment; two losers must not meet again.
      await pause(10 + Math.random() * 40);
    }
  }
}
