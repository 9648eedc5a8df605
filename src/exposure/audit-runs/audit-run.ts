import type { AuditReport } from "#engines/scap-types";
import { countRules } from "./count-rules.ts";

/** Where the result of a run comes from: an agent evaluated it, or somebody imported a file. */
export const runSources = ["agent", "import"] as const;
type RunSource = (typeof runSources)[number];

/** A run to keep. Times are Unix epoch milliseconds of the server's clock. */
export interface NewAuditRun {
  readonly id: string;
  readonly source: RunSource;
  readonly jobId: string | null;
  readonly auditId: string | null;
  readonly agentId: string | null;
  readonly assetId: string | null;
  readonly siteId: string | null;
  readonly hostname: string;
  readonly bundleId: string;
  readonly bundleName: string;
  /** Clean. */
  readonly report: AuditReport;
  /** Where the texts of its rules are; `null`: nowhere. */
  readonly textsSha256: string | null;
  /** Tells an imported run from others; `null`: it was not imported. */
  readonly importKey: string | null;
}

/** The model that XCCDF 1.2 section 7.3.2 makes the usual one. */
const defaultScoring = "urn:xccdf:scoring:default";

/** The engine's own score that is shown: by the usual model, if there is one. */
export function nativeScoreOf({ scores }: AuditReport): AuditReport["scores"][number] | null {
  return scores.find(({ system }) => system === defaultScoring) ?? scores[0] ?? null;
}

/**
 * Why a report is none of a run, a sentence; `null`: it is. Content for another system passes and fails nothing: shown as
 * a run it would look like a host without a fault.
 */
export function refusalOf({ rules, benchmark }: AuditReport): string | null {
  const { notApplicable } = countRules(rules);
  if (notApplicable < rules.length) return null;
  const what = benchmark.title || benchmark.id;
  return rules.length === 0
    ? `No rule of ${what} was evaluated: the profile selects none.`
    : `Nothing in ${what} applies to this host: it is for another system.`;
}

/** The name of what was evaluated, with its profile. */
export function bundleNameOf(name: string, { profile }: AuditReport): string {
  return profile === null ? name : `${name}: ${profile.title || profile.id}`;
}

/** A report whose times are between the two: a clock that is wrong moves no run out of its job, or into the future. */
export function withinTimes(report: AuditReport, earliest: number, latest: number): AuditReport {
  const within = (at: number, from: number) => Math.min(Math.max(at, from), latest);
  const startedAt = within(report.startedAt, earliest);
  return { ...report, startedAt, finishedAt: within(report.finishedAt, startedAt) };
}
