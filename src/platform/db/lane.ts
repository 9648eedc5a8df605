import type { Client, ClientConfig } from "pg";
import type { Log } from "#platform/log";
import { connectClient } from "./connection.ts";
import { translateError } from "./errors.ts";
import { Session } from "./session.ts";
import { type Statement, statement } from "./statement.ts";

/** Row-level security shows the rows of this tenant; `system` sees all; anything else, nothing. */
const standForStatement = statement<readonly [tenant: string], never>(
  "db.stand-for",
  "select set_config('vedette.tenant', $1, false)",
);

/**
 * One connection for single statements of many callers. They are written behind each other without waiting for answers
 * (pipelining), which serves more than twice as many a second as a connection per statement.
 *
 * The connection stands for one tenant at a time, and says so to PostgreSQL in front of the first statement of another.
 * If PostgreSQL refuses that, no answer behind it is given to anybody.
 */
export class Lane {
  readonly #config: ClientConfig;
  readonly #log: Log;
  #opening: Promise<Opened> | undefined;
  #busy = 0;

  constructor(config: ClientConfig, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  /** Statements that are not yet answered. */
  get busy(): number {
    return this.#busy;
  }

  /** Errors: as `Queryable.run`. */
  async run<P extends readonly unknown[], R>(
    standFor: string,
    wanted: Statement<P, R>,
    values: P,
  ): Promise<R[]> {
    this.#busy += 1;
    try {
      const opened = await this.#open(wanted.name);
      if (opened.standsFor !== standFor) this.#standFor(opened, standFor);
      return await opened.session.run(wanted, values);
    } finally {
      this.#busy -= 1;
    }
  }

  /** Lets what is under way be answered. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    if (opening === undefined) return;
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === "fulfilled") await opened.value.client.end();
  }

  async #open(what: string): Promise<Opened> {
    const opening = (this.#opening ??= this.#connect());
    try {
      const opened = await opening;
      if (opened.session.lost === undefined) return opened;
    } catch (error) {
      this.#forget(opening);
      throw translateError(error, what, true);
    }
    this.#forget(opening);
    return this.#open(what);
  }

  #forget(opening: Promise<Opened>): void {
    if (this.#opening === opening) this.#opening = undefined;
  }

  async #connect(): Promise<Opened> {
    const client = await connectClient(this.#config, (error) => {
      this.#log.warn({ err: error }, "a connection to the database was lost");
    });
    return { client, session: new Session(client), standsFor: undefined };
  }

  // With a callback, so that a refusal is known before the answer behind it is looked at.
  #standFor(opened: Opened, tenant: string): void {
    opened.standsFor = tenant;
    const { name, text } = standForStatement;
    opened.client.query({ name, text, values: [tenant] }, (error: Error | undefined) => {
      if (!error) return;
      opened.session.lose(error);
      this.#log.error({ err: error }, "a connection could not be turned to another tenant");
      void opened.client.end();
    });
  }
}

interface Opened {
  readonly client: Client;
  readonly session: Session;
  standsFor: string | undefined;
}
