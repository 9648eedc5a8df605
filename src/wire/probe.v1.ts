/**
 * Messages between the server and a probe, version 1. Everything is JSON over HTTP, called by the probe; bodies are
 * gzip-compressed. Times are Unix epoch milliseconds of the server's clock, which the probe learns from `serverTime`.
 *
 *   POST /remote/v1/probe/enrol      EnrolRequest → EnrolReply     (one-time token in the body)
 *   POST /remote/v1/probe/check-in   CheckIn      → CheckInReply   (the heartbeat; waits up to `waitMs` for news)
 *   POST /remote/v1/probe/reports    ReportBatch  → ReportsReply
 *
 * All but the first carry `Authorization: Bearer CREDENTIAL`. 401 means: revoked, stop scanning and say so.
 *
 * A run's messages arrive in their order, the end last. The server knows a host's report by run and address: delivered
 * twice, it changes nothing. A run that the server believes to be running and that the probe does not name in its
 * check-in is handed out again, with the addresses that need no second look.
 *
 * Assessments of directories go the same way: handed out with a check-in, told rule by rule (what was found, then the
 * rule's result), the end last. One that the probe lost begins anew: told twice, a finding is the same finding.
 */
import Type, { type Static } from "typebox";
import {
  AssessmentProgress,
  DirectoryFacts,
  DirectorySpec,
  RuleResult,
  RuleText,
  Weakness,
} from "#engines/directory-types";
import { HostReport, ScanSpec } from "#engines/scan-types";

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const uuid = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** How far a run is, see `ScanProgress`. */
export const RunProgress = Type.Object(
  {
    phase: Type.Enum(["discovery", "ports", "services"]),
    hostsTotal: count,
    hostsDone: count,
    hostsUp: count,
    openPorts: count,
    percent: Type.Number({ minimum: 0, maximum: 100 }),
  },
  closed,
);
export type RunProgress = Static<typeof RunProgress>;

export const CheckIn = Type.Object(
  {
    version: Type.String({ maxLength: 50 }),
    hostname: Type.String({ maxLength: 255 }),
    /** What it can do here. */
    abilities: Type.Object(
      {
        /** Version of the nmap found, `null`: none. */
        nmap: nullable(Type.String({ maxLength: 50 })),
        /** Pings hosts; false: it discovers by TCP and the ARP table alone. */
        icmp: Type.Boolean(),
      },
      closed,
    ),
    /** Runs it is working on, or whose messages it still holds. */
    runs: Type.Array(Type.Object({ id: uuid, progress: nullable(RunProgress) }, closed), {
      maxItems: 1000,
    }),
    /** Assessments of directories, likewise. Absent: this probe is too old for them. */
    assessments: Type.Optional(
      Type.Array(Type.Object({ id: uuid, progress: nullable(AssessmentProgress) }, closed), {
        maxItems: 1000,
      }),
    ),
    /** Messages that wait on its disk. */
    spooled: count,
    /** Answer when there is news, at the latest after this. */
    waitMs: Type.Integer({ minimum: 0, maximum: 55_000 }),
  },
  closed,
);
export type CheckIn = Static<typeof CheckIn>;

export const ScanJob = Type.Object({
  runId: uuid,
  /** For its log. */
  scanName: Type.String(),
  spec: ScanSpec,
  /** Addresses the server has already, of an earlier attempt at this run. */
  done: Type.Array(Type.String()),
});
export type ScanJob = Static<typeof ScanJob>;

/** A directory to be assessed. It holds a secret: the probe keeps it in memory only. */
export const AssessmentJob = Type.Object({
  assessmentId: uuid,
  /** For its log. */
  directoryName: Type.String(),
  spec: DirectorySpec,
});
export type AssessmentJob = Static<typeof AssessmentJob>;

export const CheckInReply = Type.Object({
  /** New work; each is answered by messages with its `runId`. */
  jobs: Type.Array(ScanJob),
  /** Likewise, with its `assessmentId`. */
  assessments: Type.Optional(Type.Array(AssessmentJob)),
  /** Runs and assessments to stop at once; each still gets its end message. */
  stop: Type.Array(uuid),
  /** CIDRs. No address in `deny`, or outside a non-empty `allow`, is ever touched. Cloud metadata addresses never are. */
  targets: Type.Object({ allow: Type.Array(Type.String()), deny: Type.Array(Type.String()) }),
  serverTime: time,
});
export type CheckInReply = Static<typeof CheckInReply>;

const runOutcomes = ["completed", "failed", "stopped"] as const;

/** One host of a run, or its end. */
export const RunMessage = Type.Union([
  Type.Object({ runId: uuid, host: HostReport }, closed),
  Type.Object(
    {
      runId: uuid,
      end: Type.Object(
        {
          outcome: Type.Enum(runOutcomes),
          at: time,
          /** A sentence, with `failed`. */
          error: nullable(Type.String({ maxLength: 500 })),
          progress: nullable(RunProgress),
        },
        closed,
      ),
    },
    closed,
  ),
]);
export type RunMessage = Static<typeof RunMessage>;

/** What a message of an assessment holds at most; what a rule found beyond goes into the next. */
export const mostFoundInMessage = 200;

/** What a rule found, the rule's result, or the end of the assessment. */
export const AssessmentMessage = Type.Union([
  Type.Object(
    {
      assessmentId: uuid,
      rule: RuleText,
      found: Type.Array(Weakness, { minItems: 1, maxItems: mostFoundInMessage }),
    },
    closed,
  ),
  Type.Object({ assessmentId: uuid, result: RuleResult }, closed),
  Type.Object(
    {
      assessmentId: uuid,
      end: Type.Object(
        {
          outcome: Type.Enum(runOutcomes),
          at: time,
          /** A sentence, with `failed`. */
          error: nullable(Type.String({ maxLength: 500 })),
          /** With `completed`. */
          facts: nullable(DirectoryFacts),
          /** With `completed`: of how many rules the result was told. */
          rules: Type.Optional(count),
        },
        closed,
      ),
    },
    closed,
  ),
]);
export type AssessmentMessage = Static<typeof AssessmentMessage>;

export const ProbeMessage = Type.Union([RunMessage, AssessmentMessage]);
export type ProbeMessage = Static<typeof ProbeMessage>;

export const ReportBatch = Type.Object(
  { messages: Type.Array(ProbeMessage, { maxItems: 500 }) },
  closed,
);
export type ReportBatch = Static<typeof ReportBatch>;

export const ReportsReply = Type.Object({
  /**
   * Host reports that were new, and messages of assessments that were heeded; repeated ones and those of unknown runs or
   * assessments are accepted and ignored.
   */
  recorded: Type.Integer(),
  serverTime: time,
});
export type ReportsReply = Static<typeof ReportsReply>;
