import Type from "typebox";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import {
  type PublicRoutes,
  callerOf,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
} from "#platform/http";
import { oneValue } from "#platform/pagination";
import { listSensors } from "./list-sensors.ts";
import { createSensorReader } from "./read-sensor.ts";
import { SensorChangeSchema, SensorDetailSchema, SensorListSchema, sensorName } from "./sensor.ts";

/** What the routes call from outside this slice. */
export interface SensorVerbs {
  /** @returns false when the tenant has no such sensor. */
  updateSensor: (
    context: Context,
    id: string,
    change: { enabled?: boolean; name?: string; intervalSec?: number },
  ) => Promise<boolean>;
}

const params = Type.Object({ id: Type.String({ description: "A sensor's id." }) });

/** The public API of sensors. */
export function addSensorRoutes(app: PublicRoutes, { updateSensor }: SensorVerbs): void {
  const readSensor = createSensorReader();

  app.get(
    "/public/v1/sensors",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listSensors",
        summary: "List sensors with their state",
        description: "Ordered by id. Without `limit` the whole list is sent.",
        tags: ["Sensors"],
        querystring: Type.Object({
          companyId: queryParameter(
            Type.String({ description: "Only sensors of this company; an unknown one has none." }),
          ),
          ...pageParameters,
        }),
        response: { 200: refTo(SensorListSchema) },
      },
    },
    async (request, reply) => {
      const companyId = oneValue(request.query, "companyId");
      const list = listSensors(callerOf(request).tenantId, companyId);
      return replyWithList(request, reply, request.query, list);
    },
  );

  app.get(
    "/public/v1/sensors/:id",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getSensor",
        summary: "Read one sensor",
        tags: ["Sensors"],
        params,
        response: { 200: refTo(SensorDetailSchema) },
      },
    },
    async (request) => {
      const sensor = await readSensor(callerOf(request), request.params.id);
      if (sensor === null) throw noSuchSensor();
      return sensor;
    },
  );

  app.patch(
    "/public/v1/sensors/:id",
    {
      config: { scope: "write" },
      schema: {
        operationId: "updateSensor",
        summary: "Change a sensor's name, interval or whether it is polled",
        description:
          "Every field is optional; `{}` changes nothing. Target and credentials cannot be changed here.",
        tags: ["Sensors"],
        params,
        body: SensorChangeSchema,
        response: {
          200: Type.Object({ ok: Type.Boolean(), id: Type.String({ format: "uuid" }) }),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { name, ...rest } = request.body;
      const change = name === undefined ? rest : { ...rest, name: sensorName(name) };
      if (!isId(id) || !(await updateSensor(callerOf(request), id, change))) throw noSuchSensor();
      return { ok: true, id };
    },
  );
}

/** Says the same of an id that does not exist and of another tenant's. */
function noSuchSensor(): Problem {
  return new Problem("not_found", "There is no sensor with this id.");
}
