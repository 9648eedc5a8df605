import { isId } from "#lib/ids";
import type { List } from "#platform/http";
import {
  type SensorPageRow,
  allSensors,
  allSensorsOfCompany,
  measureSensors,
  measureSensorsOfCompany,
  pageSensors,
  pageSensorsOfCompany,
} from "./sensor.queries.ts";
import type { Sensor } from "./sensor.ts";

/** Rows that a whole list reads at a time. */
const batchSize = 500;

/**
 * The tenant's sensors by id: all, or those of one company.
 *
 * @param companyId `null`: all. One that the tenant does not have has no sensors.
 */
export function listSensors(tenantId: string, companyId: string | null): List<Sensor> {
  if (companyId === null) {
    return {
      name: "sensors",
      page: async (db, limit, offset) =>
        asPage(await db.run(pageSensors, [tenantId, limit, offset])),
      measure: async (tx) => tx.run(measureSensors, [tenantId]),
      read: (tx, offset) => tx.cursor(allSensors, [tenantId, offset], batchSize),
    };
  }
  return {
    name: "sensors",
    page: async (db, limit, offset) =>
      isId(companyId)
        ? asPage(await db.run(pageSensorsOfCompany, [tenantId, limit, offset, companyId]))
        : { total: 0, items: [] },
    measure: async (tx) => tx.run(measureSensorsOfCompany, [tenantId, companyId]),
    read: (tx, offset) => tx.cursor(allSensorsOfCompany, [tenantId, offset, companyId], batchSize),
  };
}

function asPage(rows: readonly SensorPageRow[]): { total: number; items: Sensor[] } {
  const items: Sensor[] = [];
  for (const { total: _total, ...sensor } of rows) {
    if (sensor.id !== null) items.push(sensor);
  }
  return { total: rows[0]?.total ?? 0, items };
}
