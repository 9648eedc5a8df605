import { saveFindingEvents } from "#exposure/findings";
import { nextWhenDecided } from "#exposure/life-cycle";
import { isId } from "#lib/ids";
import { insertAuditEntries } from "#platform/audit-log";
import type { Context } from "#platform/context";
import { lock } from "#platform/db";
import { Problem } from "#platform/errors";
import { announce } from "#platform/live";
import {
  listHoldingExceptions,
  updateIdentityExceptionEnded,
} from "./identity-exception.queries.ts";
import { findHeldBy } from "./known-identity.queries.ts";
import type { KnownIdentityFinding } from "./identity-finding.ts";
import type { NextIdentityLife } from "./identity-life.ts";
import { identityLock } from "./identity-lock.ts";
import { exceptionMatcher } from "./match-exception.ts";
import { planReleased } from "./plan-identity.ts";
import { saveLives } from "./save-identity.ts";

/** Findings that are changed at a time. */
const atOnce = 5000;

/**
 * Ends an exception: what it still accepts opens again, unless another one covers it. That there was one is kept.
 *
 * @returns how many findings it had accepted until now.
 * @throws Problem `forbidden` without write scope; `not_found` when the tenant has no such exception, or it has ended.
 */
export async function endIdentityException(
  context: Context,
  { id }: { id: string },
): Promise<{ findings: number }> {
  const { tenantId, scopes, database, actor } = context;
  if (!scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    const at = context.now();
    const end = { at, by: actor.name };
    if (!isId(id) || !(await updateIdentityExceptionEnded(tx, tenantId, id, end)))
      throw new Problem("not_found", "There is no exception with this id that has not ended.");
    const exceptionOf = exceptionMatcher(await listHoldingExceptions(tx, tenantId, null), at);
    const open = (before: KnownIdentityFinding) => opened(before, at);
    let findings = 0;
    for (;;) {
      const held = await findHeldBy(tx, tenantId, id, atOnce);
      const { changed, events } = planReleased(held, open, exceptionOf);
      await saveLives(tx, tenantId, changed);
      await saveFindingEvents(tx, tenantId, events, actor);
      findings += held.length;
      if (held.length < atOnce) break;
    }
    await announce(tx, tenantId, "identity_findings", null);
    await insertAuditEntries(tx, context, [
      {
        action: "identity-exception.end",
        subjectKind: "identity_exception",
        subjectId: id,
        detail: { findings },
      },
    ]);
    return { findings };
  });
}

function opened(before: KnownIdentityFinding, at: number): NextIdentityLife {
  const life = nextWhenDecided(before, { status: "open", acceptedUntil: null }, at);
  const because = "its exception was ended";
  return { life, change: { from: before.status, to: "open", at, because } };
}
