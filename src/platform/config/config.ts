import { resolve } from "node:path";
import { parseCidr } from "#lib/cidr";
import { Problem } from "#platform/errors";
import { type FeedSources, feedSettings, readFeedSources } from "./feed-sources.ts";
import { type OidcSettings, accountSettings, readOidc, readPublicUrl } from "./account-settings.ts";

/** The installation's settings, read once from the environment at the start. */
export interface Config {
  dataDir: string;
  /** Set: an external PostgreSQL. Not set: the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  host: string;
  port: number;
  /**
   * Where people reach the console, such as `https://vedette.example.com` or `https://example.com/vedette`, without a slash
   * at its end. Not set: as the request says, which is enough where no proxy stands in between.
   */
  publicUrl: string | undefined;
  /** The provider at which people may sign in, if there is one. */
  oidc: OidcSettings | undefined;
  /** Lowest poll interval that the configuration file may ask for, in seconds; the public API's floor stays 30. */
  minIntervalSec: number;
  /** The key file that seals credentials at rest. */
  secretKeyFile: string;
  logLevel: string;
  /** Requests per key in any 60 s. The contract says 120; a private installation may raise it. */
  rateLimitPerMinute: number;
  /** `memory` is exact for one server; `postgres` is exact over several. */
  rateLimitStore: "memory" | "postgres";
  /** Addresses and networks of reverse proxies whose `X-Forwarded-For` is believed: it says who the client is. */
  trustedProxies: readonly string[];
  /** False: no collector is started as a child process. */
  embeddedCollector: boolean;
  /** The same for the probe. */
  embeddedProbe: boolean;
  /** What child processes see of the environment: where programs, what Node compiled, certificates and time zones are; no secret. */
  childEnvironment: Readonly<Record<string, string>>;
  /** Days and hours for which raw results and rollups are kept. */
  keepRawHours: number;
  keep5MinDays: number;
  keep1HourDays: number;
  /** Days for which runs of audits, and the whole results (ARF) of their jobs, are kept. */
  keepAuditDays: number;
  keepArfDays: number;
  /** Where `vedette feeds sync` downloads from. */
  feedSources: FeedSources;
  /** The server syncs a feed by itself when the last attempt is older than this; 0: never. */
  feedSyncHours: number;
  /**
   * Names that look like settings and are none: misspelt, or put there by an orchestrator that describes a service named
   * vedette. They are told, not refused.
   */
  unknownSettings: readonly string[];
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/**
 * Reads `VEDETTE_*` and `DATABASE_URL`.
 *
 * @throws Problem naming the variable, its value and what it may be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const dataDir = resolve(text(env, "VEDETTE_DATA_DIR") ?? "data");
  return {
    dataDir,
    databaseUrl: databaseUrl(env),
    host: text(env, "VEDETTE_HOST") ?? "127.0.0.1",
    port: integer(env, "VEDETTE_PORT", 7300, 0, 65_535),
    publicUrl: readPublicUrl(env),
    oidc: readOidc(env),
    minIntervalSec: integer(env, "VEDETTE_MIN_INTERVAL_SEC", 30, 1, 86_400),
    secretKeyFile: resolve(text(env, "VEDETTE_SECRET_KEY_FILE") ?? `${dataDir}/secret.key`),
    logLevel: oneOf(env, "VEDETTE_LOG_LEVEL", logLevels, "info"),
    rateLimitPerMinute: integer(env, "VEDETTE_RATE_LIMIT_PER_MINUTE", 120, 1, 10_000_000),
    rateLimitStore: oneOf(
      env,
      "VEDETTE_RATE_LIMIT_STORE",
      ["memory", "postgres"] as const,
      "memory",
    ),
    trustedProxies: networks(env, "VEDETTE_TRUSTED_PROXIES"),
    embeddedCollector: oneOf(env, "VEDETTE_EMBEDDED_COLLECTOR", ["on", "off"], "on") === "on",
    embeddedProbe: oneOf(env, "VEDETTE_EMBEDDED_PROBE", ["on", "off"], "on") === "on",
    childEnvironment: Object.fromEntries(
      harmless.flatMap((name) => {
        const value = text(env, name);
        return value === undefined ? [] : [[name, value]];
      }),
    ),
    keepRawHours: integer(env, "VEDETTE_KEEP_RAW_HOURS", 48, 1, 24 * 366),
    keep5MinDays: integer(env, "VEDETTE_KEEP_5MIN_DAYS", 90, 1, 3660),
    keep1HourDays: integer(env, "VEDETTE_KEEP_1HOUR_DAYS", 730, 1, 36_600),
    keepAuditDays: integer(env, "VEDETTE_KEEP_AUDIT_DAYS", 730, 1, 36_600),
    keepArfDays: integer(env, "VEDETTE_KEEP_ARF_DAYS", 90, 1, 36_600),
    feedSources: readFeedSources(env),
    feedSyncHours: integer(env, "VEDETTE_FEED_SYNC_HOURS", 0, 0, 24 * 30),
    unknownSettings: Object.keys(env).filter(
      (name) => name.startsWith("VEDETTE_") && !known.has(name),
    ),
  };
}

const known: ReadonlySet<string> = new Set([
  "VEDETTE_DATA_DIR",
  "VEDETTE_HOST",
  "VEDETTE_PORT",
  "VEDETTE_MIN_INTERVAL_SEC",
  "VEDETTE_SECRET_KEY_FILE",
  "VEDETTE_LOG_LEVEL",
  "VEDETTE_RATE_LIMIT_PER_MINUTE",
  "VEDETTE_RATE_LIMIT_STORE",
  "VEDETTE_TRUSTED_PROXIES",
  "VEDETTE_EMBEDDED_COLLECTOR",
  "VEDETTE_EMBEDDED_PROBE",
  "VEDETTE_KEEP_RAW_HOURS",
  "VEDETTE_KEEP_5MIN_DAYS",
  "VEDETTE_KEEP_1HOUR_DAYS",
  "VEDETTE_KEEP_AUDIT_DAYS",
  "VEDETTE_KEEP_ARF_DAYS",
  "VEDETTE_FEED_SYNC_HOURS",
  ...feedSettings,
  ...accountSettings,
]);

const harmless = [
  "PATH",
  "HOME",
  "LANG",
  "TZ",
  "TMPDIR",
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "RES_OPTIONS",
];

type Env = Readonly<Record<string, string | undefined>>;

/** An empty variable is taken as not set, as compose files write it. */
function text(env: Env, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : value;
}

function integer(env: Env, name: string, otherwise: number, min: number, max: number): number {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new Problem(
      "invalid_request",
      `${name}=${value}: it must be a whole number from ${min} to ${max}.`,
    );
  }
  return number;
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], otherwise: T): T {
  const value = text(env, name);
  if (value === undefined) return otherwise;
  const found = allowed.find((word) => word === value);
  if (found === undefined)
    throw new Problem(
      "invalid_request",
      `${name}=${value}: it must be one of ${allowed.join(", ")}.`,
    );
  return found;
}

function networks(env: Env, name: string): string[] {
  const listed = (text(env, name) ?? "").split(",").map((part) => part.trim());
  const wrong = listed.find((part) => part !== "" && parseCidr(part) === null);
  if (wrong === undefined) return listed.filter((part) => part !== "");
  throw new Problem(
    "invalid_request",
    `${name}: ${JSON.stringify(wrong)} is no address and no network such as 10.0.0.0/8.`,
  );
}

function databaseUrl(env: Env): string | undefined {
  const value = text(env, "DATABASE_URL");
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new Problem(
      "invalid_request",
      "DATABASE_URL: it must be a postgres://user:password@host:port/database address.",
    );
  }
  return value;
}
