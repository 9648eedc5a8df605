import type { Database } from "#platform/db";
import type { Log } from "#platform/log";
import { deletePartitions, insertPartitions } from "./partition.queries.ts";
import { claimRollup, finishRollup, saveRollups } from "./rollup.queries.ts";
import { neededPartitions, type Retention, timeSeries } from "./time-series.ts";

export interface HistoryDeps {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => number;
  readonly retention: Retention;
}

/** An hour whose worker died is taken up again after this. */
const claimMs = 10 * 60_000;

/**
 * Keeps history in shape: partitions for what comes, rollups of hours that ended, and none of what is too old. Must have
 * run once before the first result is taken in; then every minute. Harmless on several replicas at once.
 */
export async function maintainHistory(deps: HistoryDeps): Promise<void> {
  await makePartitions(deps);
  await makeRollups(deps);
  await dropOldPartitions(deps);
}

/** The part that must be done before results come in. */
export async function makePartitions({
  database,
  log,
  now,
  retention,
}: HistoryDeps): Promise<void> {
  for (const series of timeSeries(retention)) {
    const made = await insertPartitions(
      database.system,
      series.table,
      neededPartitions(series, now()),
    );
    if (made > 0) log.debug({ table: series.table, made }, "made partitions");
  }
}

async function makeRollups({ database, now }: HistoryDeps): Promise<void> {
  for (;;) {
    const bucket = await claimRollup(database.system, now(), now() + claimMs);
    if (bucket === null) return;
    await database.transaction(bucket.tenantId, (tx) =>
      saveRollups(tx, bucket.tenantId, bucket.bucketAt),
    );
    await finishRollup(database.forTenant(bucket.tenantId), bucket);
  }
}

async function dropOldPartitions({ database, log, now, retention }: HistoryDeps): Promise<void> {
  for (const series of timeSeries(retention)) {
    const dropped = await deletePartitions(database.system, series.table, now() - series.keepMs);
    if (dropped.length > 0) log.info({ dropped }, "dropped partitions of history that is too old");
  }
}
