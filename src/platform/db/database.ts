import type { Statement } from "./statement.ts";

/** Something that runs statements: one tenant's view, the system's view, or an open transaction. */
export interface Queryable {
  /**
   * @returns the rows; none for a statement that returns nothing.
   * @throws DatabaseError when PostgreSQL refuses it; DatabaseUnavailable when PostgreSQL cannot answer, in which case a
   * writing statement may or may not have been done.
   */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, values: P): Promise<R[]>;
}

/** An open transaction. Statements run in the order in which they are given; they need not be awaited one by one. */
export interface Tx extends Queryable {
  /**
   * The rows of a `select` in pieces, so that memory stays flat whatever their number.
   *
   * @param batchSize rows per piece, at least 1; only the last piece is shorter.
   */
  cursor<P extends readonly unknown[], R>(
    statement: Statement<P, R>,
    values: P,
    batchSize: number,
  ): AsyncIterable<R[]>;
  /** `null`: the transaction sees all tenants. */
  readonly tenantId: string | null;
}

/** An open subscription to notices of PostgreSQL. */
export interface Subscription {
  close(): Promise<void>;
}

/** The installation's PostgreSQL, through which every process works. Safe for any number of calls at once. */
export interface Database {
  /** One statement for one tenant, under row-level security. */
  forTenant(tenantId: string): Queryable;

  /** Installation-wide work: sees all tenants. Only for jobs, start-up, key look-up. */
  readonly system: Queryable;

  /**
   * Read committed. Commits when `work` fulfils, rolls back when it rejects. After a deadlock the same work is done
   * again, up to 3 times; so it must not have effects outside the transaction.
   *
   * @param tenantId `system`: for all tenants.
   * @throws whatever `work` threw; DatabaseUnavailable when the commit's answer was lost: then it may have been done.
   */
  transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;

  /** Repeatable read and read only: one consistent view of the whole, for whole lists. */
  snapshot<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Hears `pg_notify(channel, payload)`. One connection serves all subscriptions. After it was lost and found again every
   * subscriber gets an empty payload: something may have been missed, look again.
   *
   * @param channel small letters, digits and underscores, such as `vedette_sensors`.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<Subscription>;

  /** Lets running work finish, then closes every connection. Calls after that throw. */
  close(): Promise<void>;
}
