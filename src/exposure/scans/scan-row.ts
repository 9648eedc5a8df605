import Type, { type Static } from "typebox";
import { ScanBudget, scanTypes } from "#engines/scan-types";
import { type NamedSchema, named, nullable, time, word } from "#platform/http";

export const runStates = ["queued", "running", "completed", "failed", "stopped"] as const;

/** How far a run is. */
const ScanProgressSchema = named("ScanProgress", {
  phase: word(["discovery", "ports", "services"], {
    description: "The earliest that any host is in.",
  }),
  hostsTotal: Type.Integer(),
  hostsDone: Type.Integer(),
  hostsUp: Type.Integer(),
  openPorts: Type.Integer(),
  percent: Type.Number({ description: "0 to 100: the share of all that is to be asked." }),
});

/** A named schema, or null. */
function orNull<T extends NamedSchema>(schema: T): Type.TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({
    anyOf: [{ $ref: `${schema.$id}#` }, { type: "null" }],
  });
}

const ofEveryRun = {
  id: Type.String({ format: "uuid" }),
  state: word(runStates, { description: "`queued`: its probe has not taken it yet." }),
  error: nullable(Type.String({ description: "Why it failed or was stopped, a sentence." })),
  progress: orNull(ScanProgressSchema),
  stopRequested: Type.Boolean(),
  createdAt: time("When it was asked for."),
  startedAt: nullable(time("When its probe took it.")),
  finishedAt: nullable(time("When it ended.")),
};

/** What a scan came to last. */
const LatestScanRunSchema = named("LatestScanRun", ofEveryRun);

/** A scan as lists of the console show it. */
export const ScanRowSchema = named("ScanRow", {
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  siteId: Type.String({ format: "uuid" }),
  siteName: Type.String(),
  probeId: Type.String({ format: "uuid" }),
  probeName: Type.String(),
  scanType: word(scanTypes),
  targets: Type.Array(Type.String()),
  schedule: nullable(Type.String({ description: "Five-field cron; null: only when asked to." })),
  timezone: Type.String(),
  enabled: Type.Boolean({ description: "Whether it runs by its schedule." }),
  lastRunAt: nullable(time("When its last run began that came to its end.")),
  nextRunAt: nullable(time("When it is due; null: it is not.")),
  lastError: nullable(Type.String({ description: "Why the last attempt was no good." })),
  latestRun: orNull(LatestScanRunSchema),
});
export type ScanRow = Static<typeof ScanRowSchema>;

/** One scan with all that it was told. */
export const ScanDetailSchema = named("ScanDetail", {
  ...ScanRowSchema.properties,
  nextRuns: Type.Array(Type.Integer(), { description: "The next three times that it is due." }),
  settings: Type.Object({
    exclude: Type.Array(Type.String()),
    tcpPorts: Type.String(),
    udpPorts: nullable(Type.String()),
    budget: ScanBudget,
    connectTimeoutMs: Type.Integer(),
    includeFragile: Type.Boolean(),
    allowNmap: Type.Boolean(),
  }),
});
export type ScanDetail = Static<typeof ScanDetailSchema>;

/** A run as lists of the console show it. */
export const ScanRunRowSchema = named("ScanRunRow", {
  ...ofEveryRun,
  scanId: Type.String({ format: "uuid" }),
  scanName: Type.String(),
  siteId: Type.String({ format: "uuid" }),
  siteName: nullable(Type.String({ description: "null: the site was deleted." })),
  scanType: word(scanTypes),
  requestedBy: Type.String({ description: "A person, a key, or `schedule`." }),
});
export type ScanRunRow = Static<typeof ScanRunRowSchema>;

/** One run with what it was told and who does it. */
export const ScanRunDetailSchema = named("ScanRunDetail", {
  ...ScanRunRowSchema.properties,
  targets: Type.Array(Type.String()),
  attempts: Type.Integer({
    description: "How often its probe was handed it: more than once when that was interrupted.",
  }),
  probe: Type.Unsafe<{ name: string; status: string; lastSeenAt: number | null } | null>({
    description: "null: it was deleted since.",
    anyOf: [
      Type.Object({
        name: Type.String(),
        status: Type.String(),
        lastSeenAt: nullable(Type.Integer()),
      }),
      { type: "null" },
    ],
  }),
});
export type ScanRunDetail = Static<typeof ScanRunDetailSchema>;

/** What a run found. */
export const ScanRunFiguresSchema = named("ScanRunFigures", {
  up: Type.Integer(),
  down: Type.Integer(),
  skipped: Type.Integer(),
  dropped: Type.Integer({ description: "Stopped answering, or took too long." }),
  openPorts: Type.Integer({ description: "TCP and UDP ports that it saw open." }),
  opened: Type.Integer({ description: "Findings that are new, or came back." }),
  resolved: Type.Integer(),
});

/** One host of a run. */
export const ScanRunHostSchema = named("ScanRunHost", {
  id: Type.String({ description: "Its address." }),
  outcome: word(["up", "down", "skipped", "dropped"]),
  reason: nullable(Type.String({ description: "Why it was skipped or dropped, a sentence." })),
  assetId: nullable(Type.String({ format: "uuid" })),
  assetName: nullable(Type.String()),
  openPorts: Type.Integer({ description: "What the asset has open now." }),
  openFindings: Type.Integer({ description: "What is open at the asset now." }),
  finishedAt: time("When it was done."),
});
export type ScanRunHost = Static<typeof ScanRunHostSchema>;

export const NetworkSuggestionSchema = named("NetworkSuggestion", {
  network: Type.String({ description: "A CIDR that the server itself is in." }),
  address: Type.String({ description: "The server's own address there." }),
  interface: Type.String(),
  addresses: Type.Integer({ description: "How many addresses the network has." }),
});
export type NetworkSuggestion = Static<typeof NetworkSuggestionSchema>;

/** For the description of the console's API. */
export const scanConsoleSchemas = [
  ScanProgressSchema,
  LatestScanRunSchema,
  ScanRowSchema,
  ScanDetailSchema,
  ScanRunRowSchema,
  ScanRunDetailSchema,
  ScanRunFiguresSchema,
  ScanRunHostSchema,
  NetworkSuggestionSchema,
];
