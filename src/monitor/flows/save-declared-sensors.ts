import type { ConfigurationChanges } from "#monitor/configuration";
import { type DeclaredSensor, type SensorDifference, declareSensors } from "#monitor/sensors";
import { insertStates } from "#monitor/states";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { newIds } from "#lib/ids";
import type { Existing } from "./read-existing-configuration.ts";
import { releaseSensors } from "./release-sensors.ts";
import { restartCounters } from "./restart-counters.ts";
import { type Reassignment, tellCollectors } from "./tell-collectors.ts";

/** Where sensors can be placed: ids by name. The collector `null` is the embedded one. */
export interface SensorPlaces {
  companyIds: ReadonlyMap<string, string>;
  collectorIds: ReadonlyMap<string | null, string>;
}

type SensorChanges = ConfigurationChanges["sensors"];

/**
 * Makes, changes and deletes sensors as declared, and tells their collectors. A sensor that is disabled or deleted is
 * released; one that asks something else from now on counts anew, with its history and open incident kept.
 *
 * @returns the ids of all declared sensors by name, deleted ones included.
 */
export async function saveDeclaredSensors(
  tx: Tx,
  context: Context,
  box: SealedBox,
  existing: Existing,
  changes: SensorChanges,
  places: SensorPlaces,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [name, { id }] of existing.sensors) ids.set(name, id);
  // Lists are in the order of the ids: sensors appear as they were declared.
  for (const [i, id] of newIds(changes.create.length).entries()) {
    const created = changes.create[i];
    if (created !== undefined) ids.set(created.name, id);
  }
  const resolve = (declared: DeclaredSensor) => ({
    id: lookUp(ids, declared.name),
    declared,
    companyId: declared.company === null ? null : lookUp(places.companyIds, declared.company),
    collectorId: lookUp(places.collectorIds, declared.collector),
    parentId: declared.parent === null ? null : lookUp(ids, declared.parent),
  });
  const create = changes.create.map(resolve);
  const update = changes.update.map(({ before, after, differences }) => ({
    ...resolve(after),
    before: { enabled: before.enabled, collectorId: rowOf(existing, before).collectorId },
    differences,
  }));
  const gone = changes.delete.map((sensor) => ({ ...rowOf(existing, sensor), ...sensor }));

  await release(tx, context, changes, ids);
  const revisions = await tellCollectors(
    tx,
    context.tenantId,
    reassignmentsOf({ create, update, gone }),
  );
  await declareSensors(tx, context, box, {
    create: create.map((sensor) => ({
      ...sensor,
      // No collector hears of one that is disabled.
      revision: sensor.declared.enabled ? lookUp(revisions, sensor.collectorId) : 0,
    })),
    update: update.map((sensor) => ({
      ...sensor,
      revision: concernsCollector(sensor) ? lookUp(revisions, sensor.collectorId) : null,
    })),
    delete: gone.map(({ id, name }) => ({ id, name })),
  });
  await insertStates(
    tx,
    context.tenantId,
    create.map(({ id }) => id),
  );
  const changed = [...create, ...update, ...gone].map(({ id }) => id);
  await announce(tx, context.tenantId, "sensors", changed);
  return ids;
}

async function release(
  tx: Tx,
  context: Context,
  changes: SensorChanges,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { tenantId, actor } = context;
  const at = context.now();
  const idsOf = (sensors: readonly DeclaredSensor[]) =>
    sensors.map(({ name }) => lookUp(ids, name));
  const disabled = changes.update.filter(({ before, after }) => before.enabled && !after.enabled);
  await releaseSensors(tx, tenantId, idsOf(disabled.map(({ after }) => after)), at, {
    kind: "disabled",
    text: `the sensor was disabled by ${actor.name}`,
  });
  const gone = changes.delete.map(({ declaredAs }) => lookUp(ids, declaredAs));
  await releaseSensors(tx, tenantId, gone, at, {
    kind: "removed",
    text: `the sensor was removed by ${actor.name}`,
  });
  const asksElse = changes.update.filter(({ differences }) =>
    differences.some(({ field }) => field === "type" || field === "target"),
  );
  await restartCounters(tx, tenantId, idsOf(asksElse.map(({ after }) => after)));
}

interface Movement {
  id: string;
  collectorId: string;
  declared: DeclaredSensor;
  before: { enabled: boolean; collectorId: string };
  differences: readonly SensorDifference[];
}

function reassignmentsOf(sensors: {
  create: readonly { id: string; collectorId: string; declared: DeclaredSensor }[];
  update: readonly Movement[];
  gone: readonly { id: string; collectorId: string; enabled: boolean }[];
}): Reassignment[] {
  const polledBy = ({ enabled }: { enabled: boolean }, collectorId: string) =>
    enabled ? collectorId : null;
  return [
    ...sensors.create.map(({ id, collectorId, declared }) => {
      return { id, from: null, to: polledBy(declared, collectorId), isNews: true };
    }),
    ...sensors.update.map((sensor) => {
      const { id, collectorId, before, declared } = sensor;
      const from = polledBy(before, before.collectorId);
      const to = polledBy(declared, collectorId);
      return { id, from, to, isNews: concernsCollector(sensor) };
    }),
    ...sensors.gone.map((sensor) => {
      return { id: sensor.id, from: polledBy(sensor, sensor.collectorId), to: null, isNews: false };
    }),
  ];
}

/** What a collector neither knows nor needs. */
const unknownToCollectors: ReadonlySet<string> = new Set(["name", "company", "parent", "tags"]);

/** Whether the collector that is to poll a changed sensor must hear of the change. */
function concernsCollector({ declared, differences }: Movement): boolean {
  return declared.enabled && differences.some(({ field }) => !unknownToCollectors.has(field));
}

function rowOf(existing: Existing, { declaredAs }: { declaredAs: string }) {
  const row = existing.sensors.get(declaredAs);
  if (row === undefined) throw new Error(`no row of sensor ${JSON.stringify(declaredAs)}`);
  return row;
}

/** Names were checked before: one that leads nowhere is a defect. */
function lookUp<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing is known of ${JSON.stringify(key)}`);
  return value;
}
