import type { CheckType } from "#engines/check-types";
import type { Settings } from "#monitor/sensors";
import { type Queryable, statement } from "#platform/db";

/** The collector that shall do an errand. */
export interface ErrandCollector {
  id: string;
  name: string;
  status: "pending" | "active" | "revoked";
}

/** @param collectorId `null`: the embedded one. */
export async function findErrandCollector(
  db: Queryable,
  tenantId: string,
  collectorId: string | null,
): Promise<ErrandCollector | null> {
  const [row] = await db.run(collectorStatement, [tenantId, collectorId]);
  return row ?? null;
}

const collectorStatement = statement<
  readonly [tenantId: string, collectorId: string | null],
  ErrandCollector
>(
  "errands.find_collector",
  `select id, name, status from collectors
   where tenant_id = $1 and (id = $2 or ($2::uuid is null and embedded))`,
);

/** What a collector last said of its version. */
export async function findCollectorVersion(
  db: Queryable,
  tenantId: string,
  collectorId: string,
): Promise<string | null> {
  const [row] = await db.run(versionStatement, [tenantId, collectorId]);
  return row?.version ?? null;
}

const versionStatement = statement<
  readonly [tenantId: string, collectorId: string],
  { version: string | null }
>(
  "errands.find_version",
  `select coalesce(health ->> 'version', version) as version from collectors where tenant_id = $1 and id = $2`,
);

/** A sensor, as far as an errand needs it. */
export interface ErrandSensor {
  id: string;
  name: string;
  type: CheckType;
  target: string;
  enabled: boolean;
  collectorId: string;
  /** Without credentials. */
  settings: Settings;
  sealedSecrets: Buffer | null;
}

export async function findErrandSensor(
  db: Queryable,
  tenantId: string,
  id: string,
): Promise<ErrandSensor | null> {
  const [row] = await db.run(sensorStatement, [tenantId, id]);
  return row ?? null;
}

const sensorStatement = statement<readonly [tenantId: string, id: string], ErrandSensor>(
  "errands.find_sensor",
  `select id, name, type, target, enabled, collector_id as "collectorId", settings, sealed_secrets as "sealedSecrets"
   from sensors where tenant_id = $1 and id = $2`,
);
