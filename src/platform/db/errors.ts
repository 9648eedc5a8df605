import { DatabaseError as Refusal } from "pg";
import { Problem } from "#platform/errors";

/** PostgreSQL refused a statement: a broken constraint, or a mistake of ours. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  /** SQLSTATE, such as `23505` for a unique violation. */
  readonly code: string;
  /** The constraint that refused, if it was one. */
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  /** The statement's name. */
  readonly statement: string;

  constructor(refusal: Refusal, statement: string) {
    super(`${statement}: ${refusal.message}`, { cause: refusal });
    this.code = refusal.code ?? "";
    this.constraint = refusal.constraint;
    this.table = refusal.table;
    this.statement = statement;
  }
}

/** PostgreSQL cannot answer now: gone, starting, stopping, out of room or too slow. Trying again later may help. */
export class DatabaseUnavailable extends Problem {
  constructor(message: string, cause: unknown) {
    super("unavailable", message, { cause });
  }
}

/**
 * Turns what the driver reports into one of the two, or hands a mistake of ours back as it is.
 *
 * @param lost whether the connection broke: then nothing else matters.
 */
export function translateError(error: unknown, statement: string, lost: boolean): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof Refusal) {
    const sentence = unavailableBecause(error.code ?? "");
    if (sentence !== undefined) return new DatabaseUnavailable(sentence, error);
    return new DatabaseError(error, statement);
  }
  if (lost) return new DatabaseUnavailable(gone, error);
  return error;
}

const gone = "The database cannot be reached at the moment. Try again shortly.";

/** SQLSTATE codes and classes that say nothing about the statement but much about the server (PostgreSQL, appendix A). */
function unavailableBecause(code: string): string | undefined {
  if (code === "53100") return "The disk of the database is full.";
  if (code === "57014") return "The database took too long to answer.";
  // 08: connection; 53: resources; 57P01 to 57P03: shutting down, crashed, starting; 25P03: idle in a transaction.
  if (/^(08|53|57P0[123]|25P03)/.test(code)) return gone;
  return undefined;
}

/** Whether opening a connection may succeed a moment later: nobody listens, or PostgreSQL is starting or full. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (error instanceof Refusal) return /^(53300|57P0[123])$/.test(error.code ?? "");
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    code === "ENOENT" ||
    code === "EPIPE" ||
    (error instanceof Error && error.message === "Connection terminated unexpectedly")
  );
}
