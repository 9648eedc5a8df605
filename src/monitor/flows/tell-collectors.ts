import { assignmentChanged } from "#monitor/collectors";
import type { Tx } from "#platform/db";

/** What becomes of a sensor as far as collectors are concerned. */
export interface Reassignment {
  id: string;
  /** The collector that polled it until now; `null`: nobody did. */
  from: string | null;
  /** The one that polls it from now on; `null`: nobody does. */
  to: string | null;
  /** Whether `to` must learn it anew. */
  isNews: boolean;
}

/**
 * Tells each collector concerned; in the order of ids, as `assignmentChanged` asks.
 *
 * @returns the revision of each, for the rows of the sensors that it must learn anew.
 */
export async function tellCollectors(
  tx: Tx,
  tenantId: string,
  sensors: readonly Reassignment[],
): Promise<Map<string, number>> {
  const removed = new Map<string, string[]>();
  const touch = (collectorId: string): string[] => {
    const list = removed.get(collectorId) ?? [];
    removed.set(collectorId, list);
    return list;
  };
  for (const { id, from, to, isNews } of sensors) {
    if (to !== null && isNews) touch(to);
    if (from !== null && from !== to) touch(from).push(id);
  }
  const revisions = new Map<string, number>();
  for (const [collectorId, ids] of [...removed].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    revisions.set(collectorId, await assignmentChanged(tx, tenantId, collectorId, ids));
  }
  return revisions;
}
