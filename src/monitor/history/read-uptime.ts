import type { TimeSpan } from "#lib/time-spans";
import { listMaintenanceWindows, maintenanceWithin } from "#monitor/maintenance";
import type { Context } from "#platform/context";
import type { Queryable } from "#platform/db";
import { findObserved } from "./observed.queries.ts";
import { type SeriesRange, longestPauseMs, planSeries, seriesRanges } from "./series.ts";
import { type Uptime, uptimeOf } from "./uptime.ts";

interface UptimeSensor {
  id: string;
  intervalSec: number;
  companyId: string | null;
  tags: readonly string[];
  createdAt: number;
}

type ListOutages = (
  db: Queryable,
  tenantId: string,
  sensorId: string,
  span: TimeSpan,
) => Promise<readonly TimeSpan[]>;

/** The availability of a sensor over each range: a month and less to five minutes, a year to the hour. */
export async function readUptime(
  { database, tenantId, now }: Pick<Context, "database" | "tenantId" | "now">,
  sensor: UptimeSensor,
  listOutages: ListOutages,
): Promise<({ range: SeriesRange } & Uptime)[]> {
  const db = database.forTenant(tenantId);
  const year = planSeries("1y", now());
  const month = planSeries("30d", now());
  const pauseOf = (partMs: number) => longestPauseMs(sensor.intervalSec, 2 * partMs);
  const [byMinutes, byHours] = [pauseOf(300_000), pauseOf(3_600_000)];
  const [fine, coarse, outages, windows] = await Promise.all([
    findObserved(db, tenantId, sensor.id, { ...month, source: "5m", pauseMs: byMinutes }),
    findObserved(db, tenantId, sensor.id, { ...year, source: "1h", pauseMs: byHours }),
    listOutages(db, tenantId, sensor.id, year),
    listMaintenanceWindows(db, tenantId),
  ]);
  const maintenance = maintenanceWithin(windows, sensor, year);
  return seriesRanges.map((range) => {
    const { fromAt, toAt } = planSeries(range, now());
    // Of long ago only parts are kept, and the first of them begins before the sensor was made.
    const span = { fromAt: Math.max(fromAt, sensor.createdAt), toAt };
    const heard = range === "1y" ? coarse : fine;
    return { range, ...uptimeOf(span, { heard, pauseMs: byMinutes, outages, maintenance }) };
  });
}
