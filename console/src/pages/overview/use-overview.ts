import type { QueryClient } from "@tanstack/react-query";
import { apiQuery, useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { ownZone } from "../../kit/own-zone.ts";
import { useNow } from "../../kit/time.tsx";

/** With thousands of sensors something changes every second: figures need not follow each. */
const calmMs = 5_000;

/** The half about monitoring. Incidents are on screen at once. */
export function useMonitorOverview() {
  useLiveRefresh(["incidents", "collectors"], ["getMonitorOverview"]);
  useLiveRefresh(["sensors"], ["getMonitorOverview"], { atMostEveryMs: calmMs });
  return useApi("getMonitorOverview", { query: upToTonight(useNow()) });
}

/** The half about exposure. */
export function useExposureOverview() {
  useLiveRefresh(
    ["findings", "assets", "scan_runs", "assessments", "audit_jobs", "agents", "probes", "feeds"],
    ["getExposureOverview"],
    { atMostEveryMs: calmMs },
  );
  return useApi("getExposureOverview", { query: upToTonight(useNow()) });
}

/** Asks for both halves before the page is drawn, so that they come meanwhile. */
export function readOverviewAhead(client: QueryClient, tenantId: string): void {
  const args = { query: upToTonight(Date.now()) };
  void client.prefetchQuery(apiQuery("getMonitorOverview", args, tenantId));
  void client.prefetchQuery(apiQuery("getExposureOverview", args, tenantId));
}

/** When the day ends where the viewer is, and by whose clocks: days are counted back from there. */
function upToTonight(now: number): { until: number; timezone: string } {
  return { until: new Date(now).setHours(24, 0, 0, 0), timezone: ownZone };
}
