import { type TimeSpan, within } from "#lib/time-spans";
import { listMaintenanceWindows, maintenanceWithin } from "#monitor/maintenance";
import type { Context } from "#platform/context";
import type { Queryable } from "#platform/db";
import { findObserved, listFailedParts } from "./observed.queries.ts";
import {
  type KeptSource,
  type SeriesRange,
  longestPauseMs,
  planSeries,
  seriesRanges,
} from "./series.ts";
import { type Uptime, uptimeOf } from "./uptime.ts";

interface UptimeSensor {
  id: string;
  intervalSec: number;
  companyId: string | null;
  tags: readonly string[];
  createdAt: number;
}

/** Outages of a sensor, or of its parents, that reach into a span. */
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
  { listOutages, listOutagesAbove }: { listOutages: ListOutages; listOutagesAbove: ListOutages },
): Promise<({ range: SeriesRange } & Uptime)[]> {
  const db = database.forTenant(tenantId);
  const year = planSeries("1y", now());
  const month = planSeries("30d", now());
  const pauseOf = (partMs: number) => longestPauseMs(sensor.intervalSec, 2 * partMs);
  const [byMinutes, byHours] = [pauseOf(300_000), pauseOf(3_600_000)];
  const [outages, above, windows] = await Promise.all([
    listOutages(db, tenantId, sensor.id, year),
    listOutagesAbove(db, tenantId, sensor.id, year),
    listMaintenanceWindows(db, tenantId),
  ]);
  const known = async (
    plan: { source: KeptSource; fromAt: number; tailAt: number; toAt: number },
    pauseMs: number,
  ) => {
    const [heard, failed] = await Promise.all([
      findObserved(db, tenantId, sensor.id, { ...plan, pauseMs }),
      above.length === 0 ? [] : listFailedParts(db, tenantId, sensor.id, plan),
    ]);
    return { heard, unreachable: within(failed, above) };
  };
  const [fine, coarse] = await Promise.all([
    known({ ...month, source: "5m" }, byMinutes),
    known({ ...year, source: "1h" }, byHours),
  ]);
  const maintenance = maintenanceWithin(windows, sensor, year);
  return seriesRanges.map((range) => {
    const { fromAt, toAt } = planSeries(range, now());
    // Of long ago only parts are kept, and the first of them begins before the sensor was made.
    const span = { fromAt: Math.max(fromAt, sensor.createdAt), toAt };
    const facts = { ...(range === "1y" ? coarse : fine), pauseMs: byMinutes, outages, maintenance };
    return { range, ...uptimeOf(span, facts) };
  });
}
