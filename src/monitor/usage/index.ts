export { UsageByCompanySchema } from "./company-usage.ts";
export { addUsageConsoleRoutes } from "./usage.console.routes.ts";
export { addUsageRoute } from "./usage.routes.ts";
export { SensorUsageSchema } from "./usage.ts";
