import { strippedId } from "#engines/scap";
import { type Bucket, type CountedRule, bucketOf } from "./count-rules.ts";

/** A rule of a run, as far as two runs are compared. */
export interface ComparedRule extends CountedRule {
  readonly id: string;
}

/** What became of a rule from one run to the next; `null`: the run does not have it. */
export interface RuleChange<Rule> {
  readonly shortId: string;
  readonly before: Rule | null;
  readonly after: Rule | null;
}

/** Each rule of either run is in one of the lists, or among the unchanged. Lists are in the order of the short ids. */
export interface RunComparison<Rule> {
  readonly worse: readonly RuleChange<Rule>[];
  readonly better: readonly RuleChange<Rule>[];
  /** Its result is another, but not better or worse: not applicable any more, for example. */
  readonly otherwise: readonly RuleChange<Rule>[];
  /** Only in the later run. */
  readonly added: readonly RuleChange<Rule>[];
  /** Only in the earlier run. */
  readonly gone: readonly RuleChange<Rule>[];
  readonly unchanged: number;
}

/** How good a result is; what says nothing about the host has no place. */
const standings: Readonly<Record<Bucket, number | null>> = {
  failed: 0,
  unknown: 1,
  satisfied: 2,
  notApplicable: null,
  notCheckable: null,
};

/**
 * Tells what changed between two runs, rule by rule. Rules are the same when their ids are, without the prefixes of XCCDF:
 * a checklist has them without. Of a rule that a run has several times, for several things that it looked at, the worst
 * counts.
 */
export function compareRuns<Rule extends ComparedRule>(
  before: readonly Rule[],
  after: readonly Rule[],
): RunComparison<Rule> {
  const [old, now] = [byShortId(before), byShortId(after)];
  const comparison = {
    worse: new Array<RuleChange<Rule>>(),
    better: new Array<RuleChange<Rule>>(),
    otherwise: new Array<RuleChange<Rule>>(),
    added: new Array<RuleChange<Rule>>(),
    gone: new Array<RuleChange<Rule>>(),
    unchanged: 0,
  };
  for (const shortId of [...new Set([...old.keys(), ...now.keys()])].toSorted()) {
    const change = { shortId, before: old.get(shortId) ?? null, after: now.get(shortId) ?? null };
    const kind = kindOf(change);
    if (kind === "unchanged") comparison.unchanged += 1;
    else comparison[kind].push(change);
  }
  return comparison;
}

function byShortId<Rule extends ComparedRule>(rules: readonly Rule[]): Map<string, Rule> {
  const found = new Map<string, Rule>();
  for (const rule of rules) {
    const shortId = strippedId(rule.id);
    const other = found.get(shortId);
    if (other === undefined || badness(rule) < badness(other)) found.set(shortId, rule);
  }
  return found;
}

/** The less, the more it must be told of. */
function badness(rule: CountedRule): number {
  return standings[bucketOf(rule)] ?? 3;
}

function kindOf({ before, after }: RuleChange<ComparedRule>): keyof RunComparison<never> {
  if (before === null) return "added";
  if (after === null) return "gone";
  const [from, to] = [standings[bucketOf(before)], standings[bucketOf(after)]];
  if (from !== null && to !== null && from !== to) return to < from ? "worse" : "better";
  const isSame = before.result === after.result && bucketOf(before) === bucketOf(after);
  return isSame ? "unchanged" : "otherwise";
}
