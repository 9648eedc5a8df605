import Type from "typebox";
import { isId } from "#lib/ids";
import type { TimeSpan } from "#lib/time-spans";
import { findVisibleSensor } from "#monitor/sensors";
import type { Queryable } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tenantItemParams,
  word,
} from "#platform/http";
import { type Query, oneText, oneValue, wrongParameter } from "#platform/pagination";
import { readUptime } from "./read-uptime.ts";
import {
  checkColumns,
  hostColumns,
  interfaceColumns,
  noChecks,
  noReading,
  noTraffic,
  totalOf,
} from "./series-columns.ts";
import {
  HostSeriesSchema,
  InterfaceSeriesSchema,
  SensorSeriesSchema,
  SensorUptimeSchema,
} from "./series-schemas.ts";
import {
  findLatencyPercentiles,
  listCheckPoints,
  listHostPoints,
  listInterfacePoints,
} from "./series.queries.ts";
import { type SeriesPlan, longestPauseMs, planSeries, seriesRanges, withGaps } from "./series.ts";

/** An outage of a sensor as charts shade it. */
export interface Outage extends TimeSpan {
  id: string;
  cause: string;
  isOpen: boolean;
}

/** What the routes call from outside this slice. */
export interface HistoryVerbs {
  /** Those of a sensor that reach into a span, the oldest first; one that is open ends with the span. */
  listOutages: (
    db: Queryable,
    tenantId: string,
    sensorId: string,
    span: TimeSpan,
  ) => Promise<Outage[]>;
  /** The same of its parent, and of all parents above that. */
  listOutagesAbove: (
    db: Queryable,
    tenantId: string,
    sensorId: string,
    span: TimeSpan,
  ) => Promise<TimeSpan[]>;
}

const rangeParameter = {
  range: queryParameter(word(seriesRanges, { description: "How far back; default 24h." })),
};
const nameParameter = { name: queryParameter(Type.String({ description: "Which one." })) };

/** What was recorded of a sensor, for its charts. */
export function addHistoryRoutes(app: ConsoleRoutes, verbs: HistoryVerbs): void {
  app.get(
    "/tenants/:tenantId/sensors/:id/series",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readSensorSeries",
        summary: "Latency, loss and outages of a sensor over time",
        tags: ["Monitoring"],
        params: tenantItemParams,
        querystring: Type.Object(rangeParameter),
        response: { 200: refTo(SensorSeriesSchema) },
      },
    },
    async (request) => {
      const { db, tenantId, id, plan, pauseMs } = await wanted(request);
      const [points, outages, percentiles] = await Promise.all([
        listCheckPoints(db, tenantId, id, plan),
        verbs.listOutages(db, tenantId, id, plan),
        plan.source === "raw"
          ? findLatencyPercentiles(db, tenantId, id, plan)
          : { p50: null, p95: null, p99: null },
      ]);
      const all = withGaps(points, { stepMs: plan.stepMs, pauseMs }, noChecks);
      return {
        ...frameOf(plan, all),
        ...checkColumns(all),
        total: totalOf(points, percentiles),
        outages,
      };
    },
  );

  app.get(
    "/tenants/:tenantId/sensors/:id/interface-series",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readInterfaceSeries",
        summary: "Traffic, errors and discards of one interface over time",
        tags: ["Monitoring"],
        params: tenantItemParams,
        querystring: Type.Object({ ...rangeParameter, ...nameParameter }),
        response: { 200: refTo(InterfaceSeriesSchema) },
      },
    },
    async (request) => {
      const name = neededName(request.query);
      const { db, tenantId, id, plan, pauseMs } = await wanted(request);
      const points = await listInterfacePoints(db, tenantId, id, plan, name);
      const all = withGaps(points, { stepMs: plan.stepMs, pauseMs }, noTraffic);
      return { ...frameOf(plan, all), ...interfaceColumns(all) };
    },
  );

  app.get(
    "/tenants/:tenantId/sensors/:id/host-series",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readHostSeries",
        summary: "One host aspect over time",
        tags: ["Monitoring"],
        params: tenantItemParams,
        querystring: Type.Object({
          ...rangeParameter,
          ...nameParameter,
          aspect: queryParameter(word(hostAspects, { description: "Which kind." })),
        }),
        response: { 200: refTo(HostSeriesSchema) },
      },
    },
    async (request) => {
      const name = neededName(request.query);
      const aspect = hostAspects.find((word) => word === oneValue(request.query, "aspect"));
      if (aspect === undefined) {
        throw wrongParameter("aspect", `must be of ${hostAspects.join(", ")}`);
      }
      const { db, tenantId, id, plan, pauseMs } = await wanted(request);
      const points = await listHostPoints(db, tenantId, id, plan, { aspect, name });
      const all = withGaps(points, { stepMs: plan.stepMs, pauseMs }, noReading);
      return { ...frameOf(plan, all), ...hostColumns(all) };
    },
  );

  app.get(
    "/tenants/:tenantId/sensors/:id/uptime",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readSensorUptime",
        summary: "How available a sensor was over 24 hours, 7 days, 30 days and a year",
        description:
          "Time counts neither as up nor as down while it is unknown, in maintenance, or while the sensor fails behind a parent that is down.",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 200: refTo(SensorUptimeSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const items = await readUptime(caller, await visible(caller, request.params.id), verbs);
      return { items };
    },
  );
}

const hostAspects = ["cpu", "memory", "storage", "uptime"] as const;

/** @throws Problem `not_found` when there is no such sensor, or none that the caller may see. */
async function visible(caller: ConsoleCaller, id: string) {
  const { database, tenantId, companyIds } = caller;
  const db = database.forTenant(tenantId);
  const sensor = isId(id) ? await findVisibleSensor(db, tenantId, id, companyIds) : null;
  if (sensor === null) throw new Problem("not_found", "There is no such sensor.");
  return sensor;
}

/** What is read for a chart, once it is sure that the caller may see it. */
async function wanted(
  request: Parameters<typeof consoleCallerOf>[0] & {
    params: { id: string };
    query: Query;
  },
) {
  const text = oneValue(request.query, "range") ?? "24h";
  const range = seriesRanges.find((word) => word === text);
  if (range === undefined) throw wrongParameter("range", `must be of ${seriesRanges.join(", ")}`);
  const caller = consoleCallerOf(request);
  const { id, intervalSec } = await visible(caller, request.params.id);
  const plan = planSeries(range, caller.now());
  return {
    db: caller.database.forTenant(caller.tenantId),
    tenantId: caller.tenantId,
    id,
    plan,
    pauseMs: longestPauseMs(intervalSec, plan.stepMs),
  };
}

function neededName(query: Query): string {
  const name = oneText(query, "name") ?? "";
  if (name === "") throw wrongParameter("name", "must be there");
  return name;
}

function frameOf({ range, fromAt, toAt, stepMs }: SeriesPlan, points: readonly { at: number }[]) {
  return { range, fromAt, toAt, stepMs, at: points.map(({ at }) => at) };
}
