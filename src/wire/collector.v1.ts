/**
 * Messages between the server and a collector, version 1. Everything is JSON over HTTP, called by the collector;
 * results are gzip-compressed. Times are Unix epoch milliseconds of the server's clock: a collector learns the
 * difference to its own from `serverTime` and stamps its results with it.
 *
 *   POST /remote/v1/enrol                      EnrolRequest     → EnrolReply        (one-time token in the body)
 *   GET  /remote/v1/collector/assignment?since=REVISION&waitMs=25000   → Assignment (long poll; also the heartbeat)
 *   POST /remote/v1/collector/results          ResultBatch      → ResultsReply
 *   POST /remote/v1/collector/errands          ErrandReport     → ErrandReply
 *
 * A collector that does errands adds `errands=1` to its question for an assignment, and is handed those that wait.
 *
 * All but the first carry `Authorization: Bearer CREDENTIAL`. 401 means: revoked, stop polling and say so.
 */
import Type, { type Static } from "typebox";
import { CheckSpec, SnmpSettings } from "#engines/check-types";

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const uuid = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
/** Far beyond all that is measured; its squares can still be summed up, as PostgreSQL does for a mean. */
export const largestNumber = 1e30;
const number = Type.Number({ minimum: -largestNumber, maximum: largestNumber });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** One sensor to poll. */
export const AssignedSensor = Type.Object({
  id: uuid,
  intervalSec: Type.Integer({ minimum: 1, maximum: 86_400 }),
  failuresBeforeDown: Type.Integer({ minimum: 1, maximum: 10 }),
  successesBeforeUp: Type.Integer({ minimum: 1, maximum: 10 }),
  spec: CheckSpec,
});
export type AssignedSensor = Static<typeof AssignedSensor>;

/** How long an errand may take at the collector, in milliseconds. */
const errandTimeout = Type.Integer({ minimum: 100, maximum: 60_000 });

/**
 * One thing to be done now because somebody asks for it. `check` checks these settings, whatever is polled; `checkNow` makes
 * an extra check of a sensor that is polled, whose result is one as any other; `discover` lists what an SNMP device offers.
 */
export const Errand = Type.Union([
  Type.Object({ id: uuid, kind: Type.Literal("check"), timeoutMs: errandTimeout, spec: CheckSpec }),
  Type.Object({
    id: uuid,
    kind: Type.Literal("checkNow"),
    timeoutMs: errandTimeout,
    sensorId: uuid,
  }),
  Type.Object({
    id: uuid,
    kind: Type.Literal("discover"),
    timeoutMs: errandTimeout,
    target: Type.String({ minLength: 1, maxLength: 2000 }),
    snmp: SnmpSettings,
  }),
]);
export type Errand = Static<typeof Errand>;

export const Assignment = Type.Object({
  /** Ask again with `since` = this. */
  revision: Type.Integer({ minimum: 0 }),
  /** True: `sensors` is everything, forget the rest. False: `sensors` were added or changed, `removed` are to be dropped. */
  full: Type.Boolean(),
  sensors: Type.Array(AssignedSensor),
  removed: Type.Array(uuid),
  /** CIDRs. A target in `deny`, or outside a non-empty `allow`, is refused; cloud metadata addresses always are, unless allowed by name here. */
  targets: Type.Object({ allow: Type.Array(Type.String()), deny: Type.Array(Type.String()) }),
  /** To be done besides, each once; absent: none. */
  errands: Type.Optional(Type.Array(Errand)),
  serverTime: time,
});
export type Assignment = Static<typeof Assignment>;

const InterfaceResult = Type.Object(
  {
    name: Type.String({ maxLength: 255 }),
    alias: nullable(Type.String({ maxLength: 255 })),
    ifIndex: nullable(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })),
    adminStatus: Type.String({ maxLength: 20 }),
    operStatus: Type.String({ maxLength: 20 }),
    speedBps: nullable(number),
    inBps: nullable(number),
    outBps: nullable(number),
    inErrorsPerSec: nullable(number),
    outErrorsPerSec: nullable(number),
    inDiscardsPerSec: nullable(number),
    outDiscardsPerSec: nullable(number),
    utilisationPercent: nullable(number),
  },
  closed,
);

/** A certificate may say that it was valid before 1970. */
const anyTime = Type.Integer({ minimum: -8_640_000_000_000_000, maximum: 8_640_000_000_000_000 });

const Certificate = Type.Object(
  {
    subject: Type.String({ maxLength: 200 }),
    issuer: Type.String({ maxLength: 200 }),
    validFromAt: Type.Optional(anyTime),
    validToAt: Type.Optional(anyTime),
  },
  closed,
);

const HostResult = Type.Object(
  {
    aspect: Type.Enum(["cpu", "memory", "storage", "uptime"]),
    name: Type.String({ maxLength: 255 }),
    percent: nullable(number),
    used: nullable(number),
    total: nullable(number),
    seconds: nullable(number),
  },
  closed,
);

/**
 * One check's result: what {@link CheckOutcome} says, and for which sensor and when the check began. Absent means null,
 * so that a plain success is short. A result's identity is (sensorId, at): delivered twice, it changes nothing.
 */
export const CheckResult = Type.Object(
  {
    sensorId: uuid,
    at: time,
    ok: Type.Boolean(),
    /**
     * True when the collector found its own uplink broken: the failure says nothing about the target. Kept in history,
     * never counted for the state.
     */
    withheld: Type.Optional(Type.Boolean()),
    cause: Type.Optional(Type.String({ maxLength: 500 })),
    causeCode: Type.Optional(Type.String({ maxLength: 30 })),
    latencyMs: Type.Optional(number),
    httpStatus: Type.Optional(Type.Integer({ minimum: 0, maximum: 999 })),
    certDaysLeft: Type.Optional(Type.Integer({ minimum: -100_000, maximum: 1_000_000 })),
    lossPercent: Type.Optional(number),
    jitterMs: Type.Optional(number),
    /** Type-specific facts kept with the last result only: address, phases, TLS protocol, cipher and certificates. */
    detail: Type.Optional(
      Type.Object(
        {
          address: Type.Optional(Type.String({ maxLength: 100 })),
          phases: Type.Optional(
            Type.Record(Type.String({ maxLength: 20 }), number, { maxProperties: 10 }),
          ),
          tls: Type.Optional(
            Type.Object(
              {
                protocol: Type.String({ maxLength: 20 }),
                cipher: Type.String({ maxLength: 60 }),
                names: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 21 })),
                certificates: Type.Optional(Type.Array(Certificate, { maxItems: 5 })),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    interfaces: Type.Optional(Type.Array(InterfaceResult, { maxItems: 2000 })),
    host: Type.Optional(Type.Array(HostResult, { maxItems: 500 })),
  },
  closed,
);
export type CheckResult = Static<typeof CheckResult>;

/** One interface that a device offers. */
const OfferedInterface = Type.Object(
  {
    /** As a sensor names it. */
    name: Type.String({ maxLength: 255 }),
    alias: nullable(Type.String({ maxLength: 255 })),
    /** IANA's word, or the number. */
    type: Type.String({ maxLength: 60 }),
    speedBps: nullable(number),
    adminStatus: Type.String({ maxLength: 20 }),
    operStatus: Type.String({ maxLength: 20 }),
  },
  closed,
);

/** What a device offers to SNMP sensors. */
export const Discovery = Type.Object(
  {
    address: nullable(Type.String({ maxLength: 100 })),
    sysName: nullable(Type.String({ maxLength: 255 })),
    sysDescr: nullable(Type.String({ maxLength: 1000 })),
    uptimeSec: nullable(number),
    interfaces: Type.Array(OfferedInterface, { maxItems: 5000 }),
    host: Type.Array(HostResult, { maxItems: 500 }),
    /** Sentences on what could not be read, or did not fit. */
    notes: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }),
  },
  closed,
);
export type Discovery = Static<typeof Discovery>;

/**
 * What came of an errand: what a check found, what a device offers, or why nothing could be found out. A check of settings
 * that no sensor has bears the errand's id instead of a sensor's.
 */
export const ErrandReport = Type.Union([
  Type.Object({ id: uuid, check: CheckResult }, closed),
  Type.Object({ id: uuid, discovery: Discovery }, closed),
  Type.Object({ id: uuid, failure: Type.String({ maxLength: 500 }) }, closed),
]);
export type ErrandReport = Static<typeof ErrandReport>;

export const ErrandReply = Type.Object({
  /** False: nobody waits for it any more. */
  recorded: Type.Boolean(),
  serverTime: time,
});
export type ErrandReply = Static<typeof ErrandReply>;

/** At most 5,000 results, in the order of `at`. */
export const ResultBatch = Type.Object(
  {
    results: Type.Array(CheckResult, { maxItems: 5000 }),
    /** The collector's own health, for its page and the metrics. */
    status: Type.Object(
      {
        version: Type.String({ maxLength: 50 }),
        sensors: count,
        /** 99th percentile of how late checks began, over the last minute. */
        lagP99Ms: number,
        checksPerSec: number,
        spooledResults: count,
        droppedResults: count,
      },
      closed,
    ),
  },
  closed,
);
export type ResultBatch = Static<typeof ResultBatch>;

export const ResultsReply = Type.Object({
  /** Results that were new; duplicates and results of unknown sensors are accepted and ignored. */
  recorded: Type.Integer(),
  serverTime: time,
});
export type ResultsReply = Static<typeof ResultsReply>;
