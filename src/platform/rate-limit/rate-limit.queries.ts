import { statement } from "#platform/db";

/** What became of one request. */
export interface TakenRate {
  allowed: boolean;
  /** Requests that now count in the window. */
  counted: number;
  oldestAt: number;
  nowAt: number;
}

/** Counts or refuses one request of each key, and answers in the same order. `now` null: PostgreSQL's clock. */
export const takeRates = statement<
  [keys: readonly string[], limit: number, windowMs: number, now: number | null],
  TakenRate
>(
  "rate-limit.take",
  `select allowed, counted, oldest_at as "oldestAt", now_at as "nowAt"
   from vedette_take_rate($1, $2, $3, $4) order by place`,
);

/**
 * Forgets requests that count no more, of keys that are not used any more, too. What a request is just being counted
 * beside is left for the next time, so that neither waits for the other. `now` null: PostgreSQL's clock.
 */
export const deleteOldRates = statement<[windowMs: number, now: number | null], never>(
  "rate-limit.delete-old",
  `delete from rate_windows w using (
     select key, number from rate_windows
     where at <= coalesce($2::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) - $1::integer
     for update skip locked) as old
   where w.key = old.key and w.number = old.number`,
);
