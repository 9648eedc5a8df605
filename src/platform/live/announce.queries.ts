import { type Tx, statement } from "#platform/db";
import { type Topic, announcementsChannel, formatAnnouncement } from "./announcement.ts";

/**
 * Tells the pages that are open, on whatever server, once the transaction commits. PostgreSQL itself drops what one
 * transaction says twice.
 *
 * @param ids which ones; `null`, or more than a hundred: pages look again at what they show.
 */
export async function announce(
  tx: Tx,
  tenantId: string,
  topic: Topic,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids?.length === 0) return;
  await tx.run(notify, [announcementsChannel, formatAnnouncement({ tenantId, topic, ids })]);
}

const notify = statement<readonly [channel: string, payload: string], never>(
  "live.notify",
  "select pg_notify($1, $2)",
);
