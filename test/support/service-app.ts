import { after } from "node:test";
import type { FastifyInstance } from "fastify";
import { type KeyScope, type Service, createApiKey, createAuthenticator } from "#platform/api-keys";
import type { Context } from "#platform/context";
import type { Database } from "#platform/db";
import { type PublicApi, buildApp, publicService } from "#platform/http";
import { type Log, createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { type RateLimiter, createMemoryLimiter } from "#platform/rate-limit";

/** What a test of a public API may set; the rest is as in a server. */
export interface ServiceAppOptions {
  /** Requests per key in 60 s. Default: so many that no test meets it by chance. */
  limit?: number;
  /** Refused keys per address in 60 s. Likewise. */
  refusals?: number;
  keyLimiter?: RateLimiter;
  /** Milliseconds, for rate limits and times. */
  now?: () => number;
  log?: Log;
}

/** A service's public API as an application of its own. It is closed after the file's last test. */
export async function createServiceApp(
  api: PublicApi,
  database: Database,
  options: ServiceAppOptions = {},
): Promise<FastifyInstance> {
  const {
    limit = 1e9,
    refusals = 1e9,
    now = Date.now,
    log = createLog("silent", "test"),
  } = options;
  const authenticator = createAuthenticator({ database, now, log });
  const app = await buildApp({
    log,
    registry: createRegistry(),
    plugins: [
      publicService(api, {
        authenticator,
        keyLimiter: options.keyLimiter ?? createMemoryLimiter({ limit, now, maxKeys: 1000 }),
        addressLimiter: createMemoryLimiter({ limit: refusals, now, maxKeys: 1000 }),
        database,
        now,
      }),
    ],
  });
  await app.ready();
  after(async () => {
    await app.close();
    await authenticator.close();
  });
  return app;
}

/** A key of a tenant, in the header as requests carry it. */
export interface TestKey {
  id: string;
  key: string;
  headers: { authorization: string };
}

export async function createTestKey(
  database: Database,
  tenantId: string,
  scope: KeyScope = "read_write",
  service: Service = "monitor",
): Promise<TestKey> {
  const { id, key } = await createApiKey(systemContext(database, tenantId), {
    service,
    scope,
    name: `test key ${scope}`,
  });
  return { id, key, headers: { authorization: `Bearer ${key}` } };
}

/** A context as the command line has it. */
export function systemContext(database: Database, tenantId: string, now = Date.now): Context {
  return {
    tenantId,
    actor: { kind: "command_line", id: "test", name: "test" },
    scopes: ["read", "write"],
    database,
    now,
    requestId: "test",
  };
}
