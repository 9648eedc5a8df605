import { isLocalOnly, pickScore, severityOf } from "#engines/matching";
import type { ServiceFacts } from "#engines/scan-types";
import type { Match } from "#engines/vulnerability-types";
import type { Rating } from "#exposure/feeds";
import type { FindingContent } from "#exposure/findings";
import { scoreFinding } from "#exposure/risk";
import type { Severity } from "#lib/severity";

/** Where a vulnerability was found. */
export interface FoundIn {
  /** `nginx 1.24.0`, or the package. */
  readonly what: string;
  readonly serviceName: string | null;
  readonly internetFacing: boolean;
  /** The package that it came in, where that is known for sure. */
  readonly installed?: {
    readonly package: string;
    readonly version: string;
    /** What to type on the host; `null`: there is no fix yet. */
    readonly fixCommand: string | null;
    /** What else there is to say: `6.1.0-30 is installed: restart.` */
    readonly note: string | null;
  };
  /** What the detector has to show beside the verdicts. */
  readonly shown: object;
}

/** A CVE that nobody has scored yet is neither nothing nor the worst. */
const unscored: Severity = "MEDIUM";
const unscoredButExploited: Severity = "HIGH";
/** Of what is known by product alone (no version) nobody should be alarmed. */
const productAlone = 10;

/** What is said of a vulnerability in one place, with its risk. */
export function contentOfMatch(
  match: Match,
  rating: Rating | null,
  found: FoundIn,
): FindingContent {
  const score = pickScore(rating?.scores ?? []);
  const kev = rating?.kev ?? null;
  const severity = severityFor(match, score === null ? null : severityOf(score.base), kev !== null);
  const { score: riskScore, ...riskFactors } = scoreFinding({
    severity,
    cvssScore: score?.base ?? null,
    kev: kev !== null,
    ransomware: kev?.ransomware ?? false,
    ssvc: rating?.ssvc?.exploitation ?? null,
    epssScore: rating?.epss?.score ?? null,
    weaknessClass: null,
    confidence: match.confidence,
    localOnly: score !== null && isLocalOnly(score.vector),
    internetFacing: found.internetFacing,
  });
  return {
    cve: match.cve.startsWith("CVE-") ? match.cve : null,
    service: found.serviceName,
    affectedPackage: found.installed?.package ?? null,
    installedVersion: found.installed?.version ?? null,
    fixedVersion: match.fixedVersion,
    title: titleOf(match.cve, found.what, rating),
    remediation: remediationOf(match, found, rating),
    severity,
    cvssScore: score?.base ?? null,
    cvssVector: score?.vector ?? null,
    epssScore: rating?.epss?.score ?? null,
    epssPercentile: rating?.epss?.percentile ?? null,
    kev: kev !== null,
    ransomware: kev?.ransomware ?? false,
    ssvc: rating?.ssvc?.exploitation ?? null,
    confidence: match.confidence,
    riskScore,
    riskFactors,
    evidence: { ...found.shown, fixedVersion: match.fixedVersion, verdicts: match.verdicts },
  };
}

/** What a service is called in sentences. */
export function whatRuns({ product, version, name, port }: ServiceFacts): string {
  if (product !== undefined) return version === undefined ? product : `${product} ${version}`;
  return name ?? `the service at port ${port}`;
}

function severityFor(match: Match, scored: Severity | null, isExploited: boolean): Severity {
  if (match.unimportant || match.confidence <= productAlone) return "INFO";
  return scored ?? (isExploited ? unscoredButExploited : unscored);
}

const longestTitle = 200;

function titleOf(cve: string, what: string, rating: Rating | null): string {
  const said = rating?.kev?.name ?? firstSentence(rating?.description ?? "");
  const title = said === "" ? `${what} is vulnerable to ${cve}` : `${what}: ${said}`;
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1).trimEnd()}…`;
}

function firstSentence(text: string): string {
  return /^.+?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function remediationOf(match: Match, { what, installed }: FoundIn, rating: Rating | null): string {
  const asked = rating?.kev?.requiredAction ?? "";
  return [
    match.fixedVersion === null
      ? `No fixed version of ${what} is known. Restrict who can reach it, and watch for an update.`
      : `Update ${what} to ${match.fixedVersion} or later.`,
    ...(typeof installed?.fixCommand === "string" ? [`On the host: ${installed.fixCommand}`] : []),
    ...(typeof installed?.note === "string" ? [installed.note] : []),
    ...(asked === "" ? [] : [`CISA: ${asked}`]),
  ].join(" ");
}
