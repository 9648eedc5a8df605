import { feedNames, listFeeds, syncFeeds } from "#exposure/feeds";
import type { Config } from "#platform/config";
import type { Database, DatabaseConnection } from "#platform/db";
import type { Log } from "#platform/log";

const hourMs = 3_600_000;

/**
 * Brings the feeds up to date when the last attempt is older than the installation wants; on a machine without Internet, where
 * `VEDETTE_FEED_SYNC_HOURS` is 0, it does nothing.
 *
 * @param signal ends a download that is under way; it is gone on with next time.
 */
export async function syncStaleFeeds(deps: {
  config: Pick<Config, "feedSyncHours" | "feedSources" | "dataDir">;
  database: Database;
  connection: DatabaseConnection;
  log: Log;
  now: () => number;
  signal: AbortSignal;
}): Promise<void> {
  const { config, database, connection, log, now, signal } = deps;
  if (config.feedSyncHours === 0) return;
  const feeds = await listFeeds(database.system, now());
  const dueAt = now() - config.feedSyncHours * hourMs;
  const due = feedNames.filter(
    (name) => (feeds.find((feed) => feed.name === name)?.lastAttemptAt ?? 0) <= dueAt,
  );
  if (due.length === 0) return;
  const { feedSources: sources, dataDir } = config;
  const outcomes = await syncFeeds({ connection, now, sources, dataDir, signal }, due);
  for (const { feed, outcome, reasons, records } of outcomes) {
    if (outcome === "failed") log.warn({ feed, reasons }, "a feed could not be brought up to date");
    else log.info({ feed, outcome, records }, "a feed was brought up to date");
  }
}
