import { reopenExpiredIdentityFindings } from "#exposure/identity";
import type { Database } from "#platform/db";
import { saveFindingEvents } from "./save-findings.ts";

/** Opens identity findings again that were accepted until a time that has come. */
export async function expireIdentityAcceptances(deps: {
  database: Database;
  now: () => number;
}): Promise<void> {
  await deps.database.transaction("system", async (tx) => {
    const reopened = await tx.run(reopenExpiredIdentityFindings, [deps.now()]);
    for (const [tenantId, findings] of Map.groupBy(reopened, (one) => one.tenantId)) {
      const events = findings.map(({ id, acceptedUntil: at }) => ({
        findingId: id,
        change: {
          from: "accepted" as const,
          to: "open" as const,
          at,
          because: "it was accepted until then",
        },
      }));
      await saveFindingEvents(tx, tenantId, events);
    }
  });
}
