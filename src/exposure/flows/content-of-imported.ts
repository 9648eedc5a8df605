import { pickScore } from "#engines/matching";
import type { Rating } from "#exposure/feeds";
import type { FindingContent } from "#exposure/findings";
import type { ImportedFinding } from "#exposure/imports";
import { scoreFinding } from "#exposure/risk";
import { contentOfMatch } from "./content-of-match.ts";

/** What is known of an imported finding besides what its report says. */
export interface KnownOfImported {
  /** `null`: no feed knows the CVE, or there is none. */
  readonly rating: Rating | null;
  readonly internetFacing: boolean;
  /** All reports that see it, see `ImportSources`. */
  readonly sources: readonly string[];
}

/**
 * What is said of a finding of another product, with its risk: how bad a CVE is comes from our own feeds, so that it is rated as
 * if a scan had found it; what they do not know, and what to do about it, from the report.
 */
export function contentOfImported(
  finding: ImportedFinding,
  { rating, internetFacing, sources }: KnownOfImported,
): FindingContent {
  const { cve, score, confidence, fixedVersion, installedVersion, checkId } = finding;
  const name = finding.package === "" ? (finding.service ?? "the host") : finding.package;
  const what = installedVersion === null ? name : `${name} ${installedVersion}`;
  const known = completed(rating, cve ?? "", score);
  const scored = cve !== null && pickScore(known.scores) !== null;
  const evidence = { checkId, text: finding.evidence, installedVersion, fixedVersion, sources };
  const content = scored
    ? contentOfMatch(
        { cve, affected: true, confidence, verdicts: [], fixedVersion, unimportant: false },
        known,
        { what, serviceName: finding.service, internetFacing, shown: {} },
      )
    : contentOfReport(finding, known, internetFacing);
  return {
    ...content,
    affectedPackage: finding.package === "" ? null : finding.package,
    installedVersion,
    fixedVersion,
    title: finding.title === "" ? content.title : finding.title,
    remediation: finding.remediation === "" ? content.remediation : finding.remediation,
    evidence,
  };
}

/** The rating with the report's score where no feed has one. */
function completed(rating: Rating | null, cve: string, score: ImportedFinding["score"]): Rating {
  const own = score === null ? [] : [score];
  const nothing = { cve, description: "", references: [], ssvc: null, kev: null, epss: null };
  if (rating === null) return { ...nothing, scores: own };
  return rating.scores.length > 0 ? rating : { ...rating, scores: own };
}

/** Without a score that rates the CVE, the report's own severity counts. */
function contentOfReport(
  { cve, service, checkId, severity, score, confidence }: ImportedFinding,
  { kev, ssvc, epss }: Rating,
  internetFacing: boolean,
): Omit<FindingContent, "affectedPackage" | "installedVersion" | "fixedVersion"> {
  const threat = {
    kev: kev !== null,
    ransomware: kev?.ransomware ?? false,
    ssvc: ssvc?.exploitation ?? null,
    epssScore: epss?.score ?? null,
  };
  const { score: riskScore, ...riskFactors } = scoreFinding({
    ...threat,
    severity,
    confidence,
    internetFacing,
    cvssScore: score?.base ?? null,
    // What kind of weakness a check of another product is about is not told.
    weaknessClass: cve === null ? "configuration" : null,
    localOnly: false,
  });
  return {
    ...threat,
    cve,
    service,
    severity,
    confidence,
    riskScore,
    riskFactors,
    title: cve ?? checkId,
    remediation: "The report names no remedy.",
    cvssScore: score?.base ?? null,
    cvssVector: score?.vector ?? null,
    epssPercentile: epss?.percentile ?? null,
    evidence: {},
  };
}
