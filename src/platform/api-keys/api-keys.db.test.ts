import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { createTestKey, systemContext } from "#test/monitor-app";
import { seedTenant } from "#test/seed";
import { until } from "#test/until";
import { createAuthenticator, lastUsedEveryMs } from "./authenticator.ts";
import { createApiKey } from "./create-api-key.ts";
import { hashKey } from "./key-format.ts";
import { listApiKeys } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

const db = await createTestDatabase();
const { database } = db;
const log = createLog("silent", "test");
const { tenantId } = await seedTenant(database, "keys");
const context = systemContext(database, tenantId, () => 1000);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

function authenticatorAt(now: () => number) {
  return createAuthenticator({ database, now, log });
}

test("only a hash of a key is stored, and making it is in the audit log", async () => {
  const { id, key } = await createApiKey(context, {
    service: "monitor",
    scope: "read",
    name: " dashboard ",
  });
  const { rows } = await sql("select to_jsonb(k) as key, key_hash from api_keys k where id = $1", [
    id,
  ]);
  assert.deepEqual(rows[0].key_hash, hashKey(key));
  assert.equal(rows[0].key.hint, key.slice("vdm_live_".length, "vdm_live_".length + 6));
  assert.equal(rows[0].key.name, "dashboard");
  const audit = await sql(
    "select action, actor_name, at, detail, to_jsonb(a)::text as all from audit_log a where subject_id = $1",
    [id],
  );
  assert.deepEqual(
    audit.rows.map((row) => [row.action, row.actor_name, Number(row.at), row.detail.scope]),
    [["api_key.create", "test", 1000, "read"]],
  );
  assert.ok(!JSON.stringify([rows, audit.rows]).includes(key), "the key itself is nowhere");
});

test("a key's name has 1 to 200 characters", async () => {
  for (const name of ["", "  ", "x".repeat(201), "a\nb"]) {
    await assert.rejects(
      createApiKey(context, { service: "monitor", scope: "read", name }),
      Problem,
    );
  }
});

test("the list shows keys of every tenant, and no secret", async () => {
  const other = await seedTenant(database, "other");
  const made = await createApiKey(systemContext(database, other.tenantId), {
    service: "exposure",
    scope: "read_write",
    name: "siem",
  });
  const keys = await listApiKeys(database);
  const found = keys.find((key) => key.id === made.id);
  assert.deepEqual(
    [
      found?.tenantName,
      found?.service,
      found?.scope,
      found?.name,
      found?.lastUsedAt,
      found?.revokedAt,
    ],
    ["other", "exposure", "read_write", "siem", null, null],
  );
  assert.ok(keys.some((key) => key.tenantId === tenantId));
  assert.doesNotMatch(JSON.stringify(keys), /_live_|hash/i);
});

test("a key is revoked by its id or by itself, once, and refused from then on", async () => {
  const authenticator = authenticatorAt(() => 1000);
  for (const by of ["id", "key"] as const) {
    const made = await createTestKey(database, tenantId);
    assert.equal(
      (await authenticator.authenticate("monitor", `Bearer ${made.key}`)).keyId,
      made.id,
    );
    const revoked = await revokeApiKey(context, made[by]);
    assert.equal(revoked.id, made.id);
    await assert.rejects(authenticator.authenticate("monitor", `Bearer ${made.key}`), /revoked/);
    await revokeApiKey(context, made[by]);
    const { rows } = await sql(
      "select action from audit_log where subject_id = $1 and action = 'api_key.revoke'",
      [made.id],
    );
    assert.equal(rows.length, 1);
  }
  for (const unknown of [newId(), "vdm_live_x", ""]) {
    await assert.rejects(
      revokeApiKey(context, unknown),
      (error: unknown) => error instanceof Problem && error.code === "not_found",
    );
  }
  await authenticator.close();
});

test("a key says whose it is, and is unknown to the other service", async () => {
  const authenticator = authenticatorAt(() => 1000);
  const read = await createTestKey(database, tenantId, "read");
  assert.deepEqual(await authenticator.authenticate("monitor", `bearer   ${read.key}  `), {
    keyId: read.id,
    keyName: "test key read",
    tenantId,
    tenantName: "keys",
    scopes: ["read"],
  });
  const exposure = await createTestKey(database, tenantId, "read", "exposure");
  assert.equal(
    (await authenticator.authenticate("exposure", `Bearer ${exposure.key}`)).keyId,
    exposure.id,
  );
  await assert.rejects(authenticator.authenticate("exposure", `Bearer ${read.key}`), Problem);
  await assert.rejects(authenticator.authenticate("monitor", `Bearer ${exposure.key}`), Problem);
  await authenticator.close();
});

test("keys that come in together are each recognised, or refused, on their own", async () => {
  const authenticator = authenticatorAt(() => 1000);
  const keys = await Promise.all(
    Array.from({ length: 5 }, () => createTestKey(database, tenantId)),
  );
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => {
      const key = keys[i % 7];
      return authenticator.authenticate(
        "monitor",
        key === undefined ? undefined : `Bearer ${key.key}`,
      );
    }),
  );
  outcomes.forEach((outcome, i) => {
    const key = keys[i % 7];
    assert.equal(outcome.status === "fulfilled" ? outcome.value.keyId : undefined, key?.id);
  });
  await authenticator.close();
});

test("the last use is noted at most every five minutes", async () => {
  let at = 1_790_000_000_000;
  const authenticator = authenticatorAt(() => at);
  const made = await createTestKey(database, tenantId);
  const use = () => authenticator.authenticate("monitor", `Bearer ${made.key}`);
  const noted = async (): Promise<number> => {
    const { rows } = await sql("select last_used_at from api_keys where id = $1", [made.id]);
    return Number(rows[0].last_used_at);
  };
  const first = at;
  await Promise.all([use(), use(), use()]);
  await until(async () => (await noted()) === first, { what: "the first use is noted" });
  at += lastUsedEveryMs - 1;
  await use();
  await authenticator.close();
  assert.equal(await noted(), first);
  at += 2;
  await use();
  await until(async () => (await noted()) === at, { what: "a use five minutes later is noted" });
});
