import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getMigrations } from "better-auth/db/migration";
import { examine, openPool } from "#platform/db";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { createLibrary } from "./library.ts";

test("our tables have every column that the accounts library expects", async () => {
  const ending: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of ending) await end();
  });
  const { connection } = await createTestDatabase();
  const { role } = await examine(connection);
  const log = createLog("silent", "test");
  const { pool, close } = openPool(connection, {
    log,
    role,
    size: 2,
    applicationName: "accounts test",
  });
  ending.push(close);
  const { options } = await createLibrary({
    address: { origin: "http://localhost", path: "" },
    secureCookies: false,
    secret: "s".repeat(32),
    pool,
    oidc: undefined,
    isInvited: async () => false,
    log,
  });
  const { toBeCreated, toBeAdded } = await getMigrations(options);
  assert.deepEqual(toBeCreated, []);
  assert.deepEqual(toBeAdded, []);
});
