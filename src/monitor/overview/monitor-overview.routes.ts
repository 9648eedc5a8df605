import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tenantParams,
} from "#platform/http";
import { parseMoment, parseTimeZone } from "#platform/pagination";
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
          timezone: queryParameter(
            Type.String({
              description: "By whose clocks days begin: an IANA name. UTC, unless told.",
            }),
          ),
        }),
        response: { 200: refTo(MonitorOverviewSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const until = parseMoment(request.query, "until") ?? caller.now();
      return readMonitorOverview(caller, until, parseTimeZone(request.query, "timezone") ?? "UTC");
    },
  );
}
