import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newId } from "#lib/ids";
import { createTestDatabase } from "#test/database";
import { DatabaseError } from "./errors.ts";
import { examine, withClient } from "./role.ts";
import { statement } from "./statement.ts";

const { database, connection, admin } = await createTestDatabase();
const tenants = Array.from({ length: 7 }, newId);
const [one, other] = tenants;
assert.ok(one !== undefined && other !== undefined);

interface Thing {
  tenantId: string;
}
const createThings = statement<[], never>(
  "test.isolation.create",
  "create table things (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id))",
);
const protectThings = statement<[], never>(
  "test.isolation.protect",
  "select vedette_protect('things')",
);
const insertThing = statement<[tenantId: string, id: string], never>(
  "test.isolation.insert",
  "insert into things (tenant_id, id) values ($1, $2)",
);
/** What a careless query looks like. */
const listAll = statement<[], Thing>(
  "test.isolation.list-all",
  `select distinct tenant_id as "tenantId" from things`,
);

before(async () => {
  await database.system.run(createThings, []);
  await database.system.run(protectThings, []);
  for (const tenant of tenants)
    await database.forTenant(tenant).run(insertThing, [tenant, newId()]);
});

test("a query that forgets the tenant sees no other's rows, whatever else runs on its connection", async () => {
  const seen = async (tenant: string, from: Promise<Thing[]>): Promise<void> => {
    assert.deepEqual(await from, [{ tenantId: tenant }]);
  };
  const rounds = Array.from({ length: 400 }, (_, i) => i);
  await Promise.all(
    rounds.flatMap((i) => {
      const tenant = tenants[(i * 5) % tenants.length] ?? one;
      return [
        seen(tenant, database.forTenant(tenant).run(listAll, [])),
        i % 4 === 0
          ? seen(
              tenant,
              database.transaction(tenant, (tx) => tx.run(listAll, [])),
            )
          : database.system
              .run(listAll, [])
              .then((all) => assert.equal(all.length, tenants.length)),
        i % 4 === 1
          ? seen(
              tenant,
              database.snapshot(tenant, (tx) => tx.run(listAll, [])),
            )
          : seen(other, database.forTenant(other).run(listAll, [])),
      ];
    }),
  );
});

test("a row cannot be written for another tenant", async () => {
  const intrude = database.forTenant(one).run(insertThing, [other, newId()]);
  await assert.rejects(
    intrude,
    (error) => error instanceof DatabaseError && error.code === "42501",
  );
});

test("a connection that stands for nobody sees nothing", async () => {
  const { role } = await examine(connection);
  const rows = await withClient(connection, role, async (client) => client.query(listAll.text));
  assert.equal(rows.rowCount, 0);
});

test("answers behind a refused change of tenant are given to nobody", async () => {
  const setConfig = "function pg_catalog.set_config(text, text, boolean)";
  const asAdmin = (sql: string) => withClient(admin, undefined, (client) => client.query(sql));
  await Promise.all(Array.from({ length: 6 }, () => database.forTenant(one).run(listAll, [])));
  await asAdmin(`revoke execute on ${setConfig} from public`);
  const answers = await Promise.allSettled(
    Array.from({ length: 6 }, () => database.forTenant(other).run(listAll, [])),
  );
  await asAdmin(`grant execute on ${setConfig} to public`);
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => "rejected"),
  );
  assert.deepEqual(await database.forTenant(other).run(listAll, []), [{ tenantId: other }]);
});

test("nothing of ours runs with the power to pass by row-level security", async () => {
  const standing = statement<[], { powerful: boolean }>(
    "test.isolation.standing",
    "select rolsuper or rolbypassrls as powerful from pg_roles where rolname = current_user",
  );
  const standings = [
    await database.system.run(standing, []),
    await database.forTenant(one).run(standing, []),
    await database.transaction("system", (tx) => tx.run(standing, [])),
  ];
  assert.deepEqual(standings.flat(), Array(3).fill({ powerful: false }));
});

test("row-level security leaves the look-up by key an index scan", async () => {
  const explain = statement<[tenantId: string, id: string], { "QUERY PLAN": string }>(
    "test.isolation.explain",
    "explain select * from things where tenant_id = $1 and id = $2",
  );
  const fill = statement<[tenantId: string], never>(
    "test.isolation.fill",
    "insert into things select $1, gen_random_uuid() from generate_series(1, 5000)",
  );
  await database.forTenant(one).run(fill, [one]);
  await database.system.run(statement<[], never>("test.isolation.analyze", "analyze things"), []);
  const rows = await database.forTenant(one).run(explain, [one, newId()]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  assert.match(plan, /Index Cond: \(\(tenant_id = .+\) AND \(id = .+\)\)/);
});

test("what is not the id of a tenant never reaches PostgreSQL", () => {
  for (const id of ["system", "", "0", "'; drop table things; --", newId().toUpperCase()]) {
    assert.throws(() => database.forTenant(id), TypeError);
  }
});
