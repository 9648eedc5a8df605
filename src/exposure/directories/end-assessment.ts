import type { DirectoryFacts } from "#engines/directory-types";
import type { AssessmentSummary } from "#exposure/identity";
import { printableLine, shortened } from "#lib/printable";
import type { Tx } from "#platform/db";
import { updateEnded, updateSummary } from "./assessment.queries.ts";
import { type AssessmentEnd, type ReportedAssessment, stoppedSentence } from "./assessment.ts";
import { lockReportedAssessments } from "./handed-assessment.queries.ts";

/** Characters of a sentence about a failure that are kept. */
const longestError = 1000;

/**
 * Finds the assessments that a probe's messages are about, and locks them until the transaction ends, so that messages of one
 * are taken in one after the other. Those of another probe, those that were never handed out and those that are gone are not
 * among them.
 */
export async function findAssessmentsForMessages(
  tx: Tx,
  tenantId: string,
  probeId: string,
  ids: readonly string[],
): Promise<ReportedAssessment[]> {
  return lockReportedAssessments(tx, tenantId, probeId, [...new Set(ids)]);
}

/**
 * Ends an assessment as its probe says, and tells its directory. Said twice, it changes nothing; one that the server had
 * given up ends as the probe says after all.
 *
 * @param now Unix epoch milliseconds: a probe's clock that is ahead does not put the end into the future.
 * @returns whether it was ended by this.
 */
export async function endAssessment(
  tx: Tx,
  tenantId: string,
  { assessmentId, end, now }: { assessmentId: string; end: AssessmentEnd; now: number },
): Promise<boolean> {
  return updateEnded(tx, tenantId, assessmentId, {
    state: end.outcome,
    error: errorOf(end),
    at: Math.min(end.at, now),
    facts: end.facts === null ? null : printableFacts(end.facts),
    abandoned: false,
  });
}

/** Keeps what an assessment came to. */
export async function saveAssessmentSummary(
  tx: Tx,
  tenantId: string,
  assessmentId: string,
  summary: AssessmentSummary,
): Promise<void> {
  await tx.run(updateSummary, [tenantId, assessmentId, JSON.stringify(summary)]);
}

function errorOf({ outcome, error }: AssessmentEnd): string | null {
  if (outcome === "completed") return null;
  if (outcome === "stopped") return stoppedSentence;
  // It ends up on terminals and pages.
  const said = shortened(printableLine(error ?? "").trim(), longestError);
  return said === "" ? "The assessment failed, and the probe did not say why." : said;
}

/** What a directory calls itself is the word of strangers. */
function printableFacts({ name, id, counts, details }: DirectoryFacts): DirectoryFacts {
  return {
    name: printableLine(name),
    id: printableLine(id),
    counts: mapped(counts, (count) => count),
    details: mapped(details, printableLine),
  };
}

function mapped<T>(record: Readonly<Record<string, T>>, of: (value: T) => T): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [printableLine(key), of(value)]),
  );
}
