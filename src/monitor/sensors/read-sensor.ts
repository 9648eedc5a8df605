import { coalesce } from "#lib/coalesce";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import type { Database } from "#platform/db";
import { type PartRow, findSensors } from "./sensor.queries.ts";
import type { HostPart, InterfacePart, SensorDetail } from "./sensor.ts";

interface Wanted {
  database: Database;
  id: string;
}

/**
 * Makes a reader of single sensors. What is asked at once for one tenant is read by one statement, so that a client that
 * asks for each of its sensors costs little.
 *
 * @returns the sensor of the context's tenant, or `null` when it has none with this id.
 */
export function createSensorReader(): (
  context: Context,
  id: string,
) => Promise<SensorDetail | null> {
  const read = coalesce(
    async (tenantId, wanted: readonly Wanted[]) => {
      const ids = wanted.map(({ id }) => id);
      const database = wanted[0]?.database;
      if (database === undefined) return [];
      const rows = await database.forTenant(tenantId).run(findSensors, [tenantId, ids]);
      const found = new Map(
        rows.map(({ parts, ...sensor }) => [sensor.id, { ...sensor, ...splitParts(parts ?? []) }]),
      );
      return ids.map((id) => found.get(id) ?? null);
    },
    { maxBatch: 200, maxUnderWay: 2 },
  );
  return async ({ tenantId, database }, id) => (isId(id) ? read(tenantId, { database, id }) : null);
}

/** @param parts in the order in which they are to be shown. */
export function splitParts(parts: readonly PartRow[]): Pick<SensorDetail, "interfaces" | "host"> {
  const interfaces: InterfacePart[] = [];
  const host: HostPart[] = [];
  for (const part of parts) {
    const { name, readAt } = part;
    if (part.kind === "interface") {
      const { facts } = part;
      interfaces.push({
        name,
        readAt,
        alias: facts?.alias ?? null,
        adminStatus: facts?.adminStatus ?? null,
        operStatus: facts?.operStatus ?? null,
        speedBps: facts?.speedBps ?? null,
        inBps: facts?.inBps ?? null,
        outBps: facts?.outBps ?? null,
        inErrorsPerSec: facts?.inErrorsPerSec ?? null,
        outErrorsPerSec: facts?.outErrorsPerSec ?? null,
        inDiscardsPerSec: facts?.inDiscardsPerSec ?? null,
        outDiscardsPerSec: facts?.outDiscardsPerSec ?? null,
        utilisationPercent: facts?.utilisationPercent ?? null,
      });
    } else {
      const { facts } = part;
      host.push({
        aspect: part.kind,
        name,
        readAt,
        percent: facts?.percent ?? null,
        used: facts?.used ?? null,
        total: facts?.total ?? null,
        seconds: facts?.seconds ?? null,
      });
    }
  }
  return { interfaces, host };
}
