import Type, { type Static } from "typebox";
import { severities } from "#lib/severity";
import { findingStatuses } from "#exposure/life-cycle";
import { envelope, named, refTo, time, word } from "#platform/http";

const optional = Type.Optional;

const fields = {
  id: Type.String({ format: "uuid" }),
  assetIp: optional(
    Type.String({ description: "Of the affected asset; missing while it has none." }),
  ),
  assetId: Type.String({ format: "uuid", description: "The affected asset." }),
  hostname: optional(Type.String({ description: "Of the affected asset." })),
  port: optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description: "Missing when the host itself is affected.",
    }),
  ),
  protocol: optional(Type.String({ description: "Of the port: `tcp` or `udp`." })),
  service: optional(Type.String()),
  package: optional(Type.String({ description: "The package that is affected." })),
  installedVersion: optional(Type.String({ description: "Of the package, as it is installed." })),
  fixedVersion: optional(Type.String({ description: "The first version that is not affected." })),
  title: Type.String(),
  weakness: Type.String({ description: "The CVE, or the check that found it." }),
  cve: optional(Type.String()),
  severity: word(severities),
  cvssScore: optional(Type.Number({ minimum: 0, maximum: 10, description: "CVSS base score." })),
  epssScore: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Probability that it is exploited in the next 30 days, by EPSS.",
    }),
  ),
  epssPercentile: optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of all CVEs that EPSS rates lower.",
    }),
  ),
  kev: Type.Boolean({ description: "Whether CISA knows it to be exploited." }),
  ransomware: Type.Boolean({ description: "Whether CISA knows ransomware to use it." }),
  riskScore: Type.Number({ description: "0 to 100, one decimal; higher means more risk." }),
  confidence: Type.Integer({ description: "How sure it is, per cent." }),
  remediation: Type.String(),
  firstSeenAt: time("When it was first detected."),
  lastSeenAt: time("When it was last detected."),
  siteId: optional(Type.String({ format: "uuid" })),
};

/** A finding as lists show it: an open one. */
export const FindingSchema = named(
  "Finding",
  { ...fields, remediationStatus: word(["open", "in_progress"]) },
  { description: "A weakness of an asset. What is not known of it is left out." },
);
export type ListedFinding = Static<typeof FindingSchema>;

export const FindingListSchema = named("FindingList", {
  count: envelope.count,
  findings: Type.Array(refTo(FindingSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});

/** How many changes of status one finding tells at most. */
export const shownChanges = 200;

const StatusChangeSchema = Type.Object({
  at: time("When."),
  from: optional(word(findingStatuses, { description: "Missing when it was first seen." })),
  to: word(findingStatuses),
  by: Type.String({ description: "The name of the API key or user, or `system`." }),
  byKind: Type.String({ description: "`api_key`, `user`, `command_line` or `system`." }),
  notes: optional(Type.String({ description: "What they said, or why the system did it." })),
  acceptedUntil: optional(time("With `accepted`: until when.")),
});
export type StatusChangeEntry = Static<typeof StatusChangeSchema>;

/** What became of a finding. */
export const StatusHistorySchema = Type.Array(StatusChangeSchema, {
  description: `Changes of status and notes, the newest first, at most ${shownChanges}.`,
});

/** A factor of a risk score. */
export const FactorSchema = Type.Object({
  value: Type.Number({ description: "0 to 1." }),
  because: Type.String(),
});

/** One finding, whatever its status, with what it rests on and what became of it. */
export const FindingDetailSchema = named(
  "FindingDetail",
  {
    ...fields,
    remediationStatus: word(findingStatuses),
    statusAt: time("When it got this status."),
    acceptedUntil: optional(time("With `accepted`: it opens again then.")),
    reopenedAt: optional(time("When it was last seen again after it was resolved.")),
    resolvedAt: optional(time("When it was resolved.")),
    cvssVector: optional(Type.String()),
    ssvc: optional(word(["none", "poc", "active"], { description: "Exploitation, by CISA." })),
    riskFactors: Type.Object(
      {
        severity: FactorSchema,
        threat: FactorSchema,
        certainty: FactorSchema,
        exposure: FactorSchema,
        ransomwareExponent: Type.Number(),
      },
      { description: "What `riskScore` was made of, to be recomputed by hand." },
    ),
    evidence: Type.Record(Type.String(), Type.Unknown(), {
      description:
        "By detector (`scan`, `agent`, `import`): what it saw, and the verdicts that led to it.",
    }),
    history: StatusHistorySchema,
  },
  { description: "A finding with what it rests on and what became of it." },
);
export type FindingDetail = Static<typeof FindingDetailSchema>;

/** Most characters (code points) of a note. */
export const maxNotesLength = 10_000;

/** What a client says about a finding. */
export const StatusChangeBody = Type.Object(
  {
    status: word(findingStatuses),
    notes: optional(
      Type.String({
        description: `Why, at most ${maxNotesLength} characters; kept in the history.`,
      }),
    ),
    acceptedUntil: optional(
      Type.Integer({
        minimum: 0,
        maximum: 8_640_000_000_000_000,
        description:
          "With `accepted` only: it opens again then. Unix epoch milliseconds, in the future.",
      }),
    ),
  },
  { additionalProperties: false },
);
