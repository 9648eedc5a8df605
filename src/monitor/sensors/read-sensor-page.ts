import { isId } from "#lib/ids";
import { coverageAt, listMaintenanceWindows, maintenanceCalendar } from "#monitor/maintenance";
import type { ConsoleCaller } from "#platform/http";
import { splitParts } from "./read-sensor.ts";
import { findSensorMore } from "./sensor-page.queries.ts";
import type { SensorPage } from "./sensor-page.ts";
import type { SensorRow } from "./sensor-row.ts";
import { type SensorView, findSensorRow } from "./sensor-table.queries.ts";

/** What the caller may see of sensors now. */
export async function viewOf(caller: ConsoleCaller): Promise<SensorView> {
  const { database, tenantId, companyIds, now } = caller;
  const windows = await listMaintenanceWindows(database.forTenant(tenantId), tenantId);
  return { companyIds, coverage: coverageAt(windows, now()) };
}

/** A row as the caller may see it: who sees some companies only is not told of collectors. */
export function rowFor({ companyIds }: ConsoleCaller, row: SensorRow): SensorRow {
  return companyIds === null ? row : { ...row, collectorId: null, collectorName: null };
}

/** All that the page of a sensor shows; `null` when there is none, or none that the caller may see. */
export async function readSensorPage(
  caller: ConsoleCaller,
  id: string,
): Promise<SensorPage | null> {
  if (!isId(id)) return null;
  const { database, tenantId, companyIds, now } = caller;
  const db = database.forTenant(tenantId);
  const windows = await listMaintenanceWindows(db, tenantId);
  const view = { companyIds, coverage: coverageAt(windows, now()) };
  const [row, more] = await Promise.all([
    findSensorRow(db, tenantId, view, id),
    findSensorMore(db, tenantId, id),
  ]);
  if (row === null || more === null) return null;
  const { parentId, detail, parts, ...rest } = more;
  const parent = parentId === null ? null : await findSensorRow(db, tenantId, view, parentId);
  const isParentHidden = parentId !== null && parent === null;
  const isLimited = companyIds !== null;
  return {
    ...rowFor(caller, row),
    ...rest,
    ...(isLimited ? { collectorLastSeenAt: null, collectorStatus: null } : {}),
    // The words name the parent.
    heldBecause: isParentHidden && rest.heldBecause !== null ? hidden : rest.heldBecause,
    maintenance: maintenanceCalendar(windows).at(row, now()).active,
    parent: parent === null ? null : { id: parent.id, name: parent.name, status: parent.status },
    address: detail?.address ?? null,
    phases: detail?.phases ?? {},
    tlsProtocol: detail?.tls?.protocol ?? null,
    tlsCipher: detail?.tls?.cipher ?? null,
    certificateNames: detail?.tls?.names ?? [],
    certificates: (detail?.tls?.certificates ?? []).map(
      ({ validFromAt = null, validToAt = null, ...rest }) => ({ ...rest, validFromAt, validToAt }),
    ),
    ...splitParts(parts ?? []),
  };
}

const hidden = "something that it depends on is failing";
