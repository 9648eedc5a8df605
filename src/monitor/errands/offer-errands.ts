import type { SealedBox } from "#platform/crypto";
import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import type { Errand } from "#wire/collector.v1";
import { tooOldSentence } from "./errand.ts";
import { findCollectorVersion } from "./errand-place.queries.ts";
import { claimErrands, failWaitingErrands, haveWaitingErrands } from "./errand.queries.ts";
import { openErrand } from "./seal-errand.ts";

/**
 * Hands a collector the errands that wait for it. For one that is too old to do any they end at once, and say so.
 *
 * @param doesErrands whether the collector said that it knows them.
 */
export async function offerErrands(
  deps: { database: Database; box: SealedBox; now: () => number },
  collector: { tenantId: string; id: string; name: string },
  doesErrands: boolean,
): Promise<Errand[]> {
  const { database, box } = deps;
  const { tenantId, id: collectorId, name } = collector;
  const now = deps.now();
  if (!(await haveWaitingErrands(database.forTenant(tenantId), tenantId, collectorId, now))) {
    return [];
  }
  return database.transaction(tenantId, async (tx) => {
    if (doesErrands) {
      const claimed = await tx.run(claimErrands, [tenantId, collectorId, now]);
      await announce(
        tx,
        tenantId,
        "errands",
        claimed.map(({ id }) => id),
      );
      return claimed.map(({ id, sealed }) => openErrand(box, id, sealed));
    }
    const failure = tooOldSentence(name, await findCollectorVersion(tx, tenantId, collectorId));
    const failed = await tx.run(failWaitingErrands, [tenantId, collectorId, failure, now]);
    await announce(
      tx,
      tenantId,
      "errands",
      failed.map(({ id }) => id),
    );
    return [];
  });
}
