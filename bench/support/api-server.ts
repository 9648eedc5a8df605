/**
 * The public API in a process of its own, as `vedette serve` runs it, for benches. The first argument is JSON: how to
 * reach the database, and the rate limit. It says its port on stdout, answers `/bench/usage`, and ends with its stdin.
 */
import { exposureApi } from "#exposure/public-api";
import { monitorApi } from "#monitor/public-api";
import { createAuthenticator } from "#platform/api-keys";
import { type DatabaseConnection, openDatabase } from "#platform/db";
import { type AppPlugin, buildApp, publicService } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { createMemoryLimiter, createPostgresLimiter } from "#platform/rate-limit";

/** What a bench tells the server. */
export interface ApiServerOptions {
  connection: DatabaseConnection;
  limit: number;
  rateLimitStore: "memory" | "postgres";
  service: "monitor" | "exposure";
}

const options: ApiServerOptions = JSON.parse(process.argv[2] ?? "");
const log = createLog("warn", "bench");
const database = await openDatabase(options.connection, { log });
const now = Date.now;
const { limit } = options;

const usage: AppPlugin = (app) => {
  app.get("/bench/usage", () => {
    const { user, system } = process.cpuUsage();
    return { cpuSec: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() };
  });
  // What the framework alone can do, on the same cores in the same run.
  app.get("/bench/bare", () => ({ hello: "world" }));
};

const app = await buildApp({
  log,
  registry: createRegistry(),
  plugins: [
    usage,
    publicService(options.service === "monitor" ? monitorApi : exposureApi, {
      database,
      now,
      authenticator: createAuthenticator({ database, now, log }),
      keyLimiter:
        options.rateLimitStore === "memory"
          ? createMemoryLimiter({ limit, maxKeys: 10_000 })
          : createPostgresLimiter({ database, limit, onSweepFailed: (err) => log.warn({ err }) }),
      addressLimiter: createMemoryLimiter({ limit: 60, maxKeys: 10_000 }),
    }),
  ],
});
await app.listen({ host: "127.0.0.1", port: 0 });
const address = app.server.address();
if (address === null || typeof address === "string") throw new Error("no port");
process.stdout.write(`${address.port}\n`);
process.stdin.resume();
process.stdin.on("end", () => {
  void app.close().then(() => database.close());
});
