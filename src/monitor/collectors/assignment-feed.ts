import type { Database, Subscription } from "#platform/db";
import { assignmentChannel } from "./assignment.ts";

/** Wakes requests that wait for a collector's assignment to change. */
export interface AssignmentFeed {
  /**
   * Begins to watch. Look at the database after this, not before, so that no change falls in between.
   */
  watch(collectorId: string): AssignmentWatch;
  /** Wakes all who wait, for good: the server is stopping. */
  endWaits(): void;
  close(): Promise<void>;
}

export interface AssignmentWatch {
  /** Fulfils when something may have changed since the last wait, after the time, or when the caller gives up. */
  wait(timeoutMs: number, givenUp: AbortSignal): Promise<void>;
  readonly ended: boolean;
  stop(): void;
}

/** Subscribes to the changes that transactions announce. */
export async function createAssignmentFeed(database: Database): Promise<AssignmentFeed> {
  const watches = new Map<string, Set<() => void>>();
  let ended = false;
  const subscription: Subscription = await database.listen(assignmentChannel, (collectorId) => {
    // No payload: the connection was lost for a while, and any of them may have changed.
    const concerned = collectorId === "" ? [...watches.values()] : [watches.get(collectorId)];
    for (const wakes of concerned) for (const wake of wakes ?? []) wake();
  });

  return {
    watch(collectorId) {
      let changed = false;
      let wakeWaiter: (() => void) | undefined;
      const onChange = () => {
        changed = true;
        wakeWaiter?.();
      };
      const wakes = watches.get(collectorId) ?? new Set();
      watches.set(collectorId, wakes.add(onChange));
      return {
        get ended() {
          return ended;
        },
        async wait(timeoutMs, givenUp) {
          if (!changed && !ended && !givenUp.aborted) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, timeoutMs);
              wakeWaiter = () => {
                clearTimeout(timer);
                resolve();
              };
              givenUp.addEventListener("abort", wakeWaiter, { once: true });
            });
          }
          changed = false;
        },
        stop() {
          wakes.delete(onChange);
          if (wakes.size === 0 && watches.get(collectorId) === wakes) watches.delete(collectorId);
        },
      };
    },
    endWaits() {
      ended = true;
      for (const wakes of watches.values()) for (const wake of wakes) wake();
    },
    close: async () => subscription.close(),
  };
}
