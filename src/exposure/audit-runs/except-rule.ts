import { isHostTag } from "#exposure/agents";
import { requireFuture, requireText } from "#exposure/exceptions";
import { newId } from "#lib/ids";
import { isLines, isOneLine } from "#lib/printable";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import { arePlacesKnown, insertException } from "./exception.queries.ts";
import type { ExceptionPlace, RuleException } from "./exception.ts";

/** What somebody answers for. */
export interface ExceptionInput extends ExceptionPlace {
  /** With the prefixes of XCCDF or without. */
  readonly ruleId: string;
  readonly reason: string;
  /** Who answers for it. */
  readonly owner: string;
  /** Unix epoch milliseconds; `null`: until it is ended. */
  readonly until: number | null;
}

/**
 * Excepts a rule. What runs found stays as it is; who reads them is told, and gets a second score.
 *
 * @throws Problem `forbidden` without write scope; `invalid_request` that names what is wrong; `not_found` when the
 * tenant has no such asset or site.
 */
export async function exceptRule(context: Context, input: ExceptionInput): Promise<RuleException> {
  const { tenantId, scopes, database, actor } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  const now = context.now();
  const exception = { ...checked(input, now), createdAt: now, createdBy: actor.name };
  await database.transaction(tenantId, async (tx) => {
    const known = await arePlacesKnown(tx, tenantId, exception);
    if (!known.asset) throw new Problem("not_found", "There is no asset with this id.");
    if (!known.site) throw new Problem("not_found", "There is no site with this id.");
    await insertException(tx, tenantId, exception);
    const { id, createdAt: _at, createdBy: _by, ...detail } = exception;
    await insertAuditEntries(tx, context, [
      {
        action: "audit-exception.create",
        subjectKind: "audit_exception",
        subjectId: id,
        detail,
      },
    ]);
    await announce(tx, tenantId, "audit_jobs", null);
  });
  return exception;
}

function checked(
  { ruleId, reason, owner, until, assetId, siteId, tag }: ExceptionInput,
  now: number,
): Omit<RuleException, "createdAt" | "createdBy"> {
  requireFuture("until", until, now);
  if (tag !== null && !isHostTag(tag)) {
    const what = `${JSON.stringify(tag.slice(0, 100))} is no tag`;
    throw new Problem("invalid_request", `${what} that a host could have.`);
  }
  return {
    id: newId(),
    ruleId: requireText("the id of a rule", ruleId, 300, isOneLine),
    reason: requireText("reason", reason, 2000, isLines),
    owner: requireText("owner", owner, 200, isOneLine),
    tag,
    assetId,
    siteId,
    expiresAt: until,
  };
}
