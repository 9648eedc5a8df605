export type { DeclaredSensor, SensorDifference, SensorPart } from "./declared-sensor.ts";
export { declaredParts, diffSensor } from "./declared-sensor.ts";
export type { Settings, SplitSettings } from "./secrets.ts";
export { openSettings, sealSecrets, splitSettings } from "./secrets.ts";
export { saveReadings } from "./reading.queries.ts";
export type { ChangeableSensor } from "./sensor-change.queries.ts";
export { lockSensorForChange, saveSensorChange } from "./sensor-change.queries.ts";
