import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "#platform/errors";
import {
  type Plan,
  type Postmaster,
  clearAway,
  startPostmaster,
  stopPostmaster,
} from "./postmaster.ts";

const longestPauseMs = 5_000;
/** One that ran this long had come up. */
const settledMs = 60_000;

/** Keeps one PostgreSQL running until it is told to stop: starts it again when it crashes. */
export class Supervisor {
  readonly #plan: Plan;
  readonly #gaveUp = Promise.withResolvers<Problem>();
  readonly #stopping = new AbortController();
  #current: Postmaster;
  #keeping: Promise<void>;

  /** Starts the first one. Errors: as `startPostmaster`. */
  static async start(plan: Plan): Promise<Supervisor> {
    await clearAway(plan.clusterDir, plan.log);
    return new Supervisor(plan, await startPostmaster(plan));
  }

  private constructor(plan: Plan, first: Postmaster) {
    this.#plan = plan;
    this.#current = first;
    this.#keeping = this.#keep();
  }

  get pid(): number {
    return this.#current.pid;
  }

  /** Fulfils with the reason when PostgreSQL cannot be kept running; never after `stop`. */
  get gaveUp(): Promise<Problem> {
    return this.#gaveUp.promise;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await stopPostmaster(this.#current);
    await this.#keeping;
  }

  async #keep(): Promise<void> {
    const { log, clusterDir } = this.#plan;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now();
      const words = await this.#current.ended;
      if (this.#stopping.signal.aborted) return;
      log.error({ words }, "PostgreSQL ended unexpectedly; starting it again");
      if (performance.now() - startedAt > settledMs) failures = 0;
      const next = await this.#startAgain(failures);
      if (next instanceof Problem) {
        this.#gaveUp.resolve(next);
        return;
      }
      if (next === null) return;
      failures = next.failures;
      this.#current = next.postmaster;
      log.info({ clusterDir, pid: next.postmaster.pid }, "PostgreSQL runs again");
    }
  }

  async #startAgain(
    failuresBefore: number,
  ): Promise<{ postmaster: Postmaster; failures: number } | Problem | null> {
    const { signal } = this.#stopping;
    for (let failures = failuresBefore + 1; ; failures += 1) {
      const pauseMs = Math.min(50 * 2 ** failures, longestPauseMs);
      if (failures > 1) await pause(pauseMs, null, { signal }).catch(() => null);
      if (signal.aborted) return null;
      try {
        await clearAway(this.#plan.clusterDir, this.#plan.log);
        const postmaster = await startPostmaster(this.#plan);
        if (!signal.aborted) return { postmaster, failures };
        await stopPostmaster(postmaster);
        return null;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        this.#plan.log.error({ err: error }, "PostgreSQL did not start");
        if (failures >= this.#plan.restarts) return error;
      }
    }
  }
}
