import Type, { type Static } from "typebox";
import { ruleResults, ruleSeverities } from "#engines/scap-types";
import { named, nullable, nullableWord, refTo, time, word } from "#platform/http";
import { runSources } from "./audit-run.ts";
import { buckets, categories } from "./count-rules.ts";
import { AuditComparisonSchema, AuditRunSchema } from "./listed-audit-run.ts";

const uuid = Type.String({ format: "uuid" });
const count = (description: string) => Type.Integer({ description });

/** A run as the console's table shows it. */
export const AuditRunRowSchema = named("AuditRunRow", {
  id: uuid,
  hostname: Type.String(),
  assetId: nullable(uuid),
  siteId: nullable(uuid),
  siteName: nullable(Type.String()),
  auditId: nullable(uuid),
  auditName: nullable(Type.String({ description: "null: imported, or its audit is gone." })),
  bundleId: Type.String(),
  bundleName: Type.String(),
  profileTitle: nullable(Type.String()),
  runAt: time("When it ended."),
  source: word(runSources),
  scorePct: nullable(Type.Number({ description: "Satisfied of those that could be judged." })),
  satisfied: count("Rules."),
  failed: count("Rules."),
  notApplicable: count("Rules."),
  notCheckable: count("Rules that only a person can check."),
  unknown: count("Rules whose check gave no answer."),
});
export type AuditRunRow = Static<typeof AuditRunRowSchema>;

const Excepted = Type.Object({
  id: uuid,
  reason: Type.String(),
  owner: Type.String(),
  until: nullable(time("Until when; null: until it is ended.")),
});

/** A rule of a run in short: there are a thousand and more. */
const RunRuleRow = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  title: Type.String(),
  severity: word(ruleSeverities),
  category: nullableWord(categories),
  version: nullable(Type.String()),
  group: nullable(Type.String()),
  result: word(ruleResults),
  bucket: word(buckets),
  excepted: Type.Union([Excepted, Type.Null()], {
    description: "Who answers for not keeping it; null: nobody.",
  }),
});

export type RunRuleRow = Static<typeof RunRuleRow>;

/** One run with its rules in short, and what is around it. */
export const AuditRunPageSchema = named("AuditRunPage", {
  run: refTo(AuditRunSchema),
  startedAt: nullable(time("When it began.")),
  auditId: nullable(uuid),
  auditName: nullable(Type.String()),
  siteName: nullable(Type.String()),
  hasArf: Type.Boolean({ description: "Its whole result is kept, too." }),
  excepted: count("Rules that failed or gave no answer and are excepted, as of now."),
  scoreWithExceptionsPct: nullable(Type.Number({ description: "Without the excepted rules." })),
  rules: Type.Array(RunRuleRow, { description: "In the order of the result." }),
});
export type AuditRunPage = Static<typeof AuditRunPageSchema>;

/** What one rule says, and why it came out as it did. */
export const AuditRuleSchema = named("AuditRule", {
  id: Type.String(),
  shortId: Type.String(),
  title: Type.String(),
  why: nullable(Type.String({ description: "Why it came out so." })),
  comments: nullable(Type.String({ description: "What a person noted." })),
  description: nullable(Type.String()),
  rationale: nullable(Type.String()),
  check: nullable(Type.String({ description: "What to check by hand." })),
  fix: nullable(Type.String({ description: "What to do." })),
  script: nullable(Type.String({ description: "A shell script that does it, to read." })),
  identifiers: Type.Array(Type.String()),
  references: Type.Array(Type.String()),
});
export type AuditRule = Static<typeof AuditRuleSchema>;

/** A rule that somebody answers for not keeping, wherever that holds. */
export const AuditExceptionSchema = named("AuditException", {
  id: uuid,
  ruleId: Type.String(),
  assetId: nullable(uuid),
  assetName: nullable(Type.String()),
  siteId: nullable(uuid),
  siteName: nullable(Type.String()),
  tag: nullable(Type.String()),
  reason: Type.String(),
  owner: Type.String(),
  expiresAt: nullable(time("Until when; null: until it is ended.")),
  createdAt: time("When it was made."),
  createdBy: Type.String(),
  endedAt: nullable(time("When somebody ended it.")),
  endedBy: nullable(Type.String()),
  state: word(["holds", "expired", "ended"]),
});

/** All that the console's routes refer to. */
export const auditRunConsoleSchemas = [
  AuditRunSchema,
  AuditComparisonSchema,
  AuditRunRowSchema,
  AuditRunPageSchema,
  AuditRuleSchema,
  AuditExceptionSchema,
];
