import { coalesce } from "#lib/coalesce";
import type { Database } from "#platform/db";
import { deleteOldRates, takeRates } from "./rate-limit.queries.ts";
import { type RateLimiter, type RateVerdict, rateVerdict, windowMs } from "./rate-limiter.ts";

/** A limiter that is exact over all servers of an installation. */
export interface PostgresLimiterOptions {
  database: Database;
  /** Most requests of one key in any 60 s. */
  limit: number;
  /** Milliseconds; left out: PostgreSQL's clock, which all servers share. */
  now?: () => number;
  /** Told when idle keys could not be forgotten; requests go on. */
  onSweepFailed: (error: unknown) => void;
}

/** Counts in unlogged tables. Requests that come in together are counted by one statement. */
export function createPostgresLimiter(options: PostgresLimiterOptions): RateLimiter {
  const { database, limit, now } = options;
  const clock = now ?? (() => performance.now());
  let sweptAt = clock();

  async function load(_group: string, keys: readonly string[]): Promise<RateVerdict[]> {
    const rows = await database.system.run(takeRates, [keys, limit, windowMs, now?.() ?? null]);
    return rows.map(({ allowed, counted, oldestAt, nowAt }) =>
      rateVerdict(allowed, limit, counted, oldestAt, nowAt),
    );
  }

  const take = coalesce(load, { maxBatch: 500, maxUnderWay: 2 });

  return {
    take(key) {
      if (clock() - sweptAt > windowMs) {
        sweptAt = clock();
        database.system
          .run(deleteOldRates, [windowMs, now?.() ?? null])
          .catch(options.onSweepFailed);
      }
      return take("", key);
    },
  };
}
