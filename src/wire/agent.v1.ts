/**
 * Messages between the server and an agent, version 1. Everything is JSON over HTTP, called by the agent; bodies are
 * gzip-compressed. Times are Unix epoch milliseconds of the server's clock, which the agent learns from `serverTime`.
 *
 *   POST /remote/v1/agent/enrol              EnrolRequest    → EnrolReply      (enrolment token in the body)
 *   POST /remote/v1/agent/check-in           CheckIn         → CheckInReply    (every minute; waits up to `waitMs` for news)
 *   POST /remote/v1/agent/inventory          InventoryUpdate → InventoryReply
 *   POST /remote/v1/agent/results            ResultBatch     → ResultsReply
 *   GET  /remote/v1/agent/bundles/{sha256}                   → BundleReply     (only those of its open jobs)
 *
 * All but the first carry `Authorization: Bearer CREDENTIAL`. 401 means: revoked, do nothing and say so.
 *
 * An agent does what is written in it and nothing else: no message carries a command. An audit names a bundle by its hash,
 * or a file of the distribution's own content by its name without any folder, and a profile by its id.
 *
 * A job that the server believes to be running and that the agent does not name in its check-in is handed out again.
 */
import Type, { type Static } from "typebox";
import { BlindSpot, HostFacts, ListenerFacts, PackageFacts } from "#engines/inventory-types";
import { auditFailures, AuditReport, ScapContent } from "#engines/scap-types";

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const uuid = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
const sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** SHA-256 in hex of the whole inventory, as the agent works it out. */
const revision = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** How far an audit is: rules evaluated, of all that the profile selects. */
export const AuditProgress = Type.Object({ done: count, total: count }, closed);
export type AuditProgress = Static<typeof AuditProgress>;

export const CheckIn = Type.Object(
  {
    version: Type.String({ maxLength: 50 }),
    hostname: Type.String({ maxLength: 255 }),
    bootedAt: time,
    /** Runs with all rights. */
    privileged: Type.Boolean(),
    /** Version of `oscap`, `null`: none. */
    oscap: nullable(Type.String({ maxLength: 50 })),
    /** The inventory that the server has, as far as the agent knows; `null`: none, or not known. */
    inventory: nullable(revision),
    /** Jobs it is working on, or whose outcome it still holds; `null`: not begun, or done. */
    audits: Type.Array(Type.Object({ jobId: uuid, progress: nullable(AuditProgress) }, closed), {
      maxItems: 1000,
    }),
    /** Outcomes that wait on its disk. */
    spooled: count,
    /** Answer when there is news, at the latest after this. */
    waitMs: Type.Integer({ minimum: 0, maximum: 55_000 }),
  },
  closed,
);
export type CheckIn = Static<typeof CheckIn>;

/** Names that end up as arguments of `oscap`: never an option, never a path. */
const profileId = Type.String({ pattern: "^[A-Za-z0-9_][A-Za-z0-9_.-]*$", maxLength: 300 });
const contentFile = Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9_.-]*\\.xml$", maxLength: 200 });

/** One audit to carry out. */
export const AuditJob = Type.Object({
  jobId: uuid,
  /** For its log. */
  auditName: Type.String(),
  bundle: Type.Union([
    /** Fetched from the server, and used only if it has this hash. `bytes`: of the XML. */
    Type.Object({ kind: Type.Literal("file"), sha256, bytes: count }),
    /** A data stream that the distribution's package put on the host. The server knows what the rules of `known` say. */
    Type.Object({
      kind: Type.Literal("content"),
      file: contentFile,
      known: Type.Array(sha256, { maxItems: 1000 }),
    }),
  ]),
  profile: profileId,
  limits: Type.Object({
    timeSec: Type.Integer({ minimum: 1, maximum: 86_400 }),
    memoryMb: Type.Integer({ minimum: 16, maximum: 65_536 }),
  }),
  /** The whole ARF is wanted, too. */
  arf: Type.Boolean(),
});
export type AuditJob = Static<typeof AuditJob>;

export const CheckInReply = Type.Object({
  /** Whether the server has the inventory that the agent named. */
  inventoryKnown: Type.Boolean(),
  jobs: Type.Array(AuditJob),
  /** Jobs to stop at once; each still gets its outcome. */
  stop: Type.Array(uuid),
  serverTime: time,
});
export type CheckInReply = Static<typeof CheckInReply>;

/** An inventory: whole, or what has changed since one that the server has. */
export const InventoryUpdate = Type.Object(
  {
    /** `null`: this is everything. */
    base: nullable(revision),
    revision,
    /** When it was taken. */
    at: time,
    host: Type.Optional(HostFacts),
    listeners: Type.Optional(Type.Array(ListenerFacts, { maxItems: 5000 })),
    blindSpots: Type.Optional(Type.Array(BlindSpot, { maxItems: 20 })),
    /** Added since `base`; all of them without. */
    packages: Type.Array(PackageFacts, { maxItems: 50_000 }),
    /** Removed since `base`. A package that was updated is removed in its old version and added in its new one. */
    removed: Type.Array(
      Type.Object(
        {
          name: Type.String({ maxLength: 255 }),
          arch: Type.String({ maxLength: 50 }),
          version: Type.String({ maxLength: 255 }),
        },
        closed,
      ),
      { maxItems: 50_000 },
    ),
  },
  closed,
);
export type InventoryUpdate = Static<typeof InventoryUpdate>;

export const InventoryReply = Type.Object({
  /** False: the server does not have `base`; the whole inventory is wanted. */
  accepted: Type.Boolean(),
  serverTime: time,
});
export type InventoryReply = Static<typeof InventoryReply>;

/** What became of a job, or a file that belongs to one. The ARF comes before the outcome. */
export const JobMessage = Type.Union([
  Type.Object({ jobId: uuid, report: AuditReport, content: Type.Optional(ScapContent) }, closed),
  Type.Object(
    {
      jobId: uuid,
      failure: Type.Object(
        {
          at: time,
          code: Type.Enum(auditFailures),
          /** A sentence that says what to do. */
          error: Type.String({ maxLength: 1000 }),
        },
        closed,
      ),
    },
    closed,
  ),
  Type.Object(
    {
      jobId: uuid,
      arf: Type.Object(
        {
          /** Of the XML. */
          bytes: count,
          sha256,
          /** gzip, in base64. */
          gzip: Type.String({ maxLength: 12_000_000 }),
        },
        closed,
      ),
    },
    closed,
  ),
]);
export type JobMessage = Static<typeof JobMessage>;

export const ResultBatch = Type.Object(
  { messages: Type.Array(JobMessage, { maxItems: 20 }) },
  closed,
);
export type ResultBatch = Static<typeof ResultBatch>;

export const ResultsReply = Type.Object({
  /** Messages that were new; repeated ones and those of unknown jobs are accepted and ignored. */
  recorded: Type.Integer(),
  serverTime: time,
});
export type ResultsReply = Static<typeof ResultsReply>;

export const BundleReply = Type.Object({
  sha256,
  /** The data stream, gzip, in base64. */
  gzip: Type.String(),
  serverTime: time,
});
export type BundleReply = Static<typeof BundleReply>;
