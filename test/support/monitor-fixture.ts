import type { FastifyInstance } from "fastify";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import type { TestDatabase } from "#test/database";
import { type TestKey, createTestKey } from "#test/monitor-app";
import { type Seed, seedSensors, seedTenant } from "#test/seed";

/** A tenant with some of everything that the public API shows. */
export interface MonitorFixture extends Seed {
  companyId: string;
  /** An icmp sensor that is up, of the company. */
  up: string;
  /** An https sensor that is down, with an open incident. */
  down: string;
  /** An snmp sensor with interfaces and host aspects. */
  device: string;
  openIncident: string;
  closedIncident: string;
  /** Of the collector. */
  collectorIncident: string;
  read: TestKey;
  write: TestKey;
}

/** Fills the schema of `test` for one tenant. Times are whole seconds from 1,790,000,000,000 on. */
export async function seedMonitor(test: TestDatabase, name: string): Promise<MonitorFixture> {
  const { database, admin } = test;
  const seed = await seedTenant(database, name);
  const { tenantId, collectorId } = seed;
  const companyId = newId();
  const [up = "", down = "", device = ""] = await seedSensors(database, seed, [
    { name: "gateway", type: "icmp", target: "10.0.0.1", tags: ["core", "a b"] },
    { name: "web", type: "http", target: "https://example.test/health" },
    { name: "switch", type: "snmp", target: "10.0.0.2", host: ["cpu", "storage"] },
  ]);
  const [openIncident, closedIncident, collectorIncident] = [newId(), newId(), newId()];
  await withClient(admin, undefined, async (client) => {
    const run = (text: string, values: unknown[]) => client.query(text, [tenantId, ...values]);
    await run(
      "insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)",
      [companyId],
    );
    await run("update sensors set company_id = $3 where tenant_id = $1 and id = $2", [
      up,
      companyId,
    ]);
    await run("update sensors set parent_id = $3 where tenant_id = $1 and id = $2", [down, up]);
    await run(
      `update sensor_states set state = 'up', state_since = 1790000000000, last_checked_at = 1790000060000, latency_ms = 0.25
       where tenant_id = $1 and sensor_id = $2`,
      [up],
    );
    await run(
      `update sensor_states set state = 'down', state_since = 1790000010000, last_checked_at = 1790000050000,
         http_status = 503, cert_days_left = -2, cause = 'HTTP 503, expected 200-299', flapping = true
       where tenant_id = $1 and sensor_id = $2`,
      [down],
    );
    await run(
      `insert into sensor_parts (tenant_id, sensor_id, kind, name, declared, read_at, facts) values
         ($1, $2, 'interface', 'Gi0/1', true, 1790000060000, $3), ($1, $2, 'interface', 'Gi0/2', true, null, null),
         ($1, $2, 'cpu', 'cpu', true, 1790000060000, $4)`,
      [
        device,
        JSON.stringify({
          name: "Gi0/1",
          alias: "uplink",
          ifIndex: 7,
          adminStatus: "up",
          operStatus: "up",
          speedBps: 1e9,
          inBps: 1.5,
          outBps: null,
        }),
        JSON.stringify({
          aspect: "cpu",
          name: "cpu",
          percent: 12.5,
          used: null,
          total: null,
          seconds: null,
        }),
      ],
    );
    await run(
      `insert into incidents (tenant_id, id, kind, subject_id, subject_name, cause, opened_at, closed_at) values
         ($1, $2, 'sensor', $3, 'old name', 'HTTP 503, expected 200-299', 1790000010000, null),
         ($1, $4, 'sensor', $3, 'old name', 'timeout', 1780000000000, 1780000060000),
         ($1, $5, 'collector', $6, 'collector', 'silent for 90 s', 1790000020000, null)`,
      [openIncident, down, closedIncident, collectorIncident, collectorId],
    );
  });
  return {
    ...seed,
    companyId,
    up,
    down,
    device,
    openIncident,
    closedIncident,
    collectorIncident,
    read: await createTestKey(database, tenantId, "read"),
    write: await createTestKey(database, tenantId, "read_write"),
  };
}

/** Asks the application as a client with a key would. `path` begins behind `/public/v1`. */
export function askMonitor(app: FastifyInstance, key: TestKey | null) {
  return async (
    method: "GET" | "HEAD" | "POST" | "PATCH" | "DELETE",
    path: string,
    payload?: object,
  ) =>
    app.inject({
      method,
      url: `/monitor/public/v1${path}`,
      headers: key === null ? {} : key.headers,
      ...(payload === undefined ? {} : { payload }),
    });
}
