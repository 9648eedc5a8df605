/*
 * Software against what the CNA (and CISA's ADP) wrote into the CVE record: product, version ranges, default status.
 * Source of the rules: CVE record format 5, `docs/versions.md` of the CVE schema.
 */
import type { VulnerabilityRecord } from "#engines/vulnerability-types";
import { guessConfidence, type Judgement, judgement, productOnlyConfidence } from "../judgement.ts";
import { isPlatform } from "../platforms.ts";
import { mayReach, type Product, type Subject } from "../subject.ts";
import { compareToEnd, type UpstreamVersion } from "../upstream-version.ts";
import { compareTokens } from "../versions/fuzzy.ts";
import { compareVersions, type VersionScheme } from "../versions/scheme.ts";
import {
  affectedOf,
  type CompiledAffected,
  type CompiledRange,
  type RangeEnd,
  type Status,
} from "./affected.ts";

const shownRanges = 6;

/** What one entry says: certain (by ranges), a guess, or nothing. */
interface Opinion {
  status: Status;
  guess: boolean;
  /** What it rests on: a sentence. */
  because: () => string;
  fixedVersion: string | null;
  confidence: number;
}

/** `null`: the record's `affected` does not name this product. */
export function judgeByCna(subject: Subject, record: VulnerabilityRecord): Judgement | null {
  const { product } = subject;
  if (product === null) return null;
  const opinions = affectedOf(record)
    .filter((entry) => names(entry, product))
    .map((entry) => opinionOf(entry, product, subject));
  const best =
    opinions.find((one) => one.status === "affected" && !one.guess) ??
    opinions.find((one) => one.status === "unaffected") ??
    opinions.find((one) => one.status === "affected") ??
    opinions[0];
  if (best === undefined) return null;
  const verdict = best.status === "unaffected" ? "not_affected" : best.status;
  return judgement({
    source: "cna",
    verdict,
    confidence: best.confidence,
    reason: best.because,
    weak: best.guess,
    fixedVersion: best.fixedVersion,
  });
}

function names({ keys, anyVendor }: CompiledAffected, product: Product): boolean {
  return product.keys.some(
    (key) => keys.has(key) || (anyVendor !== null && key.endsWith(`:${anyVendor}`)),
  );
}

function opinionOf(entry: CompiledAffected, product: Product, { software }: Subject): Opinion {
  const sure = { guess: false, fixedVersion: null, confidence: software.confidence };
  const fits = entry.platforms.map((name) => isPlatform(name, software.platform));
  if (fits.length > 0 && fits.every((fit) => fit === false)) {
    const because = (): string =>
      `The CVE record names it on ${entry.platforms.join(", ").slice(0, 100)} only; this runs on ${software.platform}.`;
    return { ...sure, status: "unaffected", because };
  }
  const { version } = product;
  if (version === null) {
    return vague(
      entry,
      "its version here is not known",
      productOnlyConfidence,
      software.confidence,
    );
  }
  const ends = entry.ranges.flatMap(({ from, to }) => [from, to]);
  if (ends.some((end) => end !== null && mayReach(product, end.version))) {
    const why = `only the beginning of its version is known, ${version.text}`;
    return vague(entry, why, guessConfidence, software.confidence);
  }
  const range = rangeOf(entry.ranges, version);
  if (range === null) return outside(entry, version, software.confidence);
  const status = statusIn(range, version);
  if (status !== "affected") {
    return {
      ...sure,
      status,
      because: () =>
        `The CVE record says that ${rangeText(range)} is ${status}; this is ${version.text}.`,
    };
  }
  const guess = isGuess(range, entry);
  return {
    status,
    guess,
    because: () =>
      `The CVE record says that it affects ${rangeText(range)}; this is ${version.text}.${guess ? " That rests on no full version range." : ""}`,
    fixedVersion: fixedIn(range, version),
    confidence: guess ? Math.min(guessConfidence, software.confidence) : software.confidence,
  };
}

/** The product is named, and nobody can tell whether this version is meant. */
function vague(entry: CompiledAffected, why: string, limit: number, confidence: number): Opinion {
  const affects =
    entry.defaultStatus === "affected" || entry.ranges.some(({ status }) => status === "affected");
  return {
    status: affects ? "affected" : "unknown",
    guess: true,
    because: () => `The CVE record names the product, and ${why}.`,
    fixedVersion: null,
    confidence: Math.min(limit, confidence),
  };
}

/** No range holds it: the default status counts, and ranges that were given were given to be believed. */
function outside(entry: CompiledAffected, version: UpstreamVersion, confidence: number): Opinion {
  const base = { guess: false, fixedVersion: null, confidence };
  if (entry.unreadable) {
    return {
      ...base,
      status: "unknown",
      because: () => "The CVE record gives versions in words that cannot be read.",
    };
  }
  const affected = entry.ranges.filter(({ status }) => status === "affected");
  if (entry.defaultStatus === "affected") return byDefault(entry, version, confidence);
  const explicit = affected.some(({ single }) => !single);
  const all = (): string => affected.slice(0, shownRanges).map(rangeText).join(", ");
  if (entry.defaultStatus === "unaffected" && affected.length > 0) {
    return {
      ...base,
      status: "unaffected",
      because: () => `The CVE record says that it affects only ${all()}; this is ${version.text}.`,
    };
  }
  if (entry.defaultStatus === null && explicit) {
    return {
      ...base,
      status: "unaffected",
      because: () => `The CVE record gives its ranges (${all()}), and ${version.text} is in none.`,
    };
  }
  return {
    ...base,
    status: "unknown",
    because: () => "The CVE record gives no range to judge this version by.",
  };
}

/** Affected unless named otherwise. Ranges that end it make that a statement; without any it is what a form was left at. */
function byDefault(
  { ranges }: CompiledAffected,
  version: UpstreamVersion,
  confidence: number,
): Opinion {
  const ends = ranges.filter(({ status, single }) => status === "unaffected" && !single);
  const guess = ends.length === 0;
  const later = ends
    .flatMap(({ from }) => (from === null || from.prefix ? [] : [from.version]))
    .filter((end) => compareToEnd(version, end) < 0)
    .toSorted((a, b) => compareTokens(a.whole, b.whole));
  return {
    status: "affected",
    guess,
    because: () =>
      `The CVE record calls every version affected that it does not name${guess ? "" : ` (${ends.slice(0, shownRanges).map(rangeText).join(", ")})`}; this is ${version.text}.`,
    fixedVersion: later[0]?.text ?? null,
    confidence: guess ? Math.min(guessConfidence, confidence) : confidence,
  };
}

/** Of the ranges that hold a version the narrowest counts: one version before a range, then the one that begins last. */
function rangeOf(ranges: readonly CompiledRange[], version: UpstreamVersion): CompiledRange | null {
  let best: CompiledRange | null = null;
  for (const range of ranges) {
    if (holds(range, version) && (best === null || isNarrower(range, best))) best = range;
  }
  return best;
}

function holds({ from, to, scheme }: CompiledRange, version: UpstreamVersion): boolean {
  // `9.16.8-S1` to `9.16.33-S1` is a branch of its own: it holds no version without such an update.
  const branch = from && updateWord(from.version);
  if (branch && to && updateWord(to.version) === branch && updateWord(version) !== branch)
    return false;
  if (from !== null) {
    const order = compareEnd(scheme, version, from);
    if (order < 0 || (order === 0 && !from.including && !from.prefix)) return false;
  }
  if (to === null) return true;
  const order = compareEnd(scheme, version, to);
  return order < 0 || (order === 0 && to.including);
}

function updateWord({ update }: UpstreamVersion): string | null {
  const [first] = update ?? [];
  return first === undefined || first.early > 0 ? null : first.word;
}

function isNarrower(a: CompiledRange, b: CompiledRange): boolean {
  if (a.single !== b.single) return a.single;
  if (a.from === null || b.from === null) {
    return (
      a.from !== null || (b.from === null && a.status === "affected" && b.status !== "affected")
    );
  }
  const order = compareTokens(a.from.version.whole, b.from.version.whole);
  return order > 0 || (order === 0 && a.status === "affected");
}

function compareEnd(scheme: VersionScheme, version: UpstreamVersion, end: RangeEnd): number {
  if (end.prefix) {
    return compareTokens(version.whole.slice(0, end.version.whole.length), end.version.whole);
  }
  return scheme === "fuzzy"
    ? compareToEnd(version, end.version)
    : compareVersions(scheme, version.text, end.version.text);
}

/** The last change at or below the version counts. */
function statusIn(range: CompiledRange, version: UpstreamVersion): Status {
  let { status } = range;
  let since: UpstreamVersion | null = null;
  for (const change of range.changes) {
    if (compareToEnd(version, change.at) < 0) continue;
    if (since !== null && compareTokens(change.at.whole, since.whole) < 0) continue;
    since = change.at;
    status = change.status;
  }
  return status;
}

/**
 * Without a beginning a range may say no more than "the ones we looked at". Beside ranges of newer branches it is the
 * branch that goes back to the first release.
 */
function isGuess(range: CompiledRange, { ranges }: CompiledAffected): boolean {
  if (range.from === null && range.to === null) return true;
  if (range.hasBeginning) return false;
  return !ranges.some((other) => other !== range && other.from !== null && other.to !== null);
}

function fixedIn(range: CompiledRange, version: UpstreamVersion): string | null {
  const change = range.changes.find(
    ({ at, status }) => status === "unaffected" && compareToEnd(version, at) < 0,
  );
  if (change !== undefined) return change.at.text;
  return range.to === null || range.to.including || range.to.prefix ? null : range.to.version.text;
}

function rangeText({ from, to, single }: CompiledRange): string {
  if (single && from !== null) return from.version.text;
  const start = from === null ? "" : `${from.including ? "from" : "after"} ${endText(from)} `;
  if (to === null) return from === null ? "every version" : `versions ${start}on`;
  return `versions ${start}${to.including ? "up to and including" : "before"} ${endText(to)}`;
}

function endText({ version, prefix }: RangeEnd): string {
  return prefix ? `${version.text}.x` : version.text;
}
