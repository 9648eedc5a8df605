import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { withClient } from "./role.ts";
import { statement } from "./statement.ts";

const { database, admin } = await createTestDatabase();

const notify = statement<[channel: string, payload: string], never>(
  "test.listen.notify",
  "select pg_notify($1, $2)",
);

test("subscribers hear their channel, in order, until they leave", async () => {
  const first: string[] = [];
  const second: string[] = [];
  const subscription = await database.listen("test_one", (payload) => first.push(payload));
  const other = await database.listen("test_two", (payload) => second.push(payload));
  for (const payload of ["a", "b"]) await database.system.run(notify, ["test_one", payload]);
  await database.system.run(notify, ["test_two", "c"]);
  await until(() => second.length === 1, { what: "the second subscriber's payload" });
  assert.deepEqual(first, ["a", "b"]);
  await subscription.close();
  for (const channel of ["test_one", "test_two"]) await database.system.run(notify, [channel, "d"]);
  await until(() => second.length === 2, { what: "the second subscriber's second payload" });
  assert.deepEqual(first, ["a", "b"]);
  await other.close();
});

test("what a transaction says is heard when it commits, and never when it does not", async () => {
  const heard: string[] = [];
  const subscription = await database.listen("test_commit", (payload) => heard.push(payload));
  const rolledBack = database.transaction("system", async (tx) => {
    await tx.run(notify, ["test_commit", "lost"]);
    throw new Error("change of mind");
  });
  await assert.rejects(rolledBack, /change of mind/);
  await database.transaction("system", (tx) => tx.run(notify, ["test_commit", "kept"]));
  await until(() => heard.length > 0, { what: "the committed payload" });
  assert.deepEqual(heard, ["kept"]);
  await subscription.close();
});

test("after the connection was lost every subscriber is told to look again, and hears on", async () => {
  const heard: string[] = [];
  const subscription = await database.listen("test_lost", (payload) => heard.push(payload));
  const { rowCount } = await withClient(admin, undefined, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query = 'listen test_lost'`,
    ),
  );
  assert.equal(rowCount, 1);
  await until(() => heard.length === 1, { what: "the empty payload" });
  await database.system.run(notify, ["test_lost", "next"]);
  await until(() => heard.length === 2, { what: "a payload after the loss" });
  assert.deepEqual(heard, ["", "next"]);
  await subscription.close();
});

test("a subscriber that fails does not deafen the others", async () => {
  const heard: string[] = [];
  const failing = await database.listen("test_fail", () => {
    throw new Error("cannot take it");
  });
  const subscription = await database.listen("test_fail", (payload) => heard.push(payload));
  await database.system.run(notify, ["test_fail", "x"]);
  await until(() => heard.length === 1, { what: "the payload" });
  await Promise.all([failing.close(), subscription.close()]);
});

test("a channel's name is checked, for it becomes SQL", async () => {
  for (const name of ["", "a b", "x; drop table tenants", "Tenants", "1"]) {
    await assert.rejects(
      database.listen(name, () => undefined),
      /small letters/,
    );
  }
});
