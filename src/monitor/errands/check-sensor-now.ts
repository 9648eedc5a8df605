import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import { Problem } from "#platform/errors";
import { askErrand } from "./ask-errand.ts";
import { checkNowTimeoutMs } from "./errand.ts";
import { findErrandCollector, findErrandSensor } from "./errand-place.queries.ts";

/**
 * Has a sensor checked once more, now, by the collector that polls it. The result counts as any other.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for a disabled sensor, or when its
 * collector cannot be waited for; `rate_limited`.
 */
export async function checkSensorNow(
  context: Context,
  box: SealedBox,
  sensorId: string,
): Promise<{ id: string }> {
  const { tenantId } = context;
  const db = context.database.forTenant(tenantId);
  const sensor = isId(sensorId) ? await findErrandSensor(db, tenantId, sensorId) : null;
  if (sensor === null) throw new Problem("not_found", "There is no sensor with this id.");
  if (!sensor.enabled) {
    throw new Problem(
      "invalid_request",
      "The sensor is disabled. Enable it, or test it in its form.",
    );
  }
  const collector = await findErrandCollector(db, tenantId, sensor.collectorId);
  if (collector === null) throw new Problem("not_found", "The sensor's collector is gone.");
  return askErrand(context, box, {
    collector,
    sensorId,
    asked: { kind: "checkNow", timeoutMs: checkNowTimeoutMs, sensorId },
    detail: { name: sensor.name, type: sensor.type, target: sensor.target },
  });
}
