import Type, { type Static } from "typebox";

/*
 * What an audit of one host against one profile came to, in the terms of XCCDF 1.2 (NISTIR 7275 revision 4). Times are Unix
 * epoch milliseconds. Texts are a stranger's: cut to their length and cleared of control characters where they are read.
 */

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number) => Type.String({ maxLength });
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });
const sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** XCCDF 1.2 section 6.6.4.2, but for `notselected`: a rule that the profile leaves out is no part of a run. */
export const ruleResults = [
  "pass",
  "fixed",
  "fail",
  "error",
  "unknown",
  "notapplicable",
  "notchecked",
  "informational",
] as const;
export type RuleResult = (typeof ruleResults)[number];

/** `high`, `medium` and `low` are CAT I, II and III of a STIG. */
export const ruleSeverities = ["high", "medium", "low", "info", "unknown"] as const;
export type RuleSeverity = (typeof ruleSeverities)[number];

/** What became of one rule. */
export const RuleOutcome = Type.Object(
  {
    /** As the content has it: `xccdf_org.ssgproject.content_rule_…`. */
    id: text(300),
    result: Type.Enum(ruleResults),
    /** Of this profile; absent: that of the rule. */
    severity: Type.Optional(Type.Enum(ruleSeverities)),
    weight: Type.Optional(Type.Number()),
    /** `role="unscored"`: it does not count. */
    unscored: Type.Optional(Type.Literal(true)),
    /** Why it came out so: messages of the check, the tests that failed and what they looked at. */
    why: Type.Optional(text(1500)),
    /** What a person noted in a checklist. */
    comments: Type.Optional(text(4000)),
  },
  closed,
);
export type RuleOutcome = Static<typeof RuleOutcome>;

/** What a rule says, the same in every run of one content. Plain text: markup is taken out, paragraphs are kept. */
export const RuleText = Type.Object(
  {
    id: text(300),
    title: text(500),
    severity: Type.Enum(ruleSeverities),
    /** STIG: `RHEL-09-211010`; absent where rules have no number. */
    version: Type.Optional(text(100)),
    /** STIG: the group, `V-257777`. */
    group: Type.Optional(text(300)),
    description: Type.Optional(text(8000)),
    rationale: Type.Optional(text(4000)),
    /** What to check by hand. */
    check: Type.Optional(text(8000)),
    /** What to do, in words. */
    fix: Type.Optional(text(8000)),
    /** A shell script that does it, for people to read: Vedette never runs it. */
    script: Type.Optional(text(8000)),
    /** CCE, CCI and numbers of standards: `CCI-000366`. */
    identifiers: Type.Array(text(200), { maxItems: 50 }),
    references: Type.Array(text(500), { maxItems: 100 }),
  },
  closed,
);
export type RuleText = Static<typeof RuleText>;

/** A benchmark, as far as runs of it are shown: what its rules say. */
export const ScapContent = Type.Object(
  {
    /** SHA-256 of the file, in hex; of an imported checklist, that of its texts. */
    sha256,
    benchmark: Type.Object({ id: text(300), version: text(100), title: text(500) }, closed),
    rules: Type.Array(RuleText, { maxItems: 10_000 }),
  },
  closed,
);
export type ScapContent = Static<typeof ScapContent>;

/** One audit. */
export const AuditReport = Type.Object(
  {
    startedAt: time,
    finishedAt: time,
    /** What evaluated it: `OpenSCAP 1.3.7`, `Evaluate-STIG 1.2410.0`, `STIG Viewer`. */
    engine: text(200),
    /** Evaluated with all rights; `null`: it is not said. Without them some rules cannot be judged. */
    privileged: nullable(Type.Boolean()),
    contentSha256: sha256,
    benchmark: Type.Object({ id: text(300), version: text(100), title: text(500) }, closed),
    profile: nullable(Type.Object({ id: text(300), title: text(500) }, closed)),
    /** As the engine computed them: `urn:xccdf:scoring:default` and others. */
    scores: Type.Array(
      Type.Object({ system: text(200), value: Type.Number(), maximum: Type.Number() }, closed),
      { maxItems: 10 },
    ),
    rules: Type.Array(RuleOutcome, { maxItems: 10_000 }),
  },
  closed,
);
export type AuditReport = Static<typeof AuditReport>;
