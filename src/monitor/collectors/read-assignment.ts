import { Compile } from "typebox/compile";
import { openSettings } from "#monitor/sensors";
import type { SealedBox } from "#platform/crypto";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { AssignedSensor, type Assignment } from "#wire/collector.v1";
import { needsFullAssignment } from "./assignment.ts";
import {
  type AssignedRow,
  findAssignmentHead,
  listAssignedSensors,
  listRemovedSensors,
} from "./assignment.queries.ts";
import type { CallingCollector } from "./collector.ts";

const assignedSensor = Compile(AssignedSensor);

/** What reading an assignment needs. */
export interface AssignmentReader {
  database: Database;
  box: SealedBox;
  log: Log;
  now: () => number;
}

/**
 * What a collector should poll: all of it, or what changed since the revision that it knows, with credentials opened.
 *
 * The revision is read before the sensors. A change that commits in between may be seen now and is told again next time;
 * it is never missed.
 *
 * @throws Problem `unauthorized` when the collector was revoked or is gone; DatabaseUnavailable.
 */
export async function readAssignment(
  reader: AssignmentReader,
  collector: CallingCollector,
  since: number | null,
): Promise<Assignment> {
  const { tenantId, id } = collector;
  const db = reader.database.forTenant(tenantId);
  const head = await findAssignmentHead(db, tenantId, id);
  if (head === null) throw new Problem("unauthorized", "This collector was revoked.");
  const { revision, allow, deny } = head;
  const from = needsFullAssignment(since, revision) ? null : since;
  const isNews = from !== revision;
  const rows = isNews ? await listAssignedSensors(db, tenantId, id, from ?? -1) : [];
  const removed = isNews && from !== null ? await listRemovedSensors(db, tenantId, id, from) : [];
  return {
    revision,
    full: from === null,
    sensors: rows.flatMap((row) => assignedFrom(row, reader) ?? []),
    removed,
    targets: { allow, deny },
    serverTime: reader.now(),
  };
}

/** One sensor that cannot be used must not keep the collector from the others: it is left out, and the log says why. */
function assignedFrom(row: AssignedRow, { box, log }: AssignmentReader): AssignedSensor | null {
  const { id, type, target, intervalSec, failuresBeforeDown, successesBeforeUp } = row;
  let settings: Readonly<Record<string, unknown>>;
  try {
    settings = openSettings(box, id, row.settings, row.sealedSecrets);
  } catch (error) {
    log.error({ err: error, sensorId: id }, "a sensor is not polled: its credentials do not open");
    return null;
  }
  const parts = type === "snmp" ? { interfaces: row.interfaces, host: row.host } : {};
  const sensor: unknown = {
    id,
    intervalSec,
    failuresBeforeDown,
    successesBeforeUp,
    spec: { type, target, [type]: settings, ...parts },
  };
  if (assignedSensor.Check(sensor)) return sensor;
  const faults = assignedSensor.Errors(sensor).slice(0, 5);
  const places = faults.map(({ instancePath, message }) => `${instancePath} ${message}`);
  log.error({ sensorId: id, places }, "a sensor is not polled: its row is not valid");
  return null;
}
