import type { Queryable } from "#platform/db";
import { type FeedStatus, ageOf, feedNames } from "./feed.ts";
import { listFeedRows, sumRevisions } from "./feed.queries.ts";

/**
 * Every feed, imported or not, in the order of `feedNames`.
 *
 * @param now for the ages, in milliseconds.
 */
export async function listFeeds(db: Queryable, now: number = Date.now()): Promise<FeedStatus[]> {
  const rows = await db.run(listFeedRows, []);
  return rows
    .map((row) => ({ ...row, ageMs: ageOf(row, now) }))
    .toSorted((a, b) => feedNames.indexOf(a.name) - feedNames.indexOf(b.name));
}

/** A number that grows whenever any feed is imported: what was matched at a lower one is to be matched again. */
export async function readFeedRevision(db: Queryable): Promise<number> {
  const [row] = await db.run(sumRevisions, []);
  return row?.revision ?? 0;
}
