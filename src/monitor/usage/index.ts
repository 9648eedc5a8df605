export { addUsageRoute } from "./usage.routes.ts";
export { SensorUsageSchema } from "./usage.ts";
