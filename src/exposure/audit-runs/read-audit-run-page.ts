import { isId } from "#lib/ids";
import type { ConsoleCaller } from "#platform/http";
import type { AuditRule, AuditRunPage, RunRuleRow } from "./audit-run-row.ts";
import { type RunSurroundings, findRunSurroundings } from "./audit-run-table.queries.ts";
import { listedOf } from "./compare-audit-runs.ts";
import { Problem } from "#platform/errors";
import type { RuleException } from "./exception.ts";
import type { RunRule } from "./listed-audit-run.ts";
import { noSuchRun } from "./no-such-run.ts";
import { readAuditRun, readRunWithExceptions } from "./read-audit-run.ts";

type Asking = Pick<ConsoleCaller, "database" | "tenantId" | "companyIds" | "now">;

/** @throws Problem `not_found` when there is no such run, or the person may not see it. */
export async function requireVisibleRun(
  { database, tenantId, companyIds }: Omit<Asking, "now">,
  id: string,
): Promise<RunSurroundings> {
  const db = database.forTenant(tenantId);
  const run = isId(id) ? await findRunSurroundings(db, tenantId, id, companyIds) : null;
  if (run === null) throw noSuchRun();
  return run;
}

/**
 * One run with its rules in short: their texts are megabytes.
 *
 * @throws Problem `not_found` when there is no such run, or the person may not see it.
 */
export async function readAuditRunPage(asking: Asking, id: string): Promise<AuditRunPage> {
  const around = await requireVisibleRun(asking, id);
  const { detail, exceptions } = await readRunWithExceptions(asking, id);
  return {
    run: listedOf(detail),
    startedAt: detail.startedAt ?? null,
    ...around,
    excepted: detail.excepted,
    scoreWithExceptionsPct: detail.scoreWithExceptionsPct ?? null,
    rules: detail.rules.map((rule) => shortened(rule, exceptions.get(rule.shortId))),
  };
}

function shortened(rule: RunRule, exception: RuleException | undefined): RunRuleRow {
  const { id, shortId, title, severity, result, bucket } = rule;
  const { category = null, version = null, group = null } = rule;
  const excepted =
    exception === undefined
      ? null
      : {
          id: exception.id,
          reason: exception.reason,
          owner: exception.owner,
          until: exception.expiresAt,
        };
  return { id, shortId, title, severity, category, version, group, result, bucket, excepted };
}

/**
 * What one rule of a run says, and why it came out as it did.
 *
 * @throws Problem `not_found` when there is no such run or rule in it, or the person may not see it.
 */
export async function readRuleOfRun(
  asking: Asking,
  input: { id: string; ruleId: string },
): Promise<AuditRule> {
  await requireVisibleRun(asking, input.id);
  const { rules } = await readAuditRun(asking, input.id);
  const rule = rules.find(({ id }) => id === input.ruleId);
  if (rule === undefined) throw new Problem("not_found", "This run has no rule with this id.");
  const { id, shortId, title, identifiers, references } = rule;
  const { why = null, comments = null, description = null, rationale = null } = rule;
  const { check = null, fix = null, script = null } = rule;
  const said = { why, comments, description, rationale, check, fix, script };
  return { id, shortId, title, ...said, identifiers, references };
}
