import type { Client } from "pg";
import type { KnownFile } from "./feed-download.ts";
import type { FeedName } from "./feed.ts";
import { announceToAll } from "./import.queries.ts";

/** For as long as the connection lasts. @returns false when another process syncs. */
export async function tryLockSync(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('feeds:sync', 0)) as locked",
  );
  return rows[0]?.locked === true;
}

/** The files that a feed was made of when it was last taken in. */
export async function listKnownFiles(client: Client, feed: FeedName): Promise<KnownFile[]> {
  const { rows } = await client.query<KnownFile>(
    `select file, etag, last_modified as "lastModified", imported_at as "importedAt"
     from feed_files where feed = $1 order by file`,
    [feed],
  );
  return rows;
}

/** Keeps that the feed was asked for, and that there was nothing new. */
export async function saveUnchanged(client: Client, feed: FeedName, at: number): Promise<void> {
  await client.query("update feeds set last_attempt_at = $2, last_error = null where name = $1", [
    feed,
    at,
  ]);
  await announceToAll(client);
}
