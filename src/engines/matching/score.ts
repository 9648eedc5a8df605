import type { Severity } from "#lib/severity";
import type { CvssScore } from "#engines/vulnerability-types";

const versions: readonly CvssScore["version"][] = ["4.0", "3.1", "3.0", "2.0"];
const nvd = "nvd@nist.gov";
/** CISA's ADP container, as NVD names its source. */
const cisa = "134c704f-9b21-4f2e-91b3-4a467353bcc0";

/**
 * The score that counts: the newest version of CVSS; within it NVD's, which rates all products alike, before the CNA's, before
 * CISA's; of several of one source the primary, then the higher one.
 */
export function pickScore(scores: readonly CvssScore[]): CvssScore | null {
  const [best] = scores.toSorted(
    (a, b) =>
      versions.indexOf(a.version) - versions.indexOf(b.version) ||
      sourceRank(a) - sourceRank(b) ||
      Number(b.primary) - Number(a.primary) ||
      b.base - a.base,
  );
  return best ?? null;
}

function sourceRank({ source }: CvssScore): number {
  if (source === nvd) return 0;
  return source === cisa ? 2 : 1;
}

/** How bad, in words; the same bands for all versions of CVSS. Source: CVSS v3.1 specification, section 5. */
export function severityOf(score: number): Severity {
  if (score >= 9) return "CRITICAL";
  if (score >= 7) return "HIGH";
  if (score >= 4) return "MEDIUM";
  return score > 0 ? "LOW" : "INFO";
}

/** Whether the attacker must be on the host already, or touch it: attack vector local or physical. */
export function isLocalOnly(vector: string): boolean {
  return /(?:^|\/)AV:[LP](?:\/|$)/.test(vector);
}
