import { type ClientBase, DatabaseError as Refusal } from "pg";
import { translateError } from "./errors.ts";
import type { Statement } from "./statement.ts";

/** One connection as the rest of this slice sees it: statements go out at once and are answered in order. */
export class Session {
  readonly #client: ClientBase;
  #lost: Error | undefined;

  readonly #onError = (error: Error): void => this.lose(error);
  readonly #onEnd = (): void => this.lose(new Error("the connection ended"));

  constructor(client: ClientBase) {
    this.#client = client;
    client.on("error", this.#onError);
    client.on("end", this.#onEnd);
  }

  /** Gives a borrowed connection back. */
  letGo(): void {
    this.#client.off("error", this.#onError);
    this.#client.off("end", this.#onEnd);
  }

  /** Why the connection is of no more use, if so. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  /** From now on no answer of this connection is believed, also none that is under way. */
  lose(because: Error): void {
    this.#lost ??= because;
  }

  /** Sends a prepared statement. Errors: as `Queryable.run`. */
  run<P extends readonly unknown[], R>(statement: Statement<P, R>, values: P): Promise<R[]> {
    const { name, text } = statement;
    return this.#query<R>({ name, text, values: [...values] }, name).then(({ rows }) => rows);
  }

  /**
   * Sends SQL that is not prepared.
   *
   * @param what names it in an error.
   * @returns its rows, and what PostgreSQL says it did, such as `COMMIT`.
   */
  send<R>(
    what: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<{ rows: R[]; command: string }> {
    return this.#query<R>({ text, values: [...values] }, what);
  }

  // With a callback, because that is called in the order of the answers, before the next answer is looked at: once the
  // connection is lost no later answer gets through.
  #query<R>(
    query: { name?: string; text: string; values: unknown[] },
    what: string,
  ): Promise<{ rows: R[]; command: string }> {
    return new Promise((resolve, reject) => {
      this.#client.query<R & object>(query, (error: Error | undefined, result) => {
        // PostgreSQL ends the connection behind such an error; nothing more may be sent on it.
        if (error instanceof Refusal && /^(FATAL|PANIC)$/.test(error.severity ?? ""))
          this.lose(error);
        if (this.#lost !== undefined) reject(translateError(error ?? this.#lost, what, true));
        else if (error) reject(translateError(error, what, false));
        else resolve(result);
      });
    });
  }
}
