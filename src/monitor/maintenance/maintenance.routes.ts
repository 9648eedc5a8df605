import Type from "typebox";
import { type ConsoleRoutes, consoleCallerOf, refTo, tenantParams } from "#platform/http";
import { listMaintenanceWindows } from "./maintenance.queries.ts";
import { listWindowNames } from "./window-row.queries.ts";
import { type WindowRow, WindowRowSchema } from "./window-row.ts";
import { windowTimes } from "./window-times.ts";

/** How many of a window's next times are told. */
const shownTimes = 3;

const order = { now: 0, next: 1, past: 2 } as const;

/** Monitoring → Maintenance. Windows are made, changed and deleted as declarations. */
export function addMaintenanceRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/maintenance",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listMaintenanceWindows",
        summary: "Maintenance windows: those that are open, then the next, then the past",
        tags: ["Monitoring"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(WindowRowSchema)) }) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const db = database.forTenant(tenantId);
      const [windows, names] = await Promise.all([
        listMaintenanceWindows(db, tenantId),
        listWindowNames(db, tenantId, companyIds),
      ]);
      const named = new Map(names.map((each) => [each.id, each]));
      const items = windows.flatMap(({ sensorIds: _s, companyIds: _c, ...window }): WindowRow[] => {
        const seen = named.get(window.id);
        if (seen === undefined) return [];
        const { sensors, companies } = seen;
        const times = windowTimes({ ...window, sensorIds: [], companyIds: [] }, now(), shownTimes);
        return [{ ...window, ...times, tags: [...window.tags], sensors, companies }];
      });
      return {
        items: items.toSorted((a, b) => order[a.state] - order[b.state] || when(a) - when(b)),
      };
    },
  );
}

/** What is open longest is last; what comes soonest, and what ended last, is first. */
function when({ state, current, next, endsAt }: WindowRow): number {
  if (state === "now") return current?.endsAt ?? 0;
  return state === "next" ? (next[0]?.startsAt ?? 0) : -(endsAt ?? 0);
}
