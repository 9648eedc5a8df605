/**
 * One SQL statement, prepared once per connection under its name. The type says what it takes and what it answers; both
 * are claims of the one who wrote the SQL, and the `*.db.test.ts` beside it is their proof.
 */
export interface Statement<P extends readonly unknown[], R> {
  /** Unique in the program, such as `sensors.find`; also the name of the prepared statement. */
  readonly name: string;
  readonly text: string;
  /** Never there: carries the types of the values and of a row. */
  readonly types?: (values: P) => R;
}

/** PostgreSQL cuts longer names off, and then two statements would share one. */
const maxNameBytes = 63;

const texts = new Map<string, string>();

/**
 * Declares a statement.
 *
 * @param text SQL with `$1`, `$2` … for the values; never anything from outside.
 * @throws Error at import time when the name is taken by another text, empty or longer than 63 bytes.
 */
export function statement<P extends readonly unknown[], R>(
  name: string,
  text: string,
): Statement<P, R> {
  if (name === "" || Buffer.byteLength(name) > maxNameBytes) {
    throw new Error(`statement ${JSON.stringify(name)}: a name has 1 to ${maxNameBytes} bytes`);
  }
  const taken = texts.get(name);
  if (taken !== undefined && taken !== text) {
    throw new Error(`statement ${name}: the name is taken by another statement`);
  }
  texts.set(name, text);
  return { name, text };
}
