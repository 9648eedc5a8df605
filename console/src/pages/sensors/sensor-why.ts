import type { SensorPage } from "../../api/operations.generated.ts";
import { t } from "../../text/text.ts";

/** Why a sensor is as it is, in sentences; what matters most first. */
export function sensorWhy(sensor: SensorPage): string[] {
  switch (sensor.status) {
    case "paused":
      return [t("sensor.why.paused")];
    case "stale":
      return [staleWhy(sensor)];
    case "maintenance":
      return [
        t("sensor.why.maintenance", { name: sensor.maintenance ?? "" }),
        ...(sensor.cause === null
          ? []
          : [t("sensor.why.maintenanceDown", { cause: asSentence(sensor.cause) })]),
      ];
    case "unknown":
      return [...causeOf(sensor), waitingWhy(sensor)];
    case "down":
      return [...causeOf(sensor), ...downWhy(sensor)];
    case "up":
      return sensor.failures === 0
        ? [...flappingWhy(sensor), ...(sensor.flapping ? [] : [t("sensor.why.up")])]
        : [...causeOf(sensor), failingWhy(sensor), ...flappingWhy(sensor)];
  }
}

function downWhy(sensor: SensorPage): string[] {
  const { parent, heldBecause } = sensor;
  return [
    ...(parent?.status === "down" ? [t("sensor.why.parentDown", { name: parent.name })] : []),
    ...(heldBecause === null ? [] : [t("sensor.why.held", { reason: heldBecause })]),
    ...flappingWhy(sensor),
  ];
}

function staleWhy({ collectorName, collectorStatus }: SensorPage): string {
  if (collectorName === null) return t("sensor.why.staleHidden");
  const key = collectorStatus === "revoked" ? "sensor.why.revoked" : "sensor.why.stale";
  return t(key, { collector: collectorName });
}

function waitingWhy(sensor: SensorPage): string {
  if (sensor.collectorStatus === "pending") {
    return t("sensor.why.pending", { collector: sensor.collectorName ?? "" });
  }
  const { failures, failuresBeforeDown, successes, successesBeforeUp } = sensor;
  return t("sensor.why.waiting", {
    failures,
    needed: failuresBeforeDown,
    successes,
    neededUp: successesBeforeUp,
  });
}

function failingWhy({ failures, failuresBeforeDown }: SensorPage): string {
  return t("sensor.why.failing", { failures, needed: failuresBeforeDown });
}

function flappingWhy({ flapping }: SensorPage): string[] {
  return flapping ? [t("sensor.why.flapping")] : [];
}

function causeOf({ cause }: SensorPage): string[] {
  return cause === null ? [] : [asSentence(cause)];
}

/** Causes are written to stand in a line; alone they are a sentence. */
function asSentence(cause: string): string {
  const begun = cause.charAt(0).toUpperCase() + cause.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
