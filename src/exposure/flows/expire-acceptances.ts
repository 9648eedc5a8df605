import {
  type FindingPlan,
  findExpiredFindings,
  lockFindings,
  saveFindings,
} from "#exposure/findings";
import { expireIdentityAcceptances } from "#exposure/identity";
import { nextWhenExpired } from "#exposure/life-cycle";
import { type Database, lock } from "#platform/db";
import { announce } from "#platform/live";
import { exposureLock } from "./exposure-lock.ts";
import { rescoreAssets } from "./rescore-assets.ts";

const atOnce = 1000;

/** Opens findings and identity findings again that were accepted until a time that has come. */
export async function expireAcceptances(deps: {
  database: Database;
  now: () => number;
}): Promise<void> {
  const { database, now } = deps;
  await expireIdentityAcceptances(deps);
  for (;;) {
    const due = await findExpiredFindings(database.system, now(), atOnce);
    for (const [tenantId, of] of Map.groupBy(due, (one) => one.tenantId)) {
      await database.transaction(tenantId, async (tx) => {
        await lock(tx, exposureLock(tenantId));
        const known = await lockFindings(
          tx,
          tenantId,
          of.map(({ id }) => id),
        );
        const expired = known.map((one) => ({ one, ...nextWhenExpired(one, now()) }));
        const changed = expired.filter(({ change }) => change !== null);
        const plan: FindingPlan = {
          inserted: [],
          changed: changed.map(({ one, life }) => ({
            known: one,
            life,
            content: null,
            contentHash: "",
          })),
          touched: [],
          events: changed.flatMap(({ one, change }) =>
            change === null ? [] : [{ findingId: one.id, change }],
          ),
          assetIds: new Set(changed.map(({ one }) => one.assetId)),
        };
        await saveFindings(tx, tenantId, plan, "scan", () => null);
        await rescoreAssets(tx, tenantId, [...plan.assetIds]);
        await announce(
          tx,
          tenantId,
          "findings",
          changed.map(({ one }) => one.id),
        );
      });
    }
    if (due.length < atOnce) return;
  }
}
