import { saveFindingEvents } from "#exposure/findings";
import { nextWhenExpired } from "#exposure/life-cycle";
import { type Database, lock } from "#platform/db";
import { announce } from "#platform/live";
import { endExpiredExceptions, listHoldingExceptions } from "./identity-exception.queries.ts";
import { findExpired, tenantsWithExpired } from "./known-identity.queries.ts";
import { identityLock } from "./identity-lock.ts";
import { exceptionMatcher } from "./match-exception.ts";
import { planReleased } from "./plan-identity.ts";
import { saveLives } from "./save-identity.ts";

/** Findings of one transaction. */
const atOnce = 5000;

/**
 * Ends exceptions whose time is over, and opens identity findings again that were accepted until a time that has come, unless
 * another exception covers them.
 */
export async function expireIdentityAcceptances(deps: {
  database: Database;
  now: () => number;
}): Promise<void> {
  const { database } = deps;
  const now = deps.now();
  const due = await database.system.run(tenantsWithExpired, [now]);
  for (const { tenantId } of due) {
    while ((await expireSome(database, tenantId, now)) === atOnce);
  }
}

/** @returns how many were changed. */
async function expireSome(database: Database, tenantId: string, now: number): Promise<number> {
  return database.transaction(tenantId, async (tx) => {
    await lock(tx, identityLock(tenantId));
    await tx.run(endExpiredExceptions, [tenantId, now]);
    const known = await findExpired(tx, tenantId, now, atOnce);
    if (known.length === 0) return 0;
    const exceptions = await listHoldingExceptions(tx, tenantId, null);
    const open = (before: (typeof known)[number]) => nextWhenExpired(before, now);
    const { changed, events } = planReleased(known, open, exceptionMatcher(exceptions, now));
    await saveLives(tx, tenantId, changed);
    await saveFindingEvents(tx, tenantId, events);
    await announce(tx, tenantId, "identity_findings", null);
    return known.length;
  });
}
