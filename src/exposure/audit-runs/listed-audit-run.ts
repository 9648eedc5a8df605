import Type, { type Static } from "typebox";
import { ruleResults, ruleSeverities } from "#engines/scap-types";
import { envelope, named, refTo, time, word } from "#platform/http";
import { runSources } from "./audit-run.ts";
import { buckets, categories } from "./count-rules.ts";

const optional = Type.Optional;
const uuid = (description: string) => Type.String({ format: "uuid", description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const fields = {
  id: Type.String({ format: "uuid" }),
  agentId: optional(
    uuid("The agent of the audited host; missing when it was imported for a host without one."),
  ),
  hostname: Type.String({ description: "As the host called itself." }),
  bundleId: Type.String({ description: "Which set of rules; of an imported run, its benchmark." }),
  bundleName: Type.String({
    description: "For people: the bundle and its profile; of an imported run, its benchmark.",
  }),
  runAt: time("When it ended."),
  scorePct: optional(
    Type.Number({
      description:
        "`satisfied` of `satisfied`, `failed` and `unknown`, per cent with one decimal; missing when there are none.",
    }),
  ),
  satisfied: count("Rules that the host satisfies."),
  failed: count("Rules that it does not."),
  notApplicable: count("Rules that do not concern it."),
  notCheckable: count("Rules that only a person can check."),
  unknown: count("Rules whose check gave no answer."),
  source: word(runSources, {
    description: "`agent`: an agent evaluated it. `import`: it came in a file of another program.",
  }),
  assetId: optional(uuid("The audited host; missing when it is none of the assets.")),
  siteId: optional(uuid("The site of the host when it was audited.")),
  engine: optional(Type.String({ description: "What evaluated it: `OpenSCAP 1.3.7`." })),
  privileged: optional(
    Type.Boolean({
      description:
        "Whether it was evaluated as root. If not, rules about what only root may read can have failed for that alone.",
    }),
  ),
  benchmarkVersion: optional(Type.String({ description: "As the content has it: `0.1.65`." })),
  profileId: optional(Type.String({ description: "Which rules of the set, as XCCDF names it." })),
  profileTitle: optional(Type.String({ description: "What `profileId` is called." })),
  nativeScore: optional(
    Type.Number({ description: "As the engine computed it, by the model of `scoringSystem`." }),
  ),
  nativeScoreMax: optional(Type.Number({ description: "The most that it could be." })),
  scoringSystem: optional(Type.String({ description: "`urn:xccdf:scoring:default`." })),
};

/** A run of a compliance audit as the public API shows it. */
export const AuditRunSchema = named("AuditRun", fields, {
  description:
    "What an audit of one host against a set of rules came to. What is not known of it is left out.",
});
export type ListedAuditRun = Static<typeof AuditRunSchema>;

export const AuditRunListSchema = named("AuditRunList", {
  count: envelope.count,
  audits: Type.Array(refTo(AuditRunSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});

const ruleHead = {
  id: Type.String({ description: "As the content has it." }),
  shortId: Type.String({ description: "Without the prefixes of XCCDF." }),
  title: Type.String({ description: "Of a rule whose texts are not known, its `shortId`." }),
  severity: word(ruleSeverities),
  category: optional(word(categories, { description: "Of the DISA, by severity." })),
};

/** What became of one rule, and what the rule says. */
const RunRuleSchema = Type.Object({
  ...ruleHead,
  version: optional(Type.String({ description: "Its number in a STIG: `RHEL-09-211010`." })),
  group: optional(Type.String({ description: "Its group in a STIG: `V-257777`." })),
  result: word(ruleResults, { description: "In the words of XCCDF 1.2." }),
  bucket: word(buckets, { description: "The count of the run that it is part of." }),
  weight: optional(Type.Number()),
  unscored: optional(
    Type.Unsafe<true>({ type: "boolean", description: "`true`: it is no part of any score." }),
  ),
  why: optional(Type.String({ description: "Why it came out so." })),
  comments: optional(Type.String({ description: "What a person noted." })),
  description: optional(Type.String()),
  rationale: optional(Type.String()),
  check: optional(Type.String({ description: "What to check by hand." })),
  fix: optional(Type.String({ description: "What to do." })),
  script: optional(
    Type.String({ description: "A shell script that does it, to read: it is never run." }),
  ),
  identifiers: Type.Array(Type.String(), { description: "CCE, CCI and others." }),
  references: Type.Array(Type.String()),
  excepted: optional(
    Type.Object(
      {
        reason: Type.String(),
        owner: Type.String(),
        until: optional(time("Until when; missing: until it is ended.")),
      },
      { description: "Somebody answers for not keeping it. The result stays what it is." },
    ),
  ),
});
export type RunRule = Static<typeof RunRuleSchema>;

/** One run with all that it found. */
export const AuditRunDetailSchema = named(
  "AuditRunDetail",
  {
    ...fields,
    startedAt: optional(time("When it began.")),
    benchmarkId: optional(Type.String({ description: "As XCCDF names it." })),
    scores: Type.Array(
      Type.Object({ system: Type.String(), value: Type.Number(), maximum: Type.Number() }),
      { description: "All that the engine computed." },
    ),
    excepted: count("Rules of `failed` and `unknown` that are excepted, as of now."),
    scoreWithExceptionsPct: optional(
      Type.Number({
        description: "As `scorePct`, without the rules that are `excepted`.",
      }),
    ),
    rules: Type.Array(RunRuleSchema, { description: "In the order of the result." }),
  },
  { description: "A run with what became of each rule." },
);
export type AuditRunDetail = Static<typeof AuditRunDetailSchema>;

const RuleChangeSchema = Type.Object({
  ...ruleHead,
  before: optional(word(ruleResults, { description: "Missing when only the later run has it." })),
  after: optional(word(ruleResults, { description: "Missing when only the earlier run has it." })),
  why: optional(Type.String({ description: "Why it came out so in the later run." })),
});
export type ListedRuleChange = Static<typeof RuleChangeSchema>;

const changes = (description: string) => Type.Array(RuleChangeSchema, { description });

/** What changed from one run to another. */
export const AuditComparisonSchema = named(
  "AuditComparison",
  {
    before: refTo(AuditRunSchema),
    after: refTo(AuditRunSchema),
    sameBenchmark: Type.Boolean({
      description: "Whether the two are of one benchmark; if not, the rules have little in common.",
    }),
    sameProfile: Type.Boolean(),
    sameHost: Type.Boolean(),
    worse: changes("Were better before: satisfied, then without an answer, then failed."),
    better: changes("Were worse before."),
    otherwise: changes("Came out differently, but neither better nor worse."),
    added: changes("Only in the later run."),
    gone: changes("Only in the earlier run."),
    unchanged: count("Rules of both that came out the same."),
  },
  { description: "What became of each rule from one run to another." },
);
export type AuditComparison = Static<typeof AuditComparisonSchema>;
