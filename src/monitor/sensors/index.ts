export type { ResolvedSensor, SensorChanges } from "./declare-sensors.ts";
export { declareSensors } from "./declare-sensors.ts";
export type { DeclaredSensor, SensorDifference, SensorPart } from "./declared-sensor.ts";
export { declaredParts, diffSensor } from "./declared-sensor.ts";
export type { Settings } from "./secrets.ts";
export { keepSecrets, openSettings, sealSecrets, splitSettings } from "./secrets.ts";
export type { SensorDeclarationRow } from "./sensor-declaration.queries.ts";
export {
  deleteSensors,
  listSensorDeclarations,
  lockAllSensors,
  refreshStatistics,
} from "./sensor-declaration.queries.ts";
export { saveReadings } from "./reading.queries.ts";
export type { ChangeableSensor } from "./sensor-change.queries.ts";
export { lockSensorForChange, saveSensorChange } from "./sensor-change.queries.ts";
export type { ChangeableInBulk } from "./sensors-change.queries.ts";
export {
  listChildrenOutside,
  lockSensorsForChange,
  saveSensorsChange,
} from "./sensors-change.queries.ts";
export type { SensorVerbs } from "./sensor.routes.ts";
export { addSensorRoutes } from "./sensor.routes.ts";
export { SensorDetailSchema, SensorListSchema, SensorSchema } from "./sensor.ts";
export { SensorFacetsSchema, addSensorConsoleRoutes } from "./sensor.console.routes.ts";
export { addSensorsChangeRoutes } from "./sensors-change.console.routes.ts";
export { SensorPageSchema } from "./sensor-page.ts";
export { findVisibleSensor } from "./sensor-page.queries.ts";
export { SensorRowSchema } from "./sensor-row.ts";
export { renameSensor } from "./sensor-declaration.queries.ts";
export { viewOf } from "./read-sensor-page.ts";
export { countStatuses } from "./sensor-table.queries.ts";
