import { type Client, DatabaseError as Refusal } from "pg";
import { Problem } from "#platform/errors";
import {
  type DatabaseConnection,
  clientConfig,
  connectClient,
  describeConnection,
} from "./connection.ts";

/**
 * The role that owns our tables when the connection enters as a superuser: superusers pass by row-level security, so
 * nothing of ours ever runs as one.
 */
export const appRole = "vedette_app";

/** PostgreSQL 15, in its own way of counting. */
const oldestVersion = 150_000;

/** What a connection says of itself. */
export interface Standing {
  /** The role to stand in: `vedette_app` for one who enters with too much power, else none. */
  readonly role: string | undefined;
  /** Such as 150018 for 15.18. */
  readonly serverVersion: number;
}

/**
 * Looks at who a connection enters as.
 *
 * @throws Problem `unavailable` with a sentence for the one who starts the program: PostgreSQL cannot be reached, refuses
 * us, is too old, or does not keep UTF-8.
 */
export async function examine(connection: DatabaseConnection): Promise<Standing> {
  const where = describeConnection(connection);
  return withClient(connection, undefined, async (client) => {
    const { rows } = await client.query<{
      version: number;
      encoding: string;
      powerful: boolean;
    }>(`select current_setting('server_version_num')::int as version,
               current_setting('server_encoding') as encoding,
               rolsuper or rolbypassrls as powerful
        from pg_roles where rolname = current_user`);
    const [answer] = rows;
    if (answer === undefined) throw new Problem("unavailable", `The ${where} does not know us.`);
    if (answer.version < oldestVersion) {
      const major = Math.floor(answer.version / 10_000);
      throw new Problem(
        "unavailable",
        `The ${where} is PostgreSQL ${major}; Vedette needs 15 or later.`,
      );
    }
    if (answer.encoding !== "UTF8") {
      throw new Problem(
        "unavailable",
        `The ${where} keeps text as ${answer.encoding}; Vedette needs one that was created with encoding 'UTF8'.`,
      );
    }
    return { role: answer.powerful ? appRole : undefined, serverVersion: answer.version };
  });
}

/**
 * Opens one plain connection for `work`, without time limits, and closes it.
 *
 * @param role to stand in from the start, if any.
 * @throws Problem `unavailable` when it cannot be opened; whatever `work` throws.
 */
export async function withClient<T>(
  connection: DatabaseConnection,
  role: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const config = {
    ...clientConfig(connection, "vedette", role),
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    // The driver takes no custom query, such as a COPY, on a pipelined connection.
    pipeline: false,
  };
  let client: Client;
  try {
    // Whatever query is under way is told of a loss; between queries there is nothing to tell.
    client = await connectClient(config, () => undefined);
  } catch (error) {
    throw cannotEnter(connection, error);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The sentence for a connection that cannot be opened. */
function cannotEnter(connection: DatabaseConnection, error: unknown): Problem {
  const reason = error instanceof Error ? error.message || String(error) : String(error);
  const verb = error instanceof Refusal ? "refuses us" : "cannot be reached";
  return new Problem("unavailable", `The ${describeConnection(connection)} ${verb}: ${reason}`, {
    cause: error,
  });
}
