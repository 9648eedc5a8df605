import { type Severity, severities } from "#lib/severity";
import type { FindingSpans } from "#exposure/findings";

/** How many findings of each severity. */
export type SeverityCounts = Record<Severity, number>;

/** No findings of any severity. */
export function noFindings(): SeverityCounts {
  return { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
}

/**
 * How many findings were open at the end of each span. One that was opened anew counts as open since it was first seen:
 * what is known is when it came, and when it got the status that it has.
 */
export function openBySpan(spans: readonly FindingSpans[], count: number): SeverityCounts[] {
  const changes = Array.from({ length: count + 1 }, noFindings);
  const change = (span: number, rank: number, by: number) => {
    const severity = severities[rank];
    const counts = changes[Math.min(Math.max(span, 0), count)];
    if (severity !== undefined && counts !== undefined) counts[severity] += by;
  };
  for (const { rank, appeared, gone, findings } of spans) {
    change(appeared, rank, findings);
    if (gone !== null) change(Math.max(gone, appeared), rank, -findings);
  }
  const open = noFindings();
  return changes.slice(0, count).map((counts) => {
    for (const severity of severities) open[severity] += counts[severity];
    return { ...open };
  });
}

/** The findings that are open now, by severity, and how many of them are known to be exploited. */
export function openNow(spans: readonly FindingSpans[]): { open: SeverityCounts; kev: number } {
  const open = noFindings();
  let kev = 0;
  for (const each of spans) {
    const severity = severities[each.rank];
    if (each.gone !== null || severity === undefined) continue;
    open[severity] += each.findings;
    kev += each.kev;
  }
  return { open, kev };
}
