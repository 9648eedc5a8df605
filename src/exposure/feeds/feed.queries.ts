import { statement } from "#platform/db";
import type { FeedStatus } from "./feed.ts";

export const listFeedRows = statement<readonly [], Omit<FeedStatus, "ageMs">>(
  "feeds.list",
  `select name, as_of as "asOf", imported_at as "importedAt", records, revision,
     last_attempt_at as "lastAttemptAt", last_error as "lastError"
   from feeds`,
);

export const sumRevisions = statement<readonly [], { revision: number }>(
  "feeds.revision",
  "select sum(revision)::bigint as revision from feeds",
);
