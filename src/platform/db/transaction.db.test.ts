import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "#lib/ids";
import { createTestDatabase } from "#test/database";
import type { Tx } from "./database.ts";
import { DatabaseError } from "./errors.ts";
import { lock, tryLock } from "./lock.ts";
import { statement } from "./statement.ts";

const { database } = await createTestDatabase();
const tenant = newId();

const create = statement<[], never>(
  "test.transaction.create",
  "create table counters (id integer primary key, value integer not null)",
);
const insert = statement<[id: number], never>(
  "test.transaction.insert",
  "insert into counters (id, value) values ($1, 0)",
);
const increment = statement<[id: number], { value: number }>(
  "test.transaction.increment",
  "update counters set value = value + 1 where id = $1 returning value",
);
const list = statement<[], { id: number; value: number }>(
  "test.transaction.list",
  "select id, value from counters order by id",
);
const broken = statement<[at: number], { i: number }>(
  "test.transaction.broken",
  "select 1 / ($1::integer - i) as i from generate_series(1, 100) as i",
);
const series = statement<[count: number], { i: number }>(
  "test.transaction.series",
  "select i from generate_series(1, $1::int) i",
);

before(() => database.system.run(create, []));

test("all of a transaction is kept, or nothing of it", async () => {
  const failed = database.transaction(tenant, async (tx) => {
    await tx.run(insert, [1]);
    throw new Error("change of mind");
  });
  await assert.rejects(failed, /change of mind/);
  assert.deepEqual(await database.system.run(list, []), []);
  await database.transaction(tenant, async (tx) => {
    await Promise.all([tx.run(insert, [1]), tx.run(insert, [2])]);
  });
  assert.equal((await database.system.run(list, [])).length, 2);
});

test("work that goes on after a failed statement is told that nothing was kept", async () => {
  const careless = database.transaction(tenant, async (tx) => {
    await tx.run(insert, [3]);
    await tx.run(insert, [1]).catch(() => undefined);
    return "done";
  });
  await assert.rejects(careless, /nothing was committed/);
  assert.equal((await database.system.run(list, [])).length, 2);
});

test("a transaction that is over takes no more statements", async () => {
  let kept: Tx | undefined;
  await database.transaction(tenant, async (tx) => {
    kept = tx;
  });
  await assert.rejects(async () => kept?.run(list, []), /transaction is over/);
});

test("two transactions that lock each other out are both done in the end", async () => {
  let attempts = 0;
  const meeting = Promise.withResolvers<void>();
  let arrived = 0;
  const inOrder = (first: number, second: number) =>
    database.transaction(tenant, async (tx) => {
      attempts += 1;
      await tx.run(increment, [first]);
      arrived += 1;
      if (arrived === 2) meeting.resolve();
      await meeting.promise;
      await tx.run(increment, [second]);
    });
  const before = await database.system.run(list, []);
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  assert.ok(attempts > 2, "one of them was done again");
  const gained = (await database.system.run(list, [])).map(
    ({ value }, i) => value - (before[i]?.value ?? 0),
  );
  assert.deepEqual(gained, [2, 2]);
});

test("a snapshot does not see what commits while it is read, and changes nothing", async () => {
  await database.snapshot(tenant, async (tx) => {
    const first = await tx.run(list, []);
    await database.system.run(increment, [1]);
    assert.deepEqual(await tx.run(list, []), first);
  });
  const writing = database.snapshot(tenant, (tx) => tx.run(increment, [1]));
  await assert.rejects(writing, /read-only/);
});

test("a cursor hands out every row once, in pieces", async () => {
  for (const [count, batch, pieces] of [
    [10, 4, [4, 4, 2]],
    [8, 4, [4, 4]],
    [0, 4, []],
    [3, 4, [3]],
  ] as const) {
    const sizes: number[] = [];
    const seen: number[] = [];
    await database.snapshot(tenant, async (tx) => {
      for await (const rows of tx.cursor(series, [count], batch)) {
        sizes.push(rows.length);
        seen.push(...rows.map(({ i }) => i));
      }
    });
    assert.deepEqual(sizes, pieces);
    assert.deepEqual(
      seen,
      Array.from({ length: count }, (_, i) => i + 1),
    );
  }
});

test("a reader may leave a cursor early and read another", async () => {
  const first = await database.snapshot(tenant, async (tx) => {
    for await (const rows of tx.cursor(series, [1_000_000], 10)) {
      if (rows.length > 0) break;
    }
    const again: number[] = [];
    for await (const rows of tx.cursor(series, [2], 10)) again.push(...rows.map(({ i }) => i));
    return again;
  });
  assert.deepEqual(first, [1, 2]);
});

test("what fails while a batch is worked on is told to who asks for the next one", async () => {
  const seen: number[] = [];
  await assert.rejects(
    database.snapshot(tenant, async (tx) => {
      for await (const rows of tx.cursor(broken, [15], 10)) {
        seen.push(...rows.map(({ i }) => i));
        // On the same connection, so answered behind the batch that fails.
        await assert.rejects(tx.run(list, []), DatabaseError);
      }
    }),
    /^DatabaseError: test\.transaction\.broken: division by zero/,
  );
  assert.equal(seen.length, 10);
});

test("a refused statement names itself and the reason", async () => {
  await assert.rejects(
    database.transaction(tenant, (tx) => tx.run(insert, [1])),
    (error) => {
      assert.ok(error instanceof DatabaseError);
      assert.match(error.message, /^test\.transaction\.insert: duplicate key/);
      return true;
    },
  );
});

test("a lock is held by one transaction at a time, and ends with it", async () => {
  await database.transaction("system", async (tx) => {
    await lock(tx, "test");
    const others = await Promise.all([
      database.transaction("system", (theirs) => tryLock(theirs, "test")),
      database.transaction("system", (theirs) => tryLock(theirs, "another")),
    ]);
    assert.deepEqual(others, [false, true]);
  });
  assert.equal(await database.transaction("system", (tx) => tryLock(tx, "test")), true);
});
