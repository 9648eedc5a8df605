import { type PublicRoutes, callerOf, refTo } from "#platform/http";
import { findSensorUsage } from "./find-sensor-usage.ts";
import { SensorUsageSchema } from "./usage.ts";

/** The public API of the billable sensor count. */
export function addUsageRoute(app: PublicRoutes): void {
  app.get(
    "/public/v1/sensor-usage",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getSensorUsage",
        summary: "Count billable sensors against the plan",
        tags: ["Usage"],
        response: { 200: refTo(SensorUsageSchema) },
      },
    },
    async (request) => {
      const { database, tenantId } = callerOf(request);
      return findSensorUsage(database.forTenant(tenantId), tenantId);
    },
  );
}
