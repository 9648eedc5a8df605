import { newId } from "#lib/ids";
import { type Database, statement } from "#platform/db";

/** A tenant with one collector, made for a test. */
export interface Seed {
  readonly tenantId: string;
  readonly collectorId: string;
}

const insertTenant = statement<[id: string, name: string], never>(
  "test.seed.tenant",
  "insert into tenants (id, name, created_at) values ($1, $2, 0)",
);

const insertCollector = statement<[tenantId: string, id: string], never>(
  "test.seed.collector",
  `insert into collectors (tenant_id, id, name, status, created_at) values ($1, $2, 'collector', 'active', 0)`,
);

/** Makes a tenant with a name of its own, and its collector. */
export async function seedTenant(database: Database, name = `tenant ${newId()}`): Promise<Seed> {
  const seed = { tenantId: newId(), collectorId: newId() };
  await database.system.run(insertTenant, [seed.tenantId, name]);
  await database.forTenant(seed.tenantId).run(insertCollector, [seed.tenantId, seed.collectorId]);
  return seed;
}

/** What a test says of a sensor; the rest is usual. */
export interface SeedSensor {
  readonly name?: string;
  readonly type?: "snmp" | "icmp" | "http" | "tls" | "tcp";
  readonly target?: string;
  readonly intervalSec?: number;
  readonly parentId?: string | null;
  readonly tags?: readonly string[];
  readonly host?: readonly string[];
  readonly enabled?: boolean;
}

const insertSensors = statement<
  [
    tenantId: string,
    collectorId: string,
    ids: readonly string[],
    names: readonly string[],
    types: readonly string[],
    targets: readonly string[],
    intervals: readonly number[],
    parents: readonly (string | null)[],
    tags: readonly string[],
    hosts: readonly string[],
    enabled: readonly boolean[],
  ],
  never
>(
  "test.seed.sensors",
  `with made as (
     insert into sensors (tenant_id, id, name, declared_as, type, target, interval_sec, collector_id, parent_id, tags, host,
       enabled, assignment_revision, created_at, updated_at)
     select $1, v.id, v.name, v.name, v.type, v.target, v.interval_sec, $2, v.parent_id, v.tags::text[], v.host::text[],
       v.enabled, 1, 0, 0
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::int[], $8::uuid[], $9::text[], $10::text[], $11::boolean[])
       as v (id, name, type, target, interval_sec, parent_id, tags, host, enabled)
     returning tenant_id, id)
   insert into sensor_states (tenant_id, sensor_id) select tenant_id, id from made`,
);

/** Makes sensors with their state rows; returns their ids in the given order. */
export async function seedSensors(
  database: Database,
  seed: Seed,
  sensors: readonly SeedSensor[],
): Promise<string[]> {
  const ids = sensors.map(() => newId());
  await database
    .forTenant(seed.tenantId)
    .run(insertSensors, [
      seed.tenantId,
      seed.collectorId,
      ids,
      sensors.map((sensor, i) => sensor.name ?? `sensor ${ids[i]}`),
      sensors.map((sensor) => sensor.type ?? "icmp"),
      sensors.map((sensor) => sensor.target ?? "127.0.0.1"),
      sensors.map((sensor) => sensor.intervalSec ?? 60),
      sensors.map((sensor) => sensor.parentId ?? null),
      sensors.map((sensor) => arrayLiteral(sensor.tags ?? [])),
      sensors.map((sensor) => arrayLiteral(sensor.host ?? [])),
      sensors.map((sensor) => sensor.enabled ?? true),
    ]);
  return ids;
}

/** Arrays of arrays do not travel in one parameter: each is written as PostgreSQL reads it. */
function arrayLiteral(words: readonly string[]): string {
  return `{${words.map((word) => JSON.stringify(word)).join(",")}}`;
}
