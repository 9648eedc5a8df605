import Type, { type Static } from "typebox";
import { findingStatuses } from "#exposure/life-cycle";
import { directoryTypes, ruleOutcomes } from "#engines/directory-types";
import { severities } from "#lib/severity";
import { named, nullable, time, word } from "#platform/http";
import { IdentityFindingDetailSchema, ReferencesSchema } from "./listed-identity-finding.ts";

const uuid = Type.String({ format: "uuid" });

/** An identity finding as tables of the console show it. */
export const IdentityFindingRowSchema = named("IdentityFindingRow", {
  id: uuid,
  severity: word(severities),
  title: Type.String({ description: "What is wrong." }),
  ruleId: Type.String(),
  category: Type.String(),
  source: word(directoryTypes),
  directoryId: uuid,
  directoryName: Type.String(),
  targetType: Type.String(),
  targetName: Type.String(),
  status: word(findingStatuses),
  statusAt: time("When it got this status."),
  acceptedUntil: nullable(time("With `accepted`: it opens again then.")),
  isExcepted: Type.Boolean({ description: "An exception accepts it." }),
  firstSeenAt: time("When it was first seen."),
  lastSeenAt: time("When it was last seen."),
});
export type IdentityFindingRow = Static<typeof IdentityFindingRowSchema>;

/** One identity finding with all that is known of it. */
export const IdentityFindingPageSchema = named("IdentityFindingPage", {
  ...IdentityFindingDetailSchema.properties,
  directoryName: Type.String(),
  assetId: nullable(Type.String({ format: "uuid", description: "The computer that it is about." })),
});
export type IdentityFindingPage = Static<typeof IdentityFindingPageSchema>;

/** What became of a rule when it was last asked of a directory. */
export const IdentityRuleRowSchema = named("IdentityRuleRow", {
  ruleId: Type.String(),
  title: Type.String(),
  category: Type.String(),
  severity: word(severities, { description: "What a finding of it usually has." }),
  asks: Type.String({ description: "What it asks of the directory, and what counts as bad." }),
  remediation: Type.String(),
  references: ReferencesSchema,
  outcome: word(ruleOutcomes),
  reason: nullable(Type.String({ description: "Why it was not evaluated: what it needs." })),
  judged: Type.Integer({ description: "How many targets it was asked of." }),
  found: Type.Integer({ description: "How many of them it minded." }),
  unread: Type.Integer({ description: "How many more there are that could not be read." }),
  open: Type.Integer({ description: "Its findings that are open or in progress now." }),
  accepted: Type.Integer({ description: "Its findings that are accepted now." }),
  askedAt: time("When the assessment began that asked it last."),
  evaluatedAt: nullable(time("Likewise, that evaluated it last; null: none has.")),
});

/** An exception of identity findings. */
export const IdentityExceptionRowSchema = named("IdentityExceptionRow", {
  id: uuid,
  directoryId: nullable(uuid),
  directoryName: nullable(Type.String({ description: "null: all directories." })),
  ruleId: nullable(Type.String({ description: "null: all rules." })),
  target: nullable(Type.String({ description: "Names of targets, `*` for any text; null: all." })),
  reason: Type.String(),
  owner: Type.String({ description: "Who answers for it." }),
  expiresAt: nullable(time("From then on it does not hold; null: until it is ended.")),
  createdAt: time("When it was made."),
  createdBy: Type.String(),
  endedAt: nullable(time("When it ended.")),
  endedBy: nullable(Type.String({ description: "Who ended it; null: its time was over." })),
  findings: Type.Integer({ description: "How many findings it accepts now." }),
  state: word(["holds", "expired", "ended"]),
});

/** How many, by severity. */
export const SeverityCounts = Type.Object({
  CRITICAL: Type.Integer(),
  HIGH: Type.Integer(),
  MEDIUM: Type.Integer(),
  LOW: Type.Integer(),
  INFO: Type.Integer(),
});

/** How sound a directory is, and what costs it. */
export const PostureSchema = named("IdentityPosture", {
  score: Type.Number({ description: "0 to 100, 100 is best." }),
  factors: Type.Array(
    Type.Object({
      ruleId: Type.String(),
      title: Type.String(),
      severity: word(severities),
      findings: Type.Integer(),
      weight: Type.Number({ description: "What the rule costs at most, as a share of the score." }),
      extent: Type.Number({ description: "0.5 to 1: how far it reaches." }),
      factor: Type.Number({ description: "What the score is multiplied with." }),
    }),
    { description: "What cost most first." },
  ),
  rules: Type.Object({
    evaluated: Type.Integer(),
    notEvaluated: Type.Integer(),
    notApplicable: Type.Integer(),
    failed: Type.Integer({ description: "Of the evaluated, those with open findings." }),
  }),
  coverage: nullable(Type.Number({ description: "0 to 1: how many of the rules could be asked." })),
  open: SeverityCounts,
  excepted: Type.Integer({ description: "Accepted findings; they are not in the score." }),
});
export type ShownPosture = Static<typeof PostureSchema>;

/** For the description of the console's API. */
export const identityConsoleSchemas = [
  IdentityFindingRowSchema,
  IdentityFindingPageSchema,
  IdentityRuleRowSchema,
  IdentityExceptionRowSchema,
  PostureSchema,
];
