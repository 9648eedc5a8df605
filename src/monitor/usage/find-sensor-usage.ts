import type { Queryable } from "#platform/db";
import { findUsage } from "./usage.queries.ts";
import type { SensorUsage } from "./usage.ts";

/** Counts a tenant's billable sensors, in one statement, so that the figures agree. */
export async function findSensorUsage(db: Queryable, tenantId: string): Promise<SensorUsage> {
  const [usage] = await db.run(findUsage, [tenantId]);
  if (usage === undefined) throw new Error("the usage was asked for without an answer");
  const { baseSensors, interfaceSensors, hostSensors, limit } = usage;
  const total = baseSensors + interfaceSensors + hostSensors;
  return { baseSensors, interfaceSensors, hostSensors, total, limit, remaining: limit - total };
}
