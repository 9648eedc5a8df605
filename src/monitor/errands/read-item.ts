import { type SensorBefore, createMonitorReader, keepSensorSecrets } from "#monitor/configuration";
import type { DeclaredSensor } from "#monitor/sensors";
import { formatPointer, isMapping, jsonDocument } from "#platform/declarations";
import { Problem } from "#platform/errors";

/** What a check depends on; the rest of an item says where a sensor belongs. */
const keysOfChecks: ReadonlySet<string> = new Set([
  "type",
  "target",
  "intervalSec",
  "icmp",
  "tcp",
  "tls",
  "http",
  "snmp",
  "interfaces",
  "host",
]);

/**
 * Reads what is to be asked out of a sensor's item, by the reader of configuration files.
 *
 * @param item as it stands in a file; whatever does not concern the check is not looked at.
 * @param saved the sensor that is being changed: its credentials stay where the item leaves them out and asks nobody else;
 *   `isSameCollector`: by the collector that polls it.
 * @throws Problem `invalid_request` with a pointer into the body for each fault.
 */
export function readErrandItem(
  item: Readonly<Record<string, unknown>>,
  rules: { minIntervalSec: number },
  saved: (SensorBefore & { isSameCollector: boolean }) | null,
): DeclaredSensor {
  const asked = Object.fromEntries([
    ["name", "test"],
    ...Object.entries(item).filter(([key]) => keysOfChecks.has(key)),
  ]);
  const kept =
    saved === null
      ? { item: asked, faults: [] }
      : keepSensorSecrets(saved, asked, saved.isSameCollector);
  const { document, violations } = jsonDocument({
    tenant: "test",
    list: "sensors",
    item: kept.item,
  });
  const reader = createMonitorReader(rules);
  const declared = reader.start();
  if (isMapping(document.value)) {
    violations.push(...reader.read({ ...document, value: document.value }, declared));
  }
  const [sensor] = declared.configuration.sensors;
  if (kept.faults.length === 0 && violations.length === 0 && sensor !== undefined) return sensor;
  const placed = [
    ...kept.faults,
    ...violations.map(({ path, message }) => ({ path: path.slice(2), message })),
  ];
  const details = placed.map(({ path, message }) => ({
    path: `/sensor${formatPointer(path)}`,
    message,
  }));
  const places = details.map(({ path, message }) => `${path} ${message}`);
  throw new Problem("invalid_request", `This cannot be asked: ${places.join("; ")}.`, { details });
}
