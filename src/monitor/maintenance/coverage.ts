import { type MaintenanceWindow, maintenanceCalendar } from "./maintenance.ts";

/** What is in maintenance at one moment, in a form that SQL can compare with. */
export interface Coverage {
  /** A window that names nothing covers every sensor. */
  everything: boolean;
  sensorIds: readonly string[];
  tags: readonly string[];
  companyIds: readonly string[];
}

/** What windows cover at a moment, all of them together: a sensor is covered when it is in any part of it. */
export function coverageAt(windows: readonly MaintenanceWindow[], at: number): Coverage {
  const active = windows.filter((window) => isActive(window, at));
  return {
    everything: active.some(
      ({ sensorIds, tags, companyIds }) =>
        sensorIds.length === 0 && tags.length === 0 && companyIds.length === 0,
    ),
    sensorIds: active.flatMap(({ sensorIds }) => sensorIds),
    tags: active.flatMap(({ tags }) => tags),
    companyIds: active.flatMap(({ companyIds }) => companyIds),
  };
}

const anySensor = { id: "", tags: [], companyId: null };

function isActive(window: MaintenanceWindow, at: number): boolean {
  const forAll = { ...window, sensorIds: [], tags: [], companyIds: [] };
  return maintenanceCalendar([forAll]).at(anySensor, at).active !== null;
}
