import type { AuditReport, RuleOutcome, RuleText, ScapContent } from "#engines/scap-types";

/** The time around which audits of tests happen, in Unix epoch milliseconds. */
export const auditedAt = 1_790_000_000_000;

/** What a rule of tests says. */
export function ruleText(id: string, given: Partial<RuleText> = {}): RuleText {
  return {
    id,
    title: `Title of ${id}`,
    severity: "medium",
    identifiers: ["CCI-000366"],
    references: ["https://rules.example"],
    ...given,
  };
}

/** Content whose rules are those. */
export function scapContent(
  rules: readonly RuleText[],
  sha256: string = "cd".repeat(32),
): ScapContent {
  return {
    sha256,
    benchmark: {
      id: "xccdf_org.ssgproject.content_benchmark_DEBIAN-12",
      version: "0.1.65",
      title: "Guide to Debian 12",
    },
    rules: [...rules],
  };
}

/** A report in which rules came out as given; the rest is usual. */
export function auditReport(
  rules: readonly RuleOutcome[],
  given: Partial<AuditReport> = {},
): AuditReport {
  const { sha256, benchmark } = scapContent([]);
  return {
    startedAt: auditedAt - 60_000,
    finishedAt: auditedAt,
    engine: "OpenSCAP 1.3.7",
    privileged: true,
    contentSha256: sha256,
    benchmark,
    profile: {
      id: "xccdf_org.ssgproject.content_profile_standard",
      title: "Standard System Security Profile",
    },
    scores: [
      { system: "urn:xccdf:scoring:flat", value: 3, maximum: 9 },
      { system: "urn:xccdf:scoring:default", value: 58.6, maximum: 100 },
    ],
    rules: [...rules],
    ...given,
  };
}
