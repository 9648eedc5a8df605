import type { Client } from "pg";
import { announcementsChannel } from "#platform/live";
import type { FeedName } from "./feed.ts";

/** One transaction at a time may exchange the tables of a feed. */
const lockKey = "hashtextextended('feeds:' || $1, 0)";

/** Begins the transaction in which tables are exchanged. */
export async function begin(client: Client): Promise<void> {
  await client.query("begin");
  // Sorting some hundred thousand keys in memory; given back with the transaction.
  await client.query("set local maintenance_work_mem = '64MB'; set local work_mem = '32MB'");
}

/** Makes what the transaction changed visible, all at once. */
export async function commit(client: Client): Promise<void> {
  await client.query("commit");
}

/** Forgets what the transaction changed. */
export async function rollBack(client: Client): Promise<void> {
  await client.query("rollback");
}

/** @returns false when another transaction imports this feed. */
export async function tryLockFeed(client: Client, feed: FeedName): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${lockKey}) as locked`,
    [feed],
  );
  return rows[0]?.locked === true;
}

/** Waits for the other one. */
export async function lockFeed(client: Client, feed: FeedName): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lockKey})`, [feed]);
}

/** From here on what one file brought can be forgotten alone. */
export async function beginFile(client: Client): Promise<void> {
  await client.query("savepoint file");
}

/** The file was taken in as a whole. */
export async function keepFile(client: Client): Promise<void> {
  await client.query("release savepoint file");
}

/** The file was broken: what it had brought until then goes. */
export async function forgetFile(client: Client): Promise<void> {
  await client.query("rollback to savepoint file");
}

/** Deletes all rows of a table that nobody reads yet. */
export async function emptyTable(client: Client, table: string): Promise<void> {
  await client.query(`truncate ${client.escapeIdentifier(table)}`);
}

/** How many rows a table has, exactly. */
export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from ${client.escapeIdentifier(table)}`,
  );
  return rows[0]?.count ?? 0;
}

/** How old the feed in use is by its own word, Unix epoch milliseconds; `null`: not known. */
export async function findAsOf(client: Client, feed: FeedName): Promise<number | null> {
  const { rows } = await client.query<{ asOf: number | null }>(
    'select as_of as "asOf" from feeds where name = $1',
    [feed],
  );
  return rows[0]?.asOf ?? null;
}

/** What is kept of a file that was taken in. */
export interface TakenFile {
  file: string;
  sha256: string;
  etag: string | null;
  lastModified: string | null;
  records: number;
}

/** Keeps that the feed was taken in, and tells every process. */
export async function saveImport(
  client: Client,
  feed: FeedName,
  taken: {
    asOf: number | null;
    at: number;
    records: number;
    files: readonly TakenFile[];
    /** Files of before that no longer say what is in the tables. */
    forgetOthers: boolean;
    error: string | null;
  },
): Promise<void> {
  await client.query(
    `update feeds set as_of = greatest(as_of, $2), imported_at = $3, records = $4, revision = revision + 1,
       last_attempt_at = $3, last_error = $5
     where name = $1`,
    [feed, taken.asOf, taken.at, taken.records, taken.error],
  );
  if (taken.forgetOthers) await client.query("delete from feed_files where feed = $1", [feed]);
  await client.query(
    `insert into feed_files (feed, file, sha256, etag, last_modified, records, imported_at)
     select $1, file, sha256, etag, "lastModified", records, $2
     from jsonb_to_recordset($3) as f (file text, sha256 text, etag text, "lastModified" text, records bigint)
     on conflict (feed, file) do update set sha256 = excluded.sha256, etag = excluded.etag,
       last_modified = excluded.last_modified, records = excluded.records, imported_at = excluded.imported_at`,
    [feed, taken.at, JSON.stringify(taken.files)],
  );
  await client.query("select pg_notify('vedette_feeds', $1)", [feed]);
  await announceToAll(client);
}

/** Tells the open pages of all tenants that feeds changed, as `announce` of #platform/live tells those of one. */
export async function announceToAll(client: Client): Promise<void> {
  await client.query(
    "select pg_notify($1, json_build_array(id, 'feeds', null)::text) from tenants",
    [announcementsChannel],
  );
}

/** Keeps that nothing was taken in, and why. */
export async function saveFailure(
  client: Client,
  feed: FeedName,
  { at, error }: { at: number; error: string },
): Promise<void> {
  await client.query("update feeds set last_attempt_at = $2, last_error = $3 where name = $1", [
    feed,
    at,
    error,
  ]);
  await announceToAll(client);
}
