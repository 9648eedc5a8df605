import { Client, type ClientConfig, TypeOverrides } from "pg";
import { isWorthAnotherTry } from "./errors.ts";

/** Where a PostgreSQL is and as whom to enter. A `host` that begins with `/` is the directory of a Unix socket. */
export type DatabaseConnection =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

/** For people: the address without credentials. */
export function describeConnection(connection: DatabaseConnection): string {
  if (!("url" in connection)) return `database ${connection.database} at ${connection.host}`;
  const url = new URL(connection.url);
  const host = url.searchParams.get("host") ?? (url.host || "localhost");
  return `database ${url.pathname.slice(1)} at ${host}`;
}

/** Longer than any request should take, shorter than a person waits. */
const statementTimeoutMs = 60_000;
/** A reader that stops reading a streamed list must not hold old row versions for ever. */
const idleInTransactionTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;

/**
 * One plan for all values. A plan made for one value believes the statistics about that very tenant, and those know
 * nothing of a tenant that is new: it then joins 10,000 sensors by the tenant alone, a million times too slowly. The plan
 * for any value uses the whole key. It also saves planning the same statement a thousand times a second.
 */
const planCacheMode = "force_generic_plan";

/**
 * The driver's settings for a connection: types, time-outs, and the role to stand in, if one is given.
 *
 * @param role set for the whole session before anything else runs in it.
 */
export function clientConfig(
  connection: DatabaseConnection,
  applicationName: string,
  role: string | undefined,
): ClientConfig {
  const options = [`-c plan_cache_mode=${planCacheMode}`];
  if (role !== undefined) options.push(`-c role=${role}`);
  const common: ClientConfig = {
    application_name: applicationName,
    types: typeParsers,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
  };
  if (!("url" in connection)) return { ...common, ...connection, options: options.join(" ") };
  // The driver lets the address win over every other setting, so what we set as well must leave it.
  const url = new URL(connection.url);
  const own = url.searchParams.get("options");
  if (own !== null) options.unshift(own);
  for (const name of ["options", "application_name"]) url.searchParams.delete(name);
  return { ...common, connectionString: url.toString(), options: options.join(" ") };
}

const int8 = 20;
const int8Array = 1016;

/** As the driver does it, but for bigint, which is a number here: times in milliseconds and counters fit. */
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(int8, parseInt8);
typeParsers.setTypeParser(int8Array, (text) => {
  if (text === "{}") return [];
  const items = text.slice(1, -1).split(",");
  return items.map((item) => (item === "NULL" ? null : parseInt8(item)));
});

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`${text} is beyond the whole numbers that a double can tell apart`);
  }
  return value;
}

/** How long a PostgreSQL that restarts is waited for before a caller is told that it is away. */
const patienceMs = 5_000;

/**
 * Opens a connection; tries again for 5 s while PostgreSQL is starting, so that a restart of it fails only what was
 * under way.
 *
 * @param open one attempt.
 */
export async function withPatience<T>(open: () => Promise<T>): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    try {
      return await open();
    } catch (error) {
      if (!isWorthAnotherTry(error) || performance.now() + pauseMs > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** One connection of its own. The caller ends it. An error of an idle connection goes to `onError`. */
export async function connectClient(
  config: ClientConfig,
  onError: (error: Error) => void,
): Promise<Client> {
  return withPatience(async () => {
    const client = new Client(config);
    client.on("error", onError);
    await client.connect();
    return client;
  });
}
