import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createTestDatabase } from "#test/database";
import { until } from "#test/until";
import { DatabaseError, DatabaseUnavailable } from "./errors.ts";
import { openDatabase } from "./open-database.ts";
import { withClient } from "./role.ts";
import { statement } from "./statement.ts";
import { createLog } from "#platform/log";

const { database, connection, admin } = await createTestDatabase();
const tenant = newId();

const bigints = statement<[value: string], { one: number; many: (number | null)[] }>(
  "test.statements.bigint",
  "select $1::bigint as one, array[$1::bigint, null, 7] as many",
);

test("a bigint is a number, alone and in arrays", async () => {
  const [row] = await database.system.run(bigints, ["-9007199254740991"]);
  assert.deepEqual(row, { one: -9007199254740991, many: [-9007199254740991, null, 7] });
});

test("a bigint that no number can hold is refused rather than rounded", async () => {
  await assert.rejects(database.system.run(bigints, ["9007199254740993"]), RangeError);
});

test("a decimal stays text, for a number would round it", async () => {
  const decimal = statement<[], { value: string }>(
    "test.statements.numeric",
    "select 0.1000000000000000000001::numeric as value",
  );
  const [row] = await database.system.run(decimal, []);
  assert.deepEqual(row, { value: "0.1000000000000000000001" });
});

test("a broken constraint says which", async () => {
  const insert = statement<[id: string, name: string], never>(
    "test.statements.insert",
    "insert into tenants (id, name, created_at) values ($1, $2, 0)",
  );
  await database.system.run(insert, [tenant, "twice"]);
  await assert.rejects(database.system.run(insert, [newId(), "twice"]), (error) => {
    assert.ok(error instanceof DatabaseError);
    assert.equal(error.code, "23505");
    assert.equal(error.constraint, "tenants_name_key");
    assert.equal(error.table, "tenants");
    return true;
  });
});

test("a failed statement fails alone, though others share its connection", async () => {
  const divide = statement<[by: number], { value: number }>(
    "test.statements.divide",
    "select 12 / $1::int as value",
  );
  const answers = await Promise.allSettled(
    [3, 0, 4, 0, 6].map((by) => database.forTenant(tenant).run(divide, [by])),
  );
  const values = answers.map((one) => (one.status === "fulfilled" ? one.value[0]?.value : null));
  assert.deepEqual(values, [4, null, 3, null, 2]);
});

test("a lost connection fails what was under way as unavailable, and nothing after it", async () => {
  const sleep = statement<[], never>("test.statements.sleep", "select pg_sleep(30)");
  const under = [
    database.forTenant(tenant).run(sleep, []),
    database.system.run(sleep, []),
    database.transaction(tenant, (tx) => tx.run(sleep, [])),
  ].map((answer) => assert.rejects(answer, DatabaseUnavailable));
  await withClient(admin, undefined, async (client) => {
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%pg_sleep(30)%'
        and pid <> pg_backend_pid()`;
    let killed = 0;
    await until(
      async () => {
        killed += (await client.query(kill)).rowCount ?? 0;
        return killed >= 3;
      },
      { what: "three sleeping statements" },
    );
  });
  await Promise.all(under);
  const [row] = await database.forTenant(tenant).run(bigints, ["1"]);
  assert.equal(row?.one, 1);
  await database.transaction(tenant, (tx) => tx.run(bigints, ["1"]));
});

/** Those that wait for what the test holds. */
const napping = `select from pg_stat_activity
  where datname = current_database() and query like '%lock_shared(5)%' and wait_event_type = 'Lock'`;

test("closing lets what is under way be answered, and refuses what comes later", async () => {
  const own = await openDatabase(connection, { log: createLog("silent", "test") });
  const nap = statement<[], { value: number }>(
    "test.statements.nap",
    "select 5 as value from pg_advisory_xact_lock_shared(5)",
  );
  await withClient(admin, undefined, async (client) => {
    await client.query("select pg_advisory_lock(5)");
    const answers = [
      own.forTenant(tenant).run(nap, []),
      own.system.run(nap, []),
      own.transaction(tenant, (tx) => tx.run(nap, [])),
    ];
    await until(async () => (await client.query(napping)).rowCount === 3, { what: "three naps" });
    const closing = own.close();
    await client.query("select pg_advisory_unlock(5)");
    await closing;
    assert.deepEqual((await Promise.all(answers)).flat(), Array(3).fill({ value: 5 }));
  });
  await assert.rejects(own.system.run(nap, []), /closed/);
  await assert.rejects(
    own.transaction(tenant, async () => undefined),
    /closed/,
  );
});
