import Type from "typebox";
import { isTimeZone } from "#lib/time-zone";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  nullable,
  queryParameter,
  tenantParams,
} from "#platform/http";
import { oneValue } from "#platform/pagination";
import { nextRunsAt, scheduleFault } from "./schedule.ts";

const shown = 3;

/** What a schedule means, before it is saved. */
export function addScheduleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/schedule-preview",
    {
      config: { needs: "view" },
      schema: {
        operationId: "previewSchedule",
        summary: "When a schedule is due next, or what is wrong with it",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          schedule: queryParameter(Type.String({ description: "Five-field cron." })),
          timezone: queryParameter(Type.String({ description: "IANA name; UTC when left out." })),
        }),
        response: {
          200: Type.Object({
            fault: nullable(Type.String({ description: "A sentence; null: it is good." })),
            next: Type.Array(Type.Integer(), { description: "Unix epoch milliseconds." }),
          }),
        },
      },
    },
    async (request) => {
      const { now } = consoleCallerOf(request);
      const schedule = (oneValue(request.query, "schedule") ?? "").slice(0, 100);
      const timezone = oneValue(request.query, "timezone") ?? "UTC";
      const none: number[] = [];
      if (!isTimeZone(timezone)) {
        const fault = `${JSON.stringify(timezone.slice(0, 60))} is no time zone such as Europe/Berlin.`;
        return { fault, next: none };
      }
      const fault = scheduleFault(schedule, timezone);
      if (fault !== null) return { fault: `This ${fault}.`, next: none };
      return { fault: null, next: nextRunsAt(schedule, timezone, now(), shown) };
    },
  );
}
