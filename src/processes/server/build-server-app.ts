import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { type AgentIntake, agentIntakeRoutes } from "#exposure/agents";
import type { FeedSync } from "#exposure/feeds";
import { type ProbeIntake, probeIntakeRoutes } from "#exposure/probes";
import { exposureApi } from "#exposure/public-api";
import { type CollectorIntake, collectorRoutes } from "#monitor/collectors";
import { monitorApi } from "#monitor/public-api";
import {
  type Accounts,
  attemptsOfStrangers,
  attemptsPerAccount,
  attemptsPerAddress,
  createAttempts,
} from "#platform/accounts";
import { createAuthenticator } from "#platform/api-keys";
import type { Config } from "#platform/config";
import type { SealedBox } from "#platform/crypto";
import { consoleFiles, parsePrefix } from "#platform/console-files";
import type { Database } from "#platform/db";
import {
  buildApp,
  consoleService,
  operations,
  type PartReadiness,
  publicService,
} from "#platform/http";
import type { LiveHub } from "#platform/live";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import { type RateLimiter, createMemoryLimiter, createPostgresLimiter } from "#platform/rate-limit";
import { createConsoleApi } from "#processes/console-api";

/** Requests with a bad key that one client address may make in any 60 s. */
const refusalsPerMinute = 60;
/** Addresses and keys whose requests are counted at the same time; the least recent are forgotten first. */
const maxCounted = 100_000;

/** Where `npm run build` puts the console. */
const builtConsole = fileURLToPath(new URL("../../../console/dist/", import.meta.url));

/** Puts the HTTP application together: the public services, the intake of remote parts, and what operators ask for. */
export async function buildServerApp(options: {
  config: Config;
  database: Database;
  log: Log;
  now: () => number;
  registry: Registry;
  collectors: CollectorIntake;
  probes: ProbeIntake;
  agents: AgentIntake;
  accounts: Accounts;
  live: LiveHub;
  feedSync: FeedSync;
  box: SealedBox;
  readiness: () => Promise<readonly PartReadiness[]>;
}): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const { config, database, log, now, registry, readiness } = options;
  const authenticator = createAuthenticator({ database, now, log });
  const limiter = (limit: number): RateLimiter =>
    config.rateLimitStore === "postgres"
      ? createPostgresLimiter({
          database,
          limit,
          onSweepFailed: (error) =>
            log.warn({ err: error }, "idle rate limits could not be forgotten"),
        })
      : createMemoryLimiter({ limit, maxKeys: maxCounted });
  const keyLimiter = limiter(config.rateLimitPerMinute);
  const addressLimiter = createMemoryLimiter({
    limit: refusalsPerMinute,
    maxKeys: maxCounted,
  });

  const service = { authenticator, keyLimiter, addressLimiter, database, now };
  const publicUrl = config.publicUrl === undefined ? null : new URL(config.publicUrl);
  const files = consoleFiles({
    folder: builtConsole,
    publicUrl,
    trustedProxies: config.trustedProxies,
    signInOrigins: config.oidc === undefined ? [] : [new URL(config.oidc.issuer).origin],
  });
  const { accounts, live, box, feedSync } = options;
  const attempts = createAttempts({
    perAddress: limiter(attemptsPerAddress),
    perAccount: limiter(attemptsPerAccount),
    ofStrangers: limiter(attemptsOfStrangers),
  });
  const consoleApi = createConsoleApi({
    accounts,
    attempts,
    database,
    now,
    live,
    feedSync,
    box,
    sensorRules: { minIntervalSec: config.minIntervalSec },
  });
  const app = await buildApp({
    log,
    registry,
    trustedProxies: config.trustedProxies,
    prefix: parsePrefix(publicUrl?.pathname ?? "") ?? "",
    answerUnknown: files.answerUnknown,
    plugins: [
      operations({ readiness, registry }),
      files.plugin,
      collectorRoutes(options.collectors),
      probeIntakeRoutes(options.probes),
      agentIntakeRoutes(options.agents),
      publicService(monitorApi, service),
      publicService(exposureApi, service),
      consoleService(consoleApi, {
        database,
        now,
        readSession: accounts.readSession,
        isOwnOrigin: accounts.isOwnOrigin,
      }),
    ],
  });
  return {
    app,
    async close() {
      await app.close();
      await authenticator.close();
    },
  };
}
