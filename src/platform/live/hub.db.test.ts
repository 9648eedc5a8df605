import assert from "node:assert/strict";
import { after, test } from "node:test";
import { newId, newIds } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { announce } from "./announce.queries.ts";
import { type News, createLiveHub } from "./hub.ts";

const db = await createTestDatabase();
const { database } = db;
const hub = await createLiveHub(database, { pauseMs: 200 });
after(() => hub.close());

/** A tenant whose news are gathered. */
async function watchedTenant(): Promise<{ tenantId: string; heard: News[] }> {
  const { tenantId } = await seedTenant(database);
  const heard: News[] = [];
  after(hub.watch(tenantId, (news) => heard.push(news)));
  return { tenantId, heard };
}

const tell = (tenantId: string, ids: readonly string[] | null) =>
  database.transaction(tenantId, (tx) => announce(tx, tenantId, "sensors", ids));

test("what a transaction announces is heard by the pages of its tenant alone", async () => {
  const ours = await watchedTenant();
  const theirs = await watchedTenant();
  const ids = newIds(3);
  await tell(ours.tenantId, ids);
  await until(() => ours.heard.length === 1, { what: "the news" });
  assert.deepEqual(ours.heard, [{ topic: "sensors", ids }]);
  assert.deepEqual(theirs.heard, []);
});

test("what a transaction announces that fails was never said", async () => {
  const { tenantId, heard } = await watchedTenant();
  await assert.rejects(
    database.transaction(tenantId, async (tx) => {
      await announce(tx, tenantId, "sensors", [newId()]);
      throw new Error("no");
    }),
  );
  const ids = newIds(1);
  await tell(tenantId, ids);
  await until(() => heard.length === 1, { what: "the news after it" });
  assert.deepEqual(heard[0]?.ids, ids);
});

test("the first news of a topic come at once, the next ones together after the pause", async () => {
  const { tenantId, heard } = await watchedTenant();
  const ids = newIds(4);
  await database.transaction(tenantId, async (tx) => {
    for (const id of ids) await announce(tx, tenantId, "sensors", [id]);
  });
  await until(() => heard.length === 2, { what: "the gathered news" });
  assert.deepEqual(heard[0]?.ids, ids.slice(0, 1));
  assert.deepEqual(heard[1]?.ids, ids.slice(1));
});

test("more ids than are worth telling are told as many", async () => {
  const { tenantId, heard } = await watchedTenant();
  await database.transaction(tenantId, async (tx) => {
    await announce(tx, tenantId, "sensors", newIds(1));
    await announce(tx, tenantId, "sensors", newIds(101));
  });
  await until(() => heard.length === 2, { what: "the gathered news" });
  assert.equal(heard[1]?.ids, null);
});

test("nothing to tell is not told", async () => {
  const { tenantId, heard } = await watchedTenant();
  await tell(tenantId, []);
  await tell(tenantId, newIds(1));
  await until(() => heard.length === 1, { what: "the news" });
  assert.equal(heard[0]?.ids?.length, 1);
});

test("after the line to PostgreSQL was cut, every page is told to look again", async () => {
  const { heard } = await watchedTenant();
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    ),
  );
  await until(() => heard.some(({ topic }) => topic === "all"), { what: "the news of the cut" });
});
