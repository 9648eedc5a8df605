import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tenantParams,
} from "#platform/http";
import { parseMoment } from "#platform/pagination";
import { MonitorOverviewSchema } from "./monitor-overview.ts";
import { readMonitorOverview } from "./read-monitor-overview.ts";

/** The first page's half about monitoring. */
export function addMonitorOverviewRoute(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/overview/monitor",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getMonitorOverview",
        summary: "What is wrong with what is watched, and how it went lately",
        tags: ["Overview"],
        params: tenantParams,
        querystring: Type.Object({
          until: queryParameter(
            Type.Integer({
              description:
                "When the last day ends, in epoch milliseconds: the next midnight where you are. Now, unless told.",
            }),
          ),
        }),
        response: { 200: refTo(MonitorOverviewSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      return readMonitorOverview(caller, parseMoment(request.query, "until") ?? caller.now());
    },
  );
}
