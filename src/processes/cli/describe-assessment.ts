import type { DirectoryFacts } from "#engines/directory-types";
import type { AssessmentReport, AssessmentState } from "#exposure/directories";
import type { Probe } from "#exposure/probes";
import { printableLine } from "#lib/printable";
import { describeProbe } from "./describe-probe.ts";
import { formatDuration } from "./format-duration.ts";
import { formatTable, formatTime } from "./table.ts";

/** An assessment, and who is to do it; `null`: that was removed. */
export interface FollowedAssessment {
  readonly assessment: AssessmentReport;
  readonly probe: Pick<Probe, "name" | "status" | "lastSeenAt"> | null;
}

/** Whether there is more to come. */
export function isOpen({ state }: { readonly state: AssessmentState }): boolean {
  return state === "queued" || state === "running";
}

/** How far an assessment is, in one line. */
export function describeProgress({ assessment, probe }: FollowedAssessment, now: number): string {
  const { state, progress, error } = assessment;
  if (state === "queued") {
    return error === null ? `waiting for ${describeProbe(probe, now)}` : `waiting: ${error}`;
  }
  if (progress === null) return `started by ${describeProbe(probe, now)}`;
  const { phase, what, objects, rulesDone, rulesTotal } = progress;
  switch (phase) {
    case "connecting":
      return `connecting to ${printableLine(what)}`;
    case "reading":
      return `reading ${printableLine(what)}: ${formatCount(objects)} objects`;
    case "judging":
      return `asking rules: ${rulesDone} of ${rulesTotal}`;
  }
}

/** What was read of a directory: `acme.test: 12,000 users, 300 computers`. */
export function describeFacts({ name, counts, details }: DirectoryFacts): string {
  const parts = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${formatCount(count)} ${printableLine(what)}`);
  const about = Object.entries(details).map(
    ([what, value]) => `${printableLine(what)} ${printableLine(value)}`,
  );
  const head = about.length === 0 ? "" : ` (${about.join(", ")})`;
  return `${printableLine(name)}${head}: ${parts.join(", ") || "nothing"}`;
}

/** The latest assessments, one line each. */
export function describeAssessments(assessments: readonly AssessmentReport[]): string {
  return formatTable(
    ["ASKED FOR (UTC)", "BY", "STATE", "TOOK", "ERROR"],
    assessments.map(({ createdAt, requestedBy, state, startedAt, endedAt, error }) => [
      formatTime(createdAt),
      requestedBy,
      state,
      startedAt === null || endedAt === null ? "-" : formatDuration((endedAt - startedAt) / 1000),
      printableLine(error ?? "-"),
    ]),
  );
}

/** ` after 41s`, or nothing for one that never began. */
export function describeTook({
  startedAt,
  endedAt,
}: Pick<AssessmentReport, "startedAt" | "endedAt">): string {
  if (startedAt === null || endedAt === null) return "";
  return ` after ${formatDuration((endedAt - startedAt) / 1000)}`;
}

/** `12,000` */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}
