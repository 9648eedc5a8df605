import { after } from "node:test";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FeedSync } from "#exposure/feeds";
import { newId } from "#lib/ids";
import { type Database, statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createAttempts } from "#platform/accounts";
import { type SignedIn, buildApp, consoleService } from "#platform/http";
import { createLiveHub } from "#platform/live";
import { createLog } from "#platform/log";
import { type Role, upsertMember } from "#platform/members";
import { createRegistry } from "#platform/metrics";
import { testBox } from "#test/directory-fixture";
import { createMemoryLimiter } from "#platform/rate-limit";
import { type ConsoleDeps, createConsoleApi } from "#processes/console-api";

/** Downloads nothing. */
export const restingFeedSync: FeedSync = {
  start: () => false,
  state: () => null,
  stop: () => Promise.resolve(),
};

/** A person of a tenant, and what requests of that person carry. */
export interface TestMember {
  userId: string;
  headers: { "x-test-user": string };
}

const insertUser = statement<[id: string, name: string, email: string], never>(
  "test.console.user",
  "insert into users (id, name, email) values ($1, $2, $3)",
);

/** Puts a person of that role into a tenant. Without a password: the tests of accounts sign in, the others just are. */
export async function seedMember(
  database: Database,
  tenantId: string,
  role: Role,
  companyIds: readonly string[] | null = null,
): Promise<TestMember> {
  const userId = newId();
  await database.system.run(insertUser, [userId, `some ${role}`, `${userId}@example.test`]);
  const member = { tenantId, userId, role, companyIds, createdAt: 0, createdBy: "test" };
  await database.transaction(tenantId, (tx) => upsertMember(tx, member));
  return { userId, headers: { "x-test-user": userId } };
}

/**
 * The console's API as an application of its own, for tests of routes: a header says who has signed in. It is closed after
 * the file's last test.
 */
export async function createConsoleApp(
  database: Database,
  options: { now?: () => number; deps?: Partial<ConsoleDeps> } = {},
): Promise<FastifyInstance> {
  const { now = Date.now } = options;
  const live = await createLiveHub(database);
  const readSession = async ({ headers }: FastifyRequest): Promise<SignedIn | null> => {
    const userId = headers["x-test-user"];
    if (typeof userId !== "string") return null;
    return { userId, name: "Test Person", email: `${userId}@example.test`, sessionId: "s" };
  };
  const none = (): never => {
    throw new Problem("forbidden", "This test has no accounts library.");
  };
  const accounts = {
    readSession,
    isSetUp: async () => true,
    isOwnOrigin: () => true,
    deviceOf: () => null,
    rememberDevice: none,
    providerName: null,
    urlOf: () => "http://vedette.test",
    ask: none,
    close: none,
  };
  const unlimited = createMemoryLimiter({ limit: 1e9, maxKeys: 10 });
  const attempts = createAttempts({
    perAddress: unlimited,
    perAccount: unlimited,
    ofStrangers: unlimited,
  });
  const sensorRules = { minIntervalSec: 1 };
  const deps: ConsoleDeps = {
    database,
    accounts,
    attempts,
    now,
    live,
    box: testBox,
    sensorRules,
    feedSync: restingFeedSync,
    ...options.deps,
  };
  const app = await buildApp({
    log: createLog("silent", "test"),
    registry: createRegistry(),
    plugins: [
      consoleService(createConsoleApi(deps), {
        database,
        now,
        readSession,
        isOwnOrigin: () => true,
      }),
    ],
  });
  await app.ready();
  after(async () => {
    await app.close();
    await live.close();
  });
  return app;
}

/** Asks the console's API about a tenant as one of its people; `path` begins behind `/api/tenants/ID`. */
export function askConsole(app: FastifyInstance, tenantId: string, member: TestMember | null) {
  return async (
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    payload?: object,
  ) =>
    app.inject({
      method,
      url: `/api/tenants/${tenantId}${path}`,
      headers: member === null ? {} : member.headers,
      ...(payload === undefined ? {} : { payload }),
    });
}
