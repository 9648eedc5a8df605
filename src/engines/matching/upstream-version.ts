import { compareTokens, type FuzzyToken, fuzzyTokens, isEarly } from "./versions/fuzzy.ts";

/** A project's own version, cut as CPE does: `9.9p1` is version 9.9 with update p1. */
export interface UpstreamVersion {
  /** As written, update included: for sentences and for stated schemes. */
  text: string;
  whole: readonly FuzzyToken[];
  base: readonly FuzzyToken[];
  /** `null`: none. */
  update: readonly FuzzyToken[] | null;
}

/** Numbers, then a word of those that CPE puts into its update field, with a number of its own. */
const withUpdate =
  /^(v?\d+(?:\.\d+)*)[-_. ]?((?:p|pl|patch|rc|beta|alpha|a|b|pre|dev|m|milestone|s|sp|u|update)[-_.]?\d+)$/i;

/** @param update of a CPE: `*` and `-` stand for none. */
export function readUpstream(version: string, update = "*"): UpstreamVersion {
  const none = update === "*" || update === "-";
  const split = none ? withUpdate.exec(version) : null;
  const base = split?.[1] ?? version;
  const suffix = split?.[2] ?? (none ? null : update);
  return {
    text: none ? version : version + (/^(p|rc|a|b|s)\d+$/.test(update) ? "" : " ") + update,
    whole: fuzzyTokens(suffix === null ? base : `${base}-${suffix}`),
    base: fuzzyTokens(base),
    update: suffix === null ? null : fuzzyTokens(suffix),
  };
}

/**
 * Where a version stands to the end of a range. An end without an update means the release with all its patches: `9.8` holds
 * `9.8p1`; but what came before the release (`9.8rc1`) stays before it.
 */
export function compareToEnd(version: UpstreamVersion, end: UpstreamVersion): number {
  const patched = version.update !== null && !isEarly(version.update);
  return end.update === null && patched
    ? compareTokens(version.base, end.base)
    : compareTokens(version.whole, end.whole);
}

/** Whether this is the version that a CPE names. Update `*` takes any, `-` none, another only itself. */
export function isVersion(
  version: UpstreamVersion,
  named: UpstreamVersion,
  update: string,
): boolean {
  if (compareTokens(version.whole, named.whole) === 0) return true;
  return update === "*" && named.update === null && compareTokens(version.base, named.base) === 0;
}
