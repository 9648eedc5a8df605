import { isDeepStrictEqual } from "node:util";
import { listCollectors } from "#monitor/collectors";
import { type ChangeableInBulk, lockSensorsForChange, saveSensorsChange } from "#monitor/sensors";
import { insertAuditEntries } from "#platform/audit-log";
import { listCompanies } from "#platform/companies";
import type { Context } from "#platform/context";
import type { Tx } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { releaseSensors } from "./release-sensors.ts";
import { tellCollectors } from "./tell-collectors.ts";

/** What is to be the same for many sensors; a field that is absent stays as it is. */
export interface SensorsChange {
  readonly enabled?: boolean;
  /** At least 30: the caller has checked. */
  readonly intervalSec?: number;
  readonly companyId?: string | null;
  readonly collectorId?: string;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
}

/** Who changes them. */
export interface SensorsChanger extends Context {
  /**
   * Whether credentials may go to another collector with their sensors, unread: whoever makes collectors may decide so. One
   * who may not gives them again, sensor by sensor.
   */
  mayMoveCredentials: boolean;
}

/** A sensor has no more tags than this, as a configuration file has it. */
const maxTags = 100;

/**
 * Changes many sensors in one transaction, under the laws of {@link updateSensor}: disabling closes open incidents,
 * collectors are told once each, and every sensor that changes leaves a row in the audit log.
 *
 * @param ids those that the tenant does not have are passed over.
 * @returns how many of them the tenant has, and how many were not yet so.
 * @throws Problem `forbidden` without write scope, and for credentials that may not be moved; `invalid_request` for a company or collector that is not the tenant's or
 * is revoked, and for too many tags.
 */
export async function changeSensors(
  context: SensorsChanger,
  ids: readonly string[],
  change: SensorsChange,
): Promise<{ matched: number; changed: number }> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  await checkPlaces(context, change);
  return context.database.transaction(context.tenantId, async (tx) => {
    const before = await lockSensorsForChange(tx, context.tenantId, ids);
    const changes = before
      .map((sensor) => ({ before: sensor, after: changed(sensor, change) }))
      .filter((pair) => !isDeepStrictEqual(pair.before, pair.after));
    if (!context.mayMoveCredentials) refuseMoves(changes);
    await save(tx, context, changes);
    return { matched: before.length, changed: changes.length };
  });
}

/** @throws Problem `forbidden` when credentials would go to another collector. */
function refuseMoves(pairs: readonly Pair[]): void {
  const moved = pairs.filter(
    ({ before, after }) => before.hasSecrets && before.collectorId !== after.collectorId,
  );
  const [first] = moved;
  if (first === undefined) return;
  const others = moved.length === 1 ? "" : ` and of ${moved.length - 1} more`;
  throw new Problem(
    "forbidden",
    `The credentials of ${JSON.stringify(first.before.name)}${others} would go to another collector: ask an administrator, or change the sensor itself and give them again.`,
  );
}

interface Pair {
  before: ChangeableInBulk;
  after: ChangeableInBulk;
}

function changed(sensor: ChangeableInBulk, change: SensorsChange): ChangeableInBulk {
  const { addTags = [], removeTags = [] } = change;
  const tags = [
    ...sensor.tags.filter((tag) => !removeTags.includes(tag)),
    ...addTags.filter((tag) => !sensor.tags.includes(tag)),
  ];
  if (tags.length > maxTags) {
    const message = `Sensor ${JSON.stringify(sensor.name)} would have ${tags.length} tags; ${maxTags} are the most.`;
    throw new Problem("invalid_request", message);
  }
  return {
    ...sensor,
    enabled: change.enabled ?? sensor.enabled,
    intervalSec: change.intervalSec ?? sensor.intervalSec,
    companyId: change.companyId === undefined ? sensor.companyId : change.companyId,
    collectorId: change.collectorId ?? sensor.collectorId,
    tags,
  };
}

async function checkPlaces(context: Context, change: SensorsChange): Promise<void> {
  const { database, tenantId } = context;
  if (change.companyId !== undefined && change.companyId !== null) {
    const companies = await listCompanies(database.forTenant(tenantId), tenantId);
    if (!companies.some(({ id }) => id === change.companyId)) {
      throw new Problem("invalid_request", "There is no such company.");
    }
  }
  if (change.collectorId !== undefined) {
    const collector = (await listCollectors(context)).find(({ id }) => id === change.collectorId);
    if (collector === undefined || collector.status === "revoked") {
      throw new Problem("invalid_request", "There is no such collector, or it was revoked.");
    }
  }
}

async function save(tx: Tx, context: Context, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const { tenantId, actor } = context;
  const at = context.now();
  const disabled = pairs.filter(({ before, after }) => before.enabled && !after.enabled);
  await releaseSensors(
    tx,
    tenantId,
    disabled.map(({ after }) => after.id),
    at,
    { kind: "disabled", text: `the sensor was disabled by ${actor.name}` },
  );
  const reassigned = pairs.map(({ before, after }) => ({
    id: after.id,
    from: before.enabled ? before.collectorId : null,
    to: after.enabled ? after.collectorId : null,
    isNews: isNewsToCollector(before, after),
  }));
  const revisions = await tellCollectors(tx, tenantId, reassigned);
  const sensors = pairs.map(({ before, after }) => {
    const isNews = after.enabled && isNewsToCollector(before, after);
    return { ...after, revision: isNews ? (revisions.get(after.collectorId) ?? null) : null };
  });
  await saveSensorsChange(tx, tenantId, sensors, at);
  const entries = pairs.map((pair) => ({
    action: "sensor.update",
    subjectKind: "sensor",
    subjectId: pair.after.id,
    detail: differences(pair),
  }));
  await insertAuditEntries(tx, context, entries);
  await announce(
    tx,
    tenantId,
    "sensors",
    sensors.map(({ id }) => id),
  );
}

/** Company and tags are nothing to a collector. */
function isNewsToCollector(before: ChangeableInBulk, after: ChangeableInBulk): boolean {
  const fields = ["enabled", "intervalSec", "collectorId"] as const;
  return fields.some((field) => before[field] !== after[field]);
}

function differences({ before, after }: Pair): Record<string, { from: unknown; to: unknown }> {
  const fields = ["enabled", "intervalSec", "companyId", "collectorId", "tags"] as const;
  return Object.fromEntries(
    fields
      .filter((field) => !isDeepStrictEqual(before[field], after[field]))
      .map((field) => [field, { from: before[field], to: after[field] }]),
  );
}
