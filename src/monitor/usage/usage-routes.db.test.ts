import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { createMonitorApp, createTestKey } from "#test/monitor-app";
import { askMonitor } from "#test/monitor-fixture";
import { seedSensors, seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createMonitorApp(database);
const seed = await seedTenant(database);
const ask = askMonitor(app, await createTestKey(database, seed.tenantId, "read"));

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

test("usage counts base sensors, interfaces and host aspects against the plan", async () => {
  assert.deepEqual((await ask("GET", "/sensor-usage")).json(), {
    baseSensors: 0,
    interfaceSensors: 0,
    hostSensors: 0,
    total: 0,
    limit: 10_000,
    remaining: 10_000,
  });
  const [, , , , device, other] = await seedSensors(database, seed, [
    { type: "icmp" },
    { type: "http", enabled: false },
    { type: "tls" },
    { type: "tcp" },
    { type: "snmp", host: ["cpu", "storage"] },
    { type: "snmp", host: ["memory", "storage"] },
    { type: "snmp" },
  ]);
  await sql(
    `insert into sensor_parts (tenant_id, sensor_id, kind, name, declared) values
       ($1, $2, 'interface', 'Gi0/1', true), ($1, $2, 'interface', 'Gi0/2', true), ($1, $2, 'cpu', 'cpu', true),
       ($1, $3, 'memory', 'memory', true), ($1, $3, 'storage', '/', false), ($1, $3, 'storage', '/home', false)`,
    [seed.tenantId, device, other],
  );
  // The four that are not SNMP, polled or not; two interfaces; cpu, memory, two volumes, and one for the volumes that the
  // first device has not told yet.
  assert.deepEqual((await ask("GET", "/sensor-usage")).json(), {
    baseSensors: 4,
    interfaceSensors: 2,
    hostSensors: 5,
    total: 11,
    limit: 10_000,
    remaining: 9_989,
  });
});

test("remaining is negative only once the plan was lowered below what is in use", async () => {
  await sql("update tenants set sensor_limit = 10 where id = $1", [seed.tenantId]);
  const { total, limit, remaining } = (await ask("GET", "/sensor-usage")).json();
  assert.deepEqual([total, limit, remaining], [11, 10, -1]);
});
