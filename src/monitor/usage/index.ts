export { findSensorUsage } from "./find-sensor-usage.ts";
export { addUsageRoute } from "./usage.routes.ts";
export type { SensorUsage } from "./usage.ts";
export { SensorUsageSchema } from "./usage.ts";
