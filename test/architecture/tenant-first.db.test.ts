import assert from "node:assert/strict";
import { test } from "node:test";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { sharedTables, tableOwners } from "../../architecture.ts";

const { database } = await createTestDatabase();

interface KeyRow {
  table: string;
  name: string;
  kind: string;
  columns: string[];
  refers: string | null;
}

const listKeys = statement<[], KeyRow>(
  "test.catalogue.keys",
  `select c.relname as table, coalesce(k.conname, i.relname) as name,
     case when x.indisprimary then 'primary' else 'unique' end as kind,
     array(select a.attname::text from unnest(x.indkey) with ordinality as col (num, pos)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = col.num order by pos) as columns, null as refers
   from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
   left join pg_constraint k on k.conindid = i.oid and k.conrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and x.indisunique and not c.relispartition
   union all
   select c.relname, k.conname, 'foreign',
     array(select a.attname::text from unnest(k.conkey) with ordinality as col (num, pos)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = col.num order by pos), f.relname
   from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
   where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition`,
);

const listTables = statement<
  [],
  { name: string; secured: boolean; forced: boolean; policies: number }
>(
  "test.catalogue.tables",
  `select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
     (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
   from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
);

test("every key of a tenant's table begins with the tenant, so that the schema can be distributed as it is", async () => {
  const keys = (await database.system.run(listKeys, [])).filter(
    (key) => !sharedTables.includes(key.table),
  );
  assert.ok(keys.length > 20, "the catalogue was read");
  const wrong = keys
    .filter((key) =>
      // A shared table may be referred to from everywhere: a copy of it is at every node.
      key.kind === "foreign" && sharedTables.includes(key.refers ?? "")
        ? key.refers === "tenants" && !key.columns.includes("tenant_id")
        : key.columns[0] !== "tenant_id",
    )
    .map((key) => `${key.table}.${key.name} (${key.columns.join(", ")})`);
  assert.deepEqual(wrong, []);
});

test("row-level security is on, and forced, for every table of tenants, partitions included", async () => {
  const tables = (await database.system.run(listTables, [])).filter(
    (table) => !sharedTables.includes(table.name),
  );
  const wrong = tables
    .filter((table) => !table.secured || !table.forced || table.policies !== 1)
    .map((table) => table.name);
  assert.deepEqual(wrong, []);
});

test("every table has an owner", async () => {
  const tables = await database.system.run(listTables, []);
  const unowned = tables
    .map((table) => table.name.replace(/_\d{8}_\d{2}$/, ""))
    .filter((name) => !(name in tableOwners) && name !== "schema_migrations");
  assert.deepEqual(unowned, []);
});
