import Type from "typebox";
import { Problem } from "#platform/errors";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
  word,
} from "#platform/http";
import { parseTableQuery } from "#platform/pagination";
import { filterParameters, parseSensorFilter } from "./parse-sensor-filter.ts";
import { readSensorPage, rowFor, viewOf } from "./read-sensor-page.ts";
import { SensorPageSchema } from "./sensor-page.ts";
import { SensorRowSchema, sensorSorts, sensorStatuses } from "./sensor-row.ts";
import { countSensors, listSensorRows } from "./sensor-table.queries.ts";

const uuid = Type.String({ format: "uuid" });
const Counted = Type.Object({ id: uuid, name: Type.String(), count: Type.Integer() });
const CountedName = Type.Object({ name: Type.String(), count: Type.Integer() });

/** What there is to filter sensors by. */
export const SensorFacetsSchema = named("SensorFacets", {
  statuses: Type.Array(Type.Object({ name: word(sensorStatuses), count: Type.Integer() })),
  types: Type.Array(CountedName),
  companies: Type.Array(Counted),
  collectors: Type.Array(Counted, { description: "Empty for one who may not see them." }),
  tags: Type.Array(CountedName, { description: "The hundred that most sensors have." }),
});

/** Sensors in the console: the table, what it can be filtered by, and one of them. */
export function addSensorConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/sensors",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listSensorRows",
        summary: "A piece of the table of sensors",
        tags: ["Monitoring"],
        params: tenantParams,
        querystring: Type.Object({ ...tableParameters(sensorSorts), ...filterParameters }),
        response: { 200: tableOf(refTo(SensorRowSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const filter = parseSensorFilter(request.query);
      const query = parseTableQuery(request.query, sensorSorts, "status");
      const { database, tenantId } = caller;
      const view = await viewOf(caller);
      const db = database.forTenant(tenantId);
      const { total, items } = await listSensorRows(db, tenantId, view, filter, query);
      return { total, items: items.map((row) => rowFor(caller, row)) };
    },
  );

  app.get(
    "/tenants/:tenantId/sensor-facets",
    {
      config: { needs: "view" },
      schema: {
        operationId: "countSensors",
        summary: "How many sensors there are of each status, type, company, collector and tag",
        tags: ["Monitoring"],
        params: tenantParams,
        response: { 200: refTo(SensorFacetsSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { database, tenantId, companyIds } = caller;
      const view = await viewOf(caller);
      const facets = await countSensors(database.forTenant(tenantId), tenantId, view);
      return companyIds === null ? facets : { ...facets, collectors: [] };
    },
  );

  app.get(
    "/tenants/:tenantId/sensors/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readSensor",
        summary: "One sensor: what it is, why it is so, and what was last read",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 200: refTo(SensorPageSchema) },
      },
    },
    async (request) => {
      const page = await readSensorPage(consoleCallerOf(request), request.params.id);
      if (page === null) throw new Problem("not_found", "There is no such sensor.");
      return page;
    },
  );
}
