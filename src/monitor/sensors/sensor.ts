import Type, { type Static } from "typebox";
import { checkTypes } from "#engines/check-types";
import { isOneLine } from "#lib/printable";
import { Problem } from "#platform/errors";
import { envelope, named, nullable, nullableWord, refTo, time, word } from "#platform/http";

const fields = {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  type: word(checkTypes),
  target: Type.String({ description: "Host, host:port, or URL that is monitored." }),
  enabled: Type.Boolean({ description: "Whether it is polled." }),
  intervalSec: Type.Integer({ description: "Poll interval in seconds." }),
  state: nullableWord(["up", "down"], {
    description: "What several checks in a row confirmed; `null` until then.",
  }),
  latencyMs: nullable(
    Type.Number({
      description: "Of the last check, in milliseconds; `null` when it got no answer.",
    }),
  ),
  httpStatus: nullable(Type.Integer({ description: "Of the last reply; HTTP only." })),
  certDaysLeft: nullable(
    Type.Integer({
      description:
        "Whole days until the first certificate of the chain expires, negative once it has; TLS and HTTPS only.",
    }),
  ),
  lastCheckedAt: nullable(time("When the last check began.")),
  stateSince: nullable(
    time("When the state began: at the first check of the run that was confirmed."),
  ),
  cause: nullable(
    Type.String({ description: "Why the last check failed; `null` when it did not." }),
  ),
  flapping: Type.Boolean({ description: "Whether it changes too often to be believed." }),
  tags: Type.Array(Type.String()),
  companyId: nullable(
    Type.String({ format: "uuid", description: "The company it is placed under." }),
  ),
  collectorId: Type.String({ format: "uuid", description: "The collector that polls it." }),
  parentId: nullable(
    Type.String({ format: "uuid", description: "The sensor whose failure explains this one's." }),
  ),
  createdAt: time("When it was created."),
};

/** A sensor and its current state, as the public API shows it. No credential is among its fields. */
export const SensorSchema = named("Sensor", fields, { description: "A sensor and its state." });
export type Sensor = Static<typeof SensorSchema>;

/** What was last read of a part of an SNMP sensor. */
const partFields = {
  name: Type.String(),
  readAt: nullable(time("When it was read.")),
};

/** An interface that an SNMP sensor monitors, with what was last read. */
export const InterfacePart = Type.Object({
  ...partFields,
  alias: nullable(Type.String()),
  adminStatus: nullable(Type.String()),
  operStatus: nullable(Type.String()),
  speedBps: nullable(Type.Number()),
  inBps: nullable(Type.Number()),
  outBps: nullable(Type.Number()),
  inErrorsPerSec: nullable(Type.Number()),
  outErrorsPerSec: nullable(Type.Number()),
  inDiscardsPerSec: nullable(Type.Number()),
  outDiscardsPerSec: nullable(Type.Number()),
  utilisationPercent: nullable(Type.Number()),
});

/** A host aspect, likewise. */
export const HostPart = Type.Object({
  aspect: word(["cpu", "memory", "storage", "uptime"]),
  ...partFields,
  percent: nullable(Type.Number({ description: "Share in use, 0 to 100." })),
  used: nullable(Type.Number({ description: "Bytes." })),
  total: nullable(Type.Number({ description: "Bytes." })),
  seconds: nullable(Type.Number({ description: "Of uptime." })),
});

/** One sensor alone tells more than one in a list. */
export const SensorDetailSchema = named(
  "SensorDetail",
  {
    ...fields,
    interfaces: Type.Array(InterfacePart, {
      description: "Interfaces that an SNMP sensor monitors, with what was last read; else empty.",
    }),
    host: Type.Array(HostPart, {
      description:
        "Host aspects that an SNMP sensor monitors, with what was last read; else empty.",
    }),
  },
  { description: "A sensor, its state, and what was last read of its parts." },
);
export type SensorDetail = Static<typeof SensorDetailSchema>;
export type InterfacePart = Static<typeof InterfacePart>;
export type HostPart = Static<typeof HostPart>;

export const SensorListSchema = named("SensorList", {
  count: envelope.count,
  sensors: Type.Array(refTo(SensorSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});

/** The lowest poll interval that the public API takes, in seconds. An installation's own file may go lower. */
const minIntervalSec = 30;
const maxIntervalSec = 86_400;
const maxNameLength = 200;

/** What the API may change of a sensor; a field that is absent stays as it is. */
export const SensorChangeSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    name: Type.Optional(
      Type.String({
        description: `1 to ${maxNameLength} characters without the spaces around them; no control characters.`,
      }),
    ),
    intervalSec: Type.Optional(
      Type.Integer({ minimum: minIntervalSec, maximum: maxIntervalSec, description: "Seconds." }),
    ),
  },
  { additionalProperties: false },
);

/**
 * A sensor's name as it is stored: without the spaces around it.
 *
 * @throws Problem `invalid_request` when it is empty, has more than 200 characters (code points), or control characters.
 */
export function sensorName(text: string): string {
  const name = text.trim();
  if (name !== "" && [...name].length <= maxNameLength && isOneLine(name)) return name;
  const message = `must have 1 to ${maxNameLength} characters, and no control characters`;
  throw new Problem("invalid_request", `The sensor's name ${message}.`, {
    details: [{ path: "/name", message }],
  });
}
