import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createTestDatabase } from "#test/database";
import { seedCompany } from "#test/company";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { withClient } from "./role.ts";
import { sharedRead } from "./shared-read.ts";
import { statement } from "./statement.ts";

const { database, admin } = await createTestDatabase();

test("what many ask for at once is read once for all of them, and for no other tenant or question", async () => {
  const draw = sharedRead(
    statement<[tenantId: string, what: string], { id: string }>(
      "test.shared.draw",
      "select gen_random_uuid() as id where $1::uuid is not null and $2::text is not null",
    ),
  );
  const drawn = async (tenantId: string, what: string) => {
    const [row] = await draw(database.forTenant(tenantId), [tenantId, what]);
    return row?.id;
  };
  const [ours, theirs] = [newId(), newId()];
  const same = Array.from({ length: 20 }, () => drawn(ours, "x"));
  const others = [drawn(ours, "y"), drawn(theirs, "x")];
  assert.equal(new Set(await Promise.all(same)).size, 1);
  assert.equal(new Set(await Promise.all([...same, ...others])).size, 3);
  assert.notEqual(await drawn(ours, "x"), await same[0]);
});

test("who asks once something has changed is told of it, though the same is still being read", async () => {
  const { tenantId } = await seedTenant(database);
  const key = 7_104_221;
  // What it sees is settled when it begins to wait for the lock.
  const count = sharedRead(
    statement<[tenantId: string, key: number], { n: number }>(
      "test.shared.count",
      `with held as materialized (select pg_advisory_xact_lock_shared($2::int) as lock)
       select (select count(*)::int from companies where tenant_id = $1) as n from held`,
    ),
  );
  const counted = async () => (await count(database.forTenant(tenantId), [tenantId, key]))[0]?.n;
  await withClient(admin, undefined, async (client) => {
    await client.query("select pg_advisory_lock($1::int)", [key]);
    const before = counted();
    await until(
      async () => {
        const { rowCount } = await client.query(
          "select from pg_locks where locktype = 'advisory' and objid = $1::int::oid and not granted",
          [key],
        );
        return rowCount === 1;
      },
      { what: "the first reading has begun" },
    );
    await seedCompany(database, tenantId);
    const after = counted();
    await client.query("select pg_advisory_unlock($1::int)", [key]);
    assert.deepEqual([await before, await after], [0, 1]);
  });
});
