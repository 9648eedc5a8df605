import type { RuleText } from "#engines/scap-types";
import { strippedId } from "#engines/scap";
import { isId } from "#lib/ids";
import { withoutNulls } from "#lib/without-nulls";
import type { Context } from "#platform/context";
import { type AuditRunRow, findAuditRun } from "./audit-run-detail.queries.ts";
import { bucketOf, catOf, scorePctOf } from "./count-rules.ts";
import { listOpenExceptions } from "./exception.queries.ts";
import { type RuleException, matchExceptions } from "./exception.ts";
import type { AuditRunDetail, ListedAuditRun, RunRule } from "./listed-audit-run.ts";
import { noSuchRun } from "./no-such-run.ts";
import { findScapContent } from "./scap-content.queries.ts";

/**
 * One run with what became of each rule, what the rules say, and which of them are excepted as of now.
 *
 * @throws Problem `not_found` when the tenant has no such run.
 */
export async function readAuditRun(
  context: Pick<Context, "database" | "tenantId" | "now">,
  id: string,
): Promise<AuditRunDetail> {
  return (await readRunWithExceptions(context, id)).detail;
}

/** The same, and the exceptions that hold on its host, by short rule id. */
export async function readRunWithExceptions(
  { database, tenantId, now }: Pick<Context, "database" | "tenantId" | "now">,
  id: string,
): Promise<{ detail: AuditRunDetail; exceptions: ReadonlyMap<string, RuleException> }> {
  const db = database.forTenant(tenantId);
  const run = isId(id) ? await findAuditRun(db, tenantId, id) : null;
  if (run === null) throw noSuchRun();
  const content =
    run.textsSha256 === null ? null : await findScapContent(db, tenantId, run.textsSha256);
  const open = await listOpenExceptions(db, tenantId);
  const host = { assetId: run.listed.assetId, siteId: run.listed.siteId, tags: run.tags };
  const exceptions = matchExceptions(open, host, now());
  return { detail: detailOf(run, content?.rules ?? [], exceptions), exceptions };
}

function detailOf(
  run: AuditRunRow,
  texts: readonly RuleText[],
  exceptions: ReadonlyMap<string, RuleException>,
): AuditRunDetail {
  const textOf = new Map(texts.map((text) => [text.id, text]));
  const rules = run.rules.map((rule) =>
    ruleOf(rule, textOf.get(rule.id), exceptions.get(strippedId(rule.id))),
  );
  const excepted = (bucket: RunRule["bucket"]) =>
    rules.filter((rule) => rule.bucket === bucket && rule.excepted !== undefined).length;
  const [failed, unknown] = [excepted("failed"), excepted("unknown")];
  const { listed, startedAt, benchmarkId, scores } = run;
  const score = scorePctOf({
    satisfied: listed.satisfied,
    failed: listed.failed - failed,
    unknown: listed.unknown - unknown,
  });
  return {
    ...withoutNulls<ListedAuditRun>(listed),
    ...(startedAt === null ? {} : { startedAt }),
    ...(benchmarkId === null ? {} : { benchmarkId }),
    scores: [...scores],
    excepted: failed + unknown,
    ...(score === null ? {} : { scoreWithExceptionsPct: score }),
    rules,
  };
}

function ruleOf(
  rule: AuditRunRow["rules"][number],
  text: RuleText | undefined,
  exception: RuleException | undefined,
): RunRule {
  const { identifiers = [], references = [], ...said } = text ?? {};
  const { id, result, weight, unscored, why, comments } = rule;
  const shortId = strippedId(id);
  const severity = rule.severity ?? text?.severity ?? "unknown";
  const category = catOf(severity);
  return {
    ...said,
    id,
    shortId,
    title: text?.title || shortId,
    severity,
    ...(category === null ? {} : { category }),
    result,
    bucket: bucketOf(rule),
    ...(weight === undefined ? {} : { weight }),
    ...(unscored === undefined ? {} : { unscored }),
    ...(why === undefined ? {} : { why }),
    ...(comments === undefined ? {} : { comments }),
    identifiers,
    references,
    ...(exception === undefined ? {} : { excepted: exceptedOf(exception) }),
  };
}

function exceptedOf({ reason, owner, expiresAt }: RuleException): RunRule["excepted"] & object {
  return { reason, owner, ...(expiresAt === null ? {} : { until: expiresAt }) };
}
