import type { Knowledge, Match, Software, VulnerabilityRecord } from "#engines/vulnerability-types";
import { guessConfidence, type Judgement } from "./judgement.ts";
import { judgeByCna } from "./matchers/cna.ts";
import { judgeByDebian, readDebianTracker } from "./matchers/debian.ts";
import { judgeByNvd } from "./matchers/nvd.ts";
import { judgeByOsv, readOsvAdvisories } from "./matchers/osv.ts";
import { readSubjects, type Subject } from "./subject.ts";

/**
 * Holds software against everything the feeds know of it. The order of authority: the distribution's tracker, OSV, the CNA's
 * ranges, NVD's configurations. The first that knows decides; a lower one may add a vulnerability, never bring back one
 * that a higher one excluded. Given back are those that affect it, and those that some source names and a better one
 * excludes, in the order of their ids. Of several products that one vulnerability names, the surest counts.
 */
export function matchSoftware(software: Software, knowledge: Knowledge): Match[] {
  const records = new Map(knowledge.records.map((record) => [record.cve, record]));
  const found = new Map<string, Match>();
  for (const subject of readSubjects(software)) {
    for (const match of matchSubject(subject, knowledge, records)) {
      const other = found.get(match.cve);
      if (other === undefined || isSurer(match, other)) found.set(match.cve, match);
    }
  }
  return [...found.values()].toSorted((a, b) => (a.cve < b.cve ? -1 : 1));
}

function isSurer(a: Match, b: Match): boolean {
  return a.affected === b.affected ? a.confidence > b.confidence : a.affected;
}

function matchSubject(
  subject: Subject,
  knowledge: Knowledge,
  records: ReadonlyMap<string, VulnerabilityRecord>,
): Match[] {
  const { confidence } = subject.software;
  const tracker = readDebianTracker(subject, knowledge.debian);
  const osv = readOsvAdvisories(subject, knowledge.osv);
  const cves = new Set([...records.keys(), ...(tracker?.byCve.keys() ?? []), ...osv.byCve.keys()]);
  const packaged = isPackaged(subject, tracker !== null);
  const matches: Match[] = [];
  for (const cve of cves) {
    const record = records.get(cve);
    if (record?.status === "Rejected") continue;
    const upstream =
      record === undefined ? [] : [judgeByCna(subject, record), judgeByNvd(subject, record)];
    const judgements = [
      tracker === null ? null : judgeByDebian(tracker, cve, confidence),
      judgeByOsv(osv, cve, confidence),
      ...upstream.map((one) => (packaged && one !== null ? asGuess(one) : one)),
    ].filter((one) => one !== null);
    const match = decide(cve, judgements, record);
    if (match !== null) matches.push(match);
  }
  return matches;
}

/** A distribution built it, and fixes what it builds without a new upstream version. */
function isPackaged({ package: installed }: Subject, fromDebian: boolean): boolean {
  if (installed === null || installed.distribution === "other") return false;
  return installed.distribution === "debian" ? fromDebian : installed.version !== null;
}

/** What upstream numbers say of a distribution's package: that it is affected is a guess. */
function asGuess(one: Judgement): Judgement {
  if (one.verdict !== "affected") return one;
  return {
    ...one,
    confidence: Math.min(guessConfidence, one.confidence),
    reason: () => `${one.reason()} The distribution may have fixed it without a new version.`,
  };
}

function decide(
  cve: string,
  judgements: readonly Judgement[],
  record: VulnerabilityRecord | undefined,
): Match | null {
  if (!judgements.some(({ verdict }) => verdict === "affected")) return null;
  const settled = judgements.filter(({ verdict }) => verdict !== "unknown");
  const deciding = settled.find(({ weak }) => !weak) ?? settled[0];
  if (deciding === undefined) return null;
  const disputed = record?.disputed === true ? " That this is a vulnerability is disputed." : "";
  return {
    cve,
    affected: deciding.verdict === "affected",
    confidence: deciding.confidence,
    verdicts: judgements.map((one) => ({
      source: one.source,
      verdict: one.verdict,
      reason: cut(one.reason()) + (one === deciding ? disputed : ""),
      confidence: one.confidence,
    })),
    fixedVersion: fixedVersionOf(deciding, settled),
    unimportant: deciding.unimportant,
  };
}

/** Feeds write versions as they like; a trail is read by people. */
const longestReason = 500;

function cut(reason: string): string {
  return reason.length <= longestReason ? reason : `${reason.slice(0, longestReason - 1)}…`;
}

/** A package's fix is the distribution's, or none; among upstream sources one may know what the other does not. */
function fixedVersionOf(deciding: Judgement, settled: readonly Judgement[]): string | null {
  const { source } = deciding;
  if (deciding.fixedVersion !== null || source === "debian" || source === "osv") {
    return deciding.fixedVersion;
  }
  const other = settled.find(
    ({ verdict, fixedVersion }) => verdict === "affected" && fixedVersion !== null,
  );
  return other?.fixedVersion ?? null;
}
