import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tenantParams,
} from "#platform/http";
import { parseMoment, parseTimeZone } from "#platform/pagination";
import { ExposureOverviewSchema } from "./exposure-overview.ts";
import { readExposureOverview } from "./read-exposure-overview.ts";

/** The first page's half about exposure. */
export function addExposureOverviewRoute(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/overview/exposure",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getExposureOverview",
        summary: "What is exposed, what does not work, and how it went lately",
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
        response: { 200: refTo(ExposureOverviewSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const until = parseMoment(request.query, "until") ?? caller.now();
      return readExposureOverview(caller, until, parseTimeZone(request.query, "timezone") ?? "UTC");
    },
  );
}
