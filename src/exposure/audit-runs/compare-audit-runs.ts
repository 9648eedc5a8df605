import { strippedId } from "#engines/scap";
import { withoutNulls } from "#lib/without-nulls";
import type { Context } from "#platform/context";
import { type RuleChange, compareRuns } from "./compare-runs.ts";
import type {
  AuditComparison,
  AuditRunDetail,
  ListedAuditRun,
  ListedRuleChange,
  RunRule,
} from "./listed-audit-run.ts";
import { readAuditRun } from "./read-audit-run.ts";

/**
 * What changed from one run to another. They may be of different benchmarks or hosts: the reply says so.
 *
 * @throws Problem `not_found` when the tenant does not have both.
 */
export async function compareAuditRuns(
  context: Pick<Context, "database" | "tenantId" | "now">,
  ids: { before: string; after: string },
): Promise<AuditComparison> {
  const before = await readAuditRun(context, ids.before);
  const after = await readAuditRun(context, ids.after);
  const { worse, better, otherwise, added, gone, unchanged } = compareRuns(
    before.rules,
    after.rules,
  );
  return {
    before: listedOf(before),
    after: listedOf(after),
    sameBenchmark: benchmarkOf(before) === benchmarkOf(after),
    sameProfile: before.profileId === after.profileId,
    sameHost: isSameHost(before, after),
    worse: worse.map(changeOf),
    better: better.map(changeOf),
    otherwise: otherwise.map(changeOf),
    added: added.map(changeOf),
    gone: gone.map(changeOf),
    unchanged,
  };
}

/** Another version of a benchmark is the same one; runs that are older than benchmarks have but their bundle. */
function benchmarkOf({ benchmarkId, bundleId }: AuditRunDetail): string {
  return strippedId(benchmarkId ?? bundleId);
}

function isSameHost(one: AuditRunDetail, other: AuditRunDetail): boolean {
  if (one.assetId !== undefined && other.assetId !== undefined)
    return one.assetId === other.assetId;
  return one.hostname === other.hostname;
}

function changeOf({ before, after, shortId }: RuleChange<RunRule>): ListedRuleChange {
  const rule = after ?? before;
  if (rule === null) throw new Error("a change of a rule that neither run has");
  const { id, title, severity } = rule;
  return withoutNulls<ListedRuleChange>({
    id,
    shortId,
    title,
    severity,
    category: rule.category ?? null,
    before: before?.result ?? null,
    after: after?.result ?? null,
    why: after?.why ?? null,
  });
}

/** A run as lists show it. */
export function listedOf(run: AuditRunDetail): ListedAuditRun {
  const {
    startedAt: _startedAt,
    benchmarkId: _benchmarkId,
    scores: _scores,
    excepted: _excepted,
    scoreWithExceptionsPct: _score,
    rules: _rules,
    ...listed
  } = run;
  return listed;
}
