import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const seenAt = 1_790_000_000_000;
let now = seenAt;
const app = await createExposureApp(database, { now: () => now });
const { tenantId } = await seedTenant(database);
const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
const [first, second, third] = [newId(), newId(), newId()];

await withClient(db.admin, undefined, (client) =>
  client.query(
    `insert into probes (tenant_id, id, name, status, enrolment_token_hash, credential_hash, version, hostname, last_seen_at,
       target_deny, created_at) values
       ($1, $2, 'office', 'active', '\\x01', '\\x02', '1.2.3', 'probe1', $5, '{10.9.0.0/16}', 0),
       ($1, $3, 'new', 'pending', '\\x03', null, null, null, null, '{}', 0),
       ($1, $4, 'retired', 'disabled', null, null, '1.0.0', 'probe3', $6, '{}', 0)`,
    [tenantId, first, second, third, seenAt, seenAt - 600_001],
  ),
);

test("a probe shows its fields, and no secret; it is online until 10 minutes after it checked in", async () => {
  const reply = await ask("GET", "/probes");
  assert.deepEqual(reply.json().probes, [
    {
      id: first,
      name: "office",
      status: "active",
      online: true,
      lastSeenAt: seenAt,
      hostname: "probe1",
      version: "1.2.3",
    },
    { id: second, name: "new", status: "pending", online: false },
    {
      id: third,
      name: "retired",
      status: "disabled",
      online: false,
      lastSeenAt: seenAt - 600_001,
      hostname: "probe3",
      version: "1.0.0",
    },
  ]);
  assert.doesNotMatch(reply.body, /hash|token|credential/i);
  for (const [afterMs, online] of [
    [599_999, true],
    [600_000, true],
    [600_001, false],
  ] as const) {
    now = seenAt + afterMs;
    assert.equal(
      (await ask("GET", "/probes?limit=1")).json().probes[0].online,
      online,
      `${afterMs}`,
    );
  }
});
