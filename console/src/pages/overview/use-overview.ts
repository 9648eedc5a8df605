import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { useNow } from "../../kit/time.tsx";

/** With thousands of sensors something changes every second: figures need not follow each. */
const calmMs = 5_000;

/** The half about monitoring. Incidents are on screen at once. */
export function useMonitorOverview() {
  useLiveRefresh(["incidents", "collectors"], ["getMonitorOverview"]);
  useLiveRefresh(["sensors"], ["getMonitorOverview"], { atMostEveryMs: calmMs });
  return useApi("getMonitorOverview", { query: { until: nextMidnight(useNow()) } });
}

/** The half about exposure. */
export function useExposureOverview() {
  useLiveRefresh(
    ["findings", "assets", "scan_runs", "assessments", "audit_jobs", "agents", "probes", "feeds"],
    ["getExposureOverview"],
    { atMostEveryMs: calmMs },
  );
  return useApi("getExposureOverview", { query: { until: nextMidnight(useNow()) } });
}

/** When the day ends where the viewer is: days are counted from there. */
function nextMidnight(now: number): number {
  return new Date(now).setHours(24, 0, 0, 0);
}
