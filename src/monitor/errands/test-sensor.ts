import { Compile } from "typebox/compile";
import { CheckSpec } from "#engines/check-types";
import { isId } from "#lib/ids";
import { type DeclaredSensor, openSettings } from "#monitor/sensors";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import { type Asked, askErrand } from "./ask-errand.ts";
import { checkTimeoutMs, discoverTimeoutMs } from "./errand.ts";
import { findErrandCollector, findErrandSensor } from "./errand-place.queries.ts";
import { readErrandItem } from "./read-item.ts";

const checkSpec = Compile(CheckSpec);

/** A check ends before the next would begin, as it does on the schedule. */
const shareOfInterval = 0.8;

/** What is to be tried out. */
export interface SensorTest {
  kind: "check" | "discover";
  /** Who shall do it; `null`: the embedded collector. */
  collectorId: string | null;
  /** The sensor that is being changed: credentials that the item leaves out are its own. */
  sensorId: string | null;
  /** The sensor as it would stand in a configuration file. */
  item: Readonly<Record<string, unknown>>;
}

/**
 * Has settings tried out that are not saved, by the collector that would poll the sensor: a check, or what the device offers.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` with a pointer for each fault of the item,
 * or when the collector cannot be waited for; `rate_limited`.
 */
export async function testSensor(
  context: Context,
  deps: { box: SealedBox; sensorRules: { minIntervalSec: number } },
  { kind, collectorId, sensorId, item }: SensorTest,
): Promise<{ id: string }> {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const { box, sensorRules } = deps;
  const { tenantId } = context;
  const db = context.database.forTenant(tenantId);
  if (collectorId !== null && !isId(collectorId)) throw noSuchCollector();
  const collector = await findErrandCollector(db, tenantId, collectorId);
  if (collector === null) throw noSuchCollector();
  const saved = sensorId === null ? null : await savedSettings(db, tenantId, sensorId, box);
  const declared = readErrandItem(
    item,
    sensorRules,
    saved === null ? null : { ...saved, isSameCollector: saved.collectorId === collector.id },
  );
  const { type, target } = declared;
  return askErrand(context, box, {
    collector,
    sensorId,
    asked: askedOf(kind, declared),
    detail: { type, target },
  });
}

async function savedSettings(db: Queryable, tenantId: string, id: string, box: SealedBox) {
  const sensor = isId(id) ? await findErrandSensor(db, tenantId, id) : null;
  if (sensor === null) throw new Problem("not_found", "There is no sensor with this id.");
  const { type, target, collectorId, settings, sealedSecrets } = sensor;
  try {
    return { type, target, collectorId, settings: openSettings(box, id, settings, sealedSecrets) };
  } catch (cause) {
    throw new Problem(
      "unavailable",
      "The sensor's credentials do not open: the secret key file is not the one that this installation was made with.",
      { cause },
    );
  }
}

function noSuchCollector(): Problem {
  return new Problem("not_found", "There is no such collector.");
}

function askedOf(kind: "check" | "discover", declared: DeclaredSensor): Asked {
  const { type, target, settings, interfaces, host, intervalSec } = declared;
  const parts = type === "snmp" ? { interfaces, host } : {};
  const spec: unknown = { type, target, [type]: settings, ...parts };
  if (!checkSpec.Check(spec)) throw new Error("the reader accepted a sensor that cannot be asked");
  if (kind === "check") {
    const timeoutMs = Math.min(checkTimeoutMs, Math.floor(shareOfInterval * intervalSec * 1000));
    return { kind, timeoutMs, spec };
  }
  if (spec.type !== "snmp") {
    throw new Problem("invalid_request", "Only SNMP devices tell what they offer.", {
      details: [{ path: "/sensor/type", message: "must be snmp" }],
    });
  }
  return { kind, timeoutMs: discoverTimeoutMs, target, snmp: spec.snmp };
}
