/*
 * Software against Debian's security tracker, which knows in which revision of a package a release got its fix.
 */
import type { DebianEntry } from "#engines/vulnerability-types";
import { type Judgement, judgement } from "../judgement.ts";
import { compareReleases } from "../products/debian-releases.ts";
import type { Subject } from "../subject.ts";
import { compareDpkg } from "../versions/dpkg.ts";
import { type DebianPackage, readDebianPackage } from "./debian-package.ts";

/** The tracker's entries for one package, read once for all its vulnerabilities. */
export interface DebianTracker {
  readonly installed: DebianPackage;
  readonly byCve: ReadonlyMap<string, readonly DebianEntry[]>;
}

/** `null`: this is no package of Debian's, as far as anyone can tell. */
export function readDebianTracker(
  subject: Subject,
  entries: readonly DebianEntry[],
): DebianTracker | null {
  const installed = readDebianPackage(subject, entries);
  if (installed === null) return null;
  const byCve = new Map<string, DebianEntry[]>();
  for (const entry of entries) {
    if (entry.package !== installed.source) continue;
    const list = byCve.get(entry.cve);
    if (list === undefined) byCve.set(entry.cve, [entry]);
    else list.push(entry);
  }
  return { installed, byCve };
}

/** Debian's word on one vulnerability; it always has one, if only that it does not know. */
export function judgeByDebian(
  { installed, byCve }: DebianTracker,
  cve: string,
  confidence: number,
): Judgement {
  const entries = byCve.get(cve) ?? [];
  const { verdict, reason, fixedVersion, unimportant } = opinionOf(installed, entries);
  return judgement({
    source: "debian",
    verdict,
    confidence,
    reason: () => reason,
    fixedVersion,
    unimportant,
  });
}

interface Opinion {
  verdict: "affected" | "not_affected" | "unknown";
  reason: string;
  fixedVersion: string | null;
  unimportant: boolean;
}

function opinionOf(installed: DebianPackage, entries: readonly DebianEntry[]): Opinion {
  if (entries.length === 0) {
    return unknown(`Debian's tracker does not list it for ${installed.source ?? "this package"}.`);
  }
  const own = entries.find(({ release }) => release === installed.release);
  if (installed.backport !== null) return backportOpinion(installed, entries);
  if (own !== undefined && !installed.stray) return releaseOpinion(installed, own);
  const newest = newestOf(entries);
  const inheritance = inherited(installed, newest);
  if (inheritance !== null) return inheritance;
  if (installed.stray) {
    return unknown(
      `${installed.shown} is newer than anything in Debian ${installed.release}, so it was built elsewhere: Debian's fixes say nothing of it.`,
    );
  }
  if (installed.release !== null) {
    return unknown(
      `Debian's tracker says nothing of ${installed.release}, and no other release's fix settles it.`,
    );
  }
  return commonOpinion(entries.map((entry) => releaseOpinion(installed, entry)));
}

function unknown(reason: string): Opinion {
  return { verdict: "unknown", reason, fixedVersion: null, unimportant: false };
}

/** One release's entry against the package. */
function releaseOpinion(installed: DebianPackage, entry: DebianEntry): Opinion {
  const where = `Debian ${entry.release}`;
  const { fixedVersion, status } = entry;
  const rest = { fixedVersion, unimportant: entry.urgency === "unimportant" };
  if (status === "undetermined")
    return {
      ...unknown(`${where} has not determined yet whether it is affected.`),
      unimportant: rest.unimportant,
    };
  if (fixedVersion === "0") {
    return {
      ...rest,
      verdict: "not_affected",
      fixedVersion: null,
      reason: `${where} was never affected.`,
    };
  }
  if (fixedVersion === null) {
    if (status === "resolved")
      return unknown(`${where} calls it resolved, but not in which version.`);
    return {
      ...rest,
      verdict: "affected",
      reason: `${where} has not fixed it${becauseOf(entry)}.`,
    };
  }
  const order = installed.compareTo(fixedVersion, entry);
  if (order === "unknown") {
    return unknown(
      `${where} fixed it in ${fixedVersion}; the revision of ${installed.shown} is not known, so it may be fixed or not.`,
    );
  }
  return order === "older"
    ? {
        ...rest,
        verdict: "affected",
        reason: `${where} fixed it in ${fixedVersion}; ${installed.shown} is older.`,
      }
    : {
        ...rest,
        verdict: "not_affected",
        reason: `${where} fixed it in ${fixedVersion}; ${installed.shown} is not older.`,
      };
}

function becauseOf({ urgency, nodsa }: DebianEntry): string {
  if (urgency === "end-of-life") return ": it is no longer supported there";
  if (urgency === "unimportant") return ": it rates it as unimportant";
  return nodsa === null || nodsa === "" ? "" : ` and plans no advisory (${nodsa.slice(0, 100)})`;
}

/**
 * A backport is built from a newer release's package and is fixed when that one is; its own release's fix, made for an older
 * upstream version, says nothing of it.
 */
function backportOpinion(installed: DebianPackage, entries: readonly DebianEntry[]): Opinion {
  const { release, backport } = installed;
  const source = entries.find((entry) => entry.release === release && release !== backport);
  const newer = entries.filter(({ release }) => compareReleases(release, backport ?? "") > 0);
  const entry = source ?? newestOf(newer.length > 0 ? newer : entries);
  const opinion = releaseOpinion(installed, entry);
  return {
    ...opinion,
    reason: `${opinion.reason} It is a backport, judged as the version it was built from.`,
  };
}

/**
 * A fix that came with the ordinary upload to unstable is in every later version, whatever the release: so a release that
 * the tracker no longer carries is cleared by it, but never found affected.
 */
function inherited(installed: DebianPackage, newest: DebianEntry): Opinion | null {
  const fix = newest.fixedVersion;
  if (fix === null || fix === "0" || /[+~]deb\d+u/.test(fix)) return null;
  const opinion = releaseOpinion(installed, newest);
  if (opinion.verdict !== "not_affected") return null;
  return {
    ...opinion,
    reason: `Debian fixed it in ${fix} for all later versions; ${installed.shown} is not older.`,
  };
}

/** Without a known release, only what all releases agree on holds. */
function commonOpinion(opinions: readonly Opinion[]): Opinion {
  const [first] = opinions;
  if (first === undefined || opinions.some(({ verdict }) => verdict !== first.verdict)) {
    return unknown("Debian's releases differ in it, and which release this is, is not known.");
  }
  const sameFix = opinions.every(({ fixedVersion }) => fixedVersion === first.fixedVersion);
  return {
    verdict: first.verdict,
    reason: `${first.reason} It is so in every release; which one this is, is not known.`,
    fixedVersion: sameFix ? first.fixedVersion : null,
    unimportant: opinions.every(({ unimportant }) => unimportant),
  };
}

function newestOf(entries: readonly DebianEntry[]): DebianEntry {
  return entries.reduce((newest, entry) => {
    const order = compareReleases(entry.release, newest.release);
    if (order !== 0) return order > 0 ? entry : newest;
    return compareDpkg(entry.fixedVersion ?? "", newest.fixedVersion ?? "") > 0 ? entry : newest;
  });
}
