import type { RunningLink } from "./part-process.ts";

/** The links of one process: each goes on until it is stopped, or all are. */
export interface Links {
  /** @param run goes on until its signal ends it. */
  start(run: (signal: AbortSignal) => Promise<void>): RunningLink;
  /** Fulfils when none goes on any more. */
  ended(): Promise<void>;
}

/** @param all ends all of them. */
export function createLinks(all: AbortSignal): Links {
  const runs = new Set<Promise<void>>();
  return {
    start(run) {
      const own = new AbortController();
      const running = run(AbortSignal.any([all, own.signal]));
      runs.add(running);
      return {
        async stop() {
          own.abort();
          await running;
          runs.delete(running);
        },
      };
    },
    async ended() {
      await Promise.all(runs);
    },
  };
}
