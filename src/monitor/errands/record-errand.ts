import type { Database } from "#platform/db";
import { announce } from "#platform/live";
import type { ErrandReport } from "#wire/collector.v1";
import { endErrand } from "./errand.queries.ts";

/**
 * Takes in what came of an errand. Told again, or too late, it changes nothing.
 *
 * @returns whether somebody waited for it.
 */
export async function recordErrand(
  deps: { database: Database; now: () => number },
  collector: { tenantId: string; id: string },
  report: ErrandReport,
): Promise<boolean> {
  const { tenantId, id: collectorId } = collector;
  return deps.database.transaction(tenantId, async (tx) => {
    const failure = "failure" in report ? report.failure : null;
    const kept = failure === null ? report : null;
    const ended = await tx.run(endErrand, [
      tenantId,
      collectorId,
      report.id,
      kept,
      failure,
      deps.now(),
    ]);
    await announce(
      tx,
      tenantId,
      "errands",
      ended.map(({ id }) => id),
    );
    return ended.length > 0;
  });
}
