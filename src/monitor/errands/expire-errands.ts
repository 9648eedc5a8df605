import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import { expirySentence, keepEndedMs } from "./errand.ts";
import { deleteEndedErrands, giveUpErrand, listOverdueErrands } from "./errand.queries.ts";

/** Gives up errands that nothing came of in time, and forgets those that ended a while ago. */
export async function expireErrands(deps: {
  database: Database;
  now: () => number;
}): Promise<void> {
  const { database } = deps;
  const now = deps.now();
  for (const overdue of await listOverdueErrands(database.system, now)) {
    const { tenantId, id, collectorName, state } = overdue;
    await database.transaction(tenantId, async (tx) => {
      const failure = expirySentence(collectorName, state);
      const given = await tx.run(giveUpErrand, [tenantId, id, failure, now]);
      await announce(
        tx,
        tenantId,
        "errands",
        given.map((errand) => errand.id),
      );
    });
  }
  await database.system.run(deleteEndedErrands, [now - keepEndedMs]);
}
