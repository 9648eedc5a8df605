import type { ExposureOverview, MonitorOverview } from "../../api/operations.generated.ts";

/** Whether anything is watched: else that nothing is down says nothing. */
export function isWatched({ sensors }: MonitorOverview): boolean {
  return Object.values(sensors).some((count) => count > 0);
}

/** Whether anything was looked for, or brought in: else that nothing was found says nothing. */
export function isLookedInto({ has, findings }: ExposureOverview): boolean {
  return has.scans || has.agents || Object.values(findings.open).some((count) => count > 0);
}
