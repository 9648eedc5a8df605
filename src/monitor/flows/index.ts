export type { AppliedConfiguration, Applier } from "./apply-configuration.ts";
export { applyConfiguration } from "./apply-configuration.ts";
export { reconcileIncidents } from "./reconcile-incidents.ts";
export { recordResults } from "./record-results.ts";
export type { SensorChange } from "./update-sensor.ts";
export { updateSensor } from "./update-sensor.ts";
export { watchCollectors } from "./watch-collectors.ts";
