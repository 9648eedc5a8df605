import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { type ListSource, openWholeList } from "./whole-list.ts";

const db = await createTestDatabase();
const { database } = db;
const { tenantId } = await seedTenant(database);
const other = await seedTenant(database);

/** A list of numbers that needs no table. It counts how far it was read. */
function numbers(batches: number, size: number, broken?: number) {
  const state = { batchesRead: 0 };
  const source: ListSource<{ n: number; text: string }> = {
    measure: async () => [{ total: batches * size, version: "1" }],
    read: async function* () {
      for (let batch = 0; batch < batches; batch++) {
        if (batch === broken) throw new Error("the source broke");
        state.batchesRead++;
        yield Array.from({ length: size }, (_, i) => ({
          n: batch * size + i,
          text: "x".repeat(100),
        }));
      }
    },
  };
  return { source, state };
}

async function openTransactions(): Promise<number> {
  return withClient(db.admin, undefined, async (client) => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
    );
    return rowCount ?? 0;
  });
}

test("a list is one JSON array, whatever the batches", async () => {
  for (const [batches, size] of [
    [0, 1],
    [1, 1],
    [3, 1],
    [2, 500],
  ] as const) {
    const list = await openWholeList(database, tenantId, numbers(batches, size).source, 0);
    assert.equal(list.total, batches * size);
    const parsed: { n: number }[] = JSON.parse(await text(list.start("[", "]")));
    assert.deepEqual(
      parsed.map(({ n }) => n),
      Array.from({ length: batches * size }, (_, i) => i),
    );
  }
});

test("it is read only as fast as it is taken", async () => {
  const { source, state } = numbers(1000, 500);
  const body = (await openWholeList(database, tenantId, source, 0)).start("[", "]");
  await until(() => state.batchesRead > 0, { what: "reading has begun" });
  await openTransactions();
  assert.ok(state.batchesRead <= 5, `${state.batchesRead} batches were read for nobody`);
  body.destroy();
  await until(async () => (await openTransactions()) === 0, { what: "its transaction has ended" });
});

test("a reader that stops reading is given up, and its transaction ends", async () => {
  const { source } = numbers(1000, 500);
  const patience = { stalledMs: 50, wholeMs: 60_000 };
  const body = (await openWholeList(database, tenantId, source, 0, patience)).start("[", "]");
  await until(() => body.destroyed, { what: "the stalled reader is given up" });
  await until(async () => (await openTransactions()) === 0, { what: "its transaction has ended" });
});

test("a reader that is too slow altogether is given up, though it never stalls", async () => {
  const { source } = numbers(100_000, 500);
  const patience = { stalledMs: 10_000, wholeMs: 500 };
  const body = (await openWholeList(database, tenantId, source, 0, patience)).start("[", "]");
  let taken = 0;
  await assert.rejects(async () => {
    for await (const chunk of body) taken += chunk.length;
  });
  assert.ok(taken > 0);
});

test("a list that breaks tells its reader, and one that is not wanted ends its transaction", async () => {
  const list = await openWholeList(database, tenantId, numbers(5, 10, 3).source, 0);
  await assert.rejects(text(list.start("[", "]")), /the source broke/);
  (await openWholeList(database, tenantId, numbers(5, 10).source, 0)).dismiss();
  const broken: ListSource<never> = {
    measure: async () => {
      throw new Error("it cannot be measured");
    },
    read: () => assert.fail("it was not measured"),
  };
  await assert.rejects(openWholeList(database, tenantId, broken, 0), /cannot be measured/);
  await until(async () => (await openTransactions()) === 0, {
    what: "all transactions have ended",
  });
});

test("slow readers of one tenant leave room for another, and all are served in the end", async () => {
  const slow = await Promise.all(
    [1, 2].map(() => openWholeList(database, tenantId, numbers(50, 500).source, 0)),
  );
  let third = false;
  const waiting = openWholeList(database, tenantId, numbers(50, 500).source, 0).then((list) => {
    third = true;
    return list;
  });
  const another = await openWholeList(database, other.tenantId, numbers(50, 500).source, 0);
  assert.equal(JSON.parse(await text(another.start("[", "]"))).length, 25_000);
  assert.equal(third, false, "the tenant's third list waits for one of the first two");
  for (const list of slow)
    assert.equal(JSON.parse(await text(list.start("[", "]"))).length, 25_000);
  assert.equal(JSON.parse(await text((await waiting).start("[", "]"))).length, 25_000);
});
