import { type Queryable, statement } from "#platform/db";
import type { CheckResult } from "#wire/collector.v1";

/** What was last read of one part of an SNMP sensor: an interface or a host aspect. */
interface Reading {
  readonly sensorId: string;
  readonly kind: string;
  readonly name: string;
  readonly at: number;
  readonly facts: string;
}

const updateReadings = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    kinds: readonly string[],
    names: readonly string[],
    at: readonly number[],
    facts: readonly string[],
  ],
  never
>(
  "sensors.readings.update",
  `update sensor_parts as p set read_at = v.at, facts = v.facts
   from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::jsonb[]) as v (sensor_id, kind, name, at, facts)
   where p.tenant_id = $1 and p.sensor_id = v.sensor_id and p.kind = v.kind and p.name = v.name
     and (p.read_at is null or p.read_at < v.at)`,
);

// A volume that `storage` takes in when the device offers it. The plan's limit holds for these, too: what does not fit
// is not taken in, lowest names first.
const insertVolumes = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    names: readonly string[],
    at: readonly number[],
    facts: readonly string[],
  ],
  never
>(
  "sensors.readings.insert-volumes",
  `insert into sensor_parts (tenant_id, sensor_id, kind, name, declared, read_at, facts)
   select $1, v.sensor_id, 'storage', v.name, false, v.at, v.facts
   from unnest($2::uuid[], $3::text[], $4::bigint[], $5::jsonb[]) as v (sensor_id, name, at, facts)
   join sensors s on s.tenant_id = $1 and s.id = v.sensor_id and 'storage' = any(s.host)
   where not exists (select from sensor_parts p
     where p.tenant_id = $1 and p.sensor_id = v.sensor_id and p.kind = 'storage' and p.name = v.name)
   order by v.sensor_id, v.name
   limit greatest(0, (select sensor_limit from tenants where id = $1)
     - (select count(*) from sensors where tenant_id = $1 and type <> 'snmp')
     - (select count(*) from sensor_parts where tenant_id = $1))
   on conflict do nothing`,
);

/** Keeps the newest reading of each interface and host aspect in a batch of results; older ones change nothing. */
export async function saveReadings(
  tx: Queryable,
  tenantId: string,
  results: readonly CheckResult[],
): Promise<void> {
  const readings = newestReadings(results);
  if (readings.length === 0) return;
  const volumes = readings.filter((reading) => reading.kind === "storage");
  if (volumes.length > 0) {
    await tx.run(insertVolumes, [
      tenantId,
      volumes.map((reading) => reading.sensorId),
      volumes.map((reading) => reading.name),
      volumes.map((reading) => reading.at),
      volumes.map((reading) => reading.facts),
    ]);
  }
  await tx.run(updateReadings, [
    tenantId,
    readings.map((reading) => reading.sensorId),
    readings.map((reading) => reading.kind),
    readings.map((reading) => reading.name),
    readings.map((reading) => reading.at),
    readings.map((reading) => reading.facts),
  ]);
}

function newestReadings(results: readonly CheckResult[]): Reading[] {
  const newest = new Map<string, Reading>();
  const take = (sensorId: string, kind: string, name: string, at: number, facts: object) => {
    const key = `${sensorId}\n${kind}\n${name}`;
    const known = newest.get(key);
    if (known === undefined || known.at < at)
      newest.set(key, { sensorId, kind, name, at, facts: JSON.stringify(facts) });
  };
  for (const { sensorId, at, interfaces, host } of results) {
    for (const facts of interfaces ?? []) take(sensorId, "interface", facts.name, at, facts);
    for (const facts of host ?? []) take(sensorId, facts.aspect, facts.name, at, facts);
  }
  return [...newest.values()];
}
