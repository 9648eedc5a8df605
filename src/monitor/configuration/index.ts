export { checkNames } from "./check-names.ts";
export type { KnownNames } from "./check-names.ts";
export { findSettingsProblems } from "./check-settings.ts";
export type { DeclaredMaintenance } from "./configuration.ts";
export { describeChanges } from "./describe-changes.ts";
export type {
  ConfigurationChanges,
  ExistingCollector,
  ExistingConfiguration,
  ExistingSensor,
} from "./diff-configuration.ts";
export { diffConfiguration } from "./diff-configuration.ts";
export { collectorSchema, sensorSchemas } from "./item-schemas.ts";
export type { MonitorDeclaration } from "./read-configuration.ts";
export { createMonitorReader } from "./read-configuration.ts";
export type { SensorBefore } from "./keep-sensor-secrets.ts";
export { keepSensorSecrets } from "./keep-sensor-secrets.ts";
export { writeCollector, writeMaintenance, writeSensor } from "./write-items.ts";
