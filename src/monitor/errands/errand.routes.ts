import Type, { type Static } from "typebox";
import type { SealedBox } from "#platform/crypto";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  expectNoBody,
  named,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
  time,
  word,
} from "#platform/http";
import { CheckResult, Discovery } from "#wire/collector.v1";
import { checkSensorNow } from "./check-sensor-now.ts";
import { type Errand, errandKinds, errandStates } from "./errand.ts";
import { readErrand } from "./read-errand.ts";
import { testSensor } from "./test-sensor.ts";

/** What errands need besides the caller. */
export interface ErrandDeps {
  /** Opens and seals credentials. */
  box: SealedBox;
  /** What the installation lays down for every sensor. */
  sensorRules: { minIntervalSec: number };
}

/** An errand as the one who asked for it sees it. */
const ErrandSchema = named("Errand", {
  id: Type.String({ format: "uuid" }),
  kind: word(errandKinds),
  state: word(errandStates, {
    description:
      "`queued`: waits for its collector; `running`: the collector is at it; `done`: see `check` or `discovery`; `failed`: see `failure`.",
  }),
  collector: Type.Object({
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    lastSeenAt: nullable(time("When it was last heard of.")),
  }),
  createdAt: time("When it was asked for."),
  expiresAt: time("When it is given up."),
  endedAt: nullable(time("When it ended.")),
  failure: nullable(Type.String({ description: "Why nothing was found out." })),
  check: Type.Optional(Type.Omit(CheckResult, ["sensorId"])),
  discovery: Type.Optional(Discovery),
});

const Asked = named("ErrandAsked", { id: Type.String({ format: "uuid" }) });

/** For `ConsoleApi.schemas`. */
export const errandSchemas = [ErrandSchema, Asked];

const NewErrand = Type.Object(
  {
    kind: word(["check", "discover"]),
    collectorId: Type.Unsafe<string | null>({
      type: ["string", "null"],
      format: "uuid",
      description: "Who shall do it; null: the embedded collector.",
    }),
    sensorId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The sensor that is being changed: secrets that are left out are its own.",
      }),
    ),
    sensor: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      description: "As it would stand in a configuration file.",
    }),
  },
  { additionalProperties: false },
);

/** Things that a collector does now, for a person: a test before saving, what a device offers, a check at once. */
export function addErrandRoutes(app: ConsoleRoutes, deps: ErrandDeps): void {
  app.post(
    "/tenants/:tenantId/errands",
    {
      config: { needs: "operate", limitedViewers: false },
      schema: {
        operationId: "testSensor",
        summary: "Try out settings that are not saved",
        description:
          "By the collector that would poll the sensor: a check, or what an SNMP device offers. Read the errand until it has ended.",
        tags: ["Monitoring"],
        params: tenantParams,
        body: NewErrand,
        response: { 202: refTo(Asked) },
      },
    },
    async (request, reply) => {
      const { kind, collectorId, sensorId = null, sensor } = request.body;
      const test = { kind, collectorId, sensorId, item: sensor };
      return reply.code(202).send(await testSensor(consoleCallerOf(request), deps, test));
    },
  );

  app.get(
    "/tenants/:tenantId/errands/:id",
    {
      config: { needs: "operate", limitedViewers: false },
      schema: {
        operationId: "getErrand",
        summary: "What became of an errand of one's own",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 200: refTo(ErrandSchema) },
      },
    },
    async (request) => shown(await readErrand(consoleCallerOf(request), request.params.id)),
  );

  app.post(
    "/tenants/:tenantId/sensors/:id/check",
    {
      config: { needs: "operate", limitedViewers: false },
      schema: {
        operationId: "checkSensorNow",
        summary: "Check a sensor now; the result counts as any other",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 202: refTo(Asked) },
      },
    },
    async (request, reply) => {
      expectNoBody(request.body);
      const { box } = deps;
      return reply
        .code(202)
        .send(await checkSensorNow(consoleCallerOf(request), box, request.params.id));
    },
  );
}

function shown(errand: Errand): Static<typeof ErrandSchema> {
  const { id, kind, state, createdAt, expiresAt, endedAt, failure, report } = errand;
  return {
    id,
    kind,
    state,
    collector: {
      id: errand.collectorId,
      name: errand.collectorName,
      lastSeenAt: errand.collectorLastSeenAt,
    },
    createdAt,
    expiresAt,
    endedAt,
    failure,
    ...foundOut(report),
  };
}

function foundOut(
  report: Errand["report"],
): Pick<Static<typeof ErrandSchema>, "check" | "discovery"> {
  if (report === null) return {};
  if ("discovery" in report) return { discovery: report.discovery };
  if (!("check" in report)) return {};
  const { sensorId: _of, ...check } = report.check;
  return { check };
}
