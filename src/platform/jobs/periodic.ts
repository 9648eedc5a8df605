import { type Database, tryLock } from "#platform/db";
import type { Log } from "#platform/log";
import { allowLongWait } from "./periodic.queries.ts";

/** Work that is done again and again. */
export interface PeriodicJob {
  /** Also the name of the lock that keeps replicas from doing it at the same time. */
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Must be harmless when done twice, and find what is due in rows. */
  work(): Promise<unknown>;
}

export interface RunningJob {
  /** Starts no further run, and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * Does the work now and then every so often, on one replica at a time: another one's turn is skipped while an advisory
 * lock is held. A run that fails is logged, and tried again at its next time.
 */
export function startPeriodic(
  job: PeriodicJob,
  deps: { database: Database; log: Log },
): RunningJob {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  let stopping = false;
  const running = loop();

  async function loop(): Promise<void> {
    while (!stopping) {
      try {
        // The transaction does nothing but hold the lock; the work has its own.
        await deps.database.transaction("system", async (tx) => {
          await tx.run(allowLongWait, []);
          if (await tryLock(tx, `job ${job.name}`)) await job.work();
        });
      } catch (error) {
        deps.log.error(
          { err: error, job: job.name },
          "a periodic job failed; it will be tried again",
        );
      }
      await pause(job.everyMs, stopped);
    }
  }

  return {
    async stop() {
      stopping = true;
      stop();
      await running;
    },
  };
}

/** Waits for the time or the stop, whichever is first, and leaves no timer behind. */
async function pause(ms: number, stopped: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  await Promise.race([promise, stopped]);
  clearTimeout(timer);
}
