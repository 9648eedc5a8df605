import type { Database, Subscription } from "#platform/db";

/** Wakes requests that wait for news of a remote part. */
export interface ChangeFeed {
  /**
   * Begins to watch. Look at the database after this, not before, so that no change falls in between.
   *
   * @param id the remote part's.
   */
  watch(id: string): ChangeWatch;
  /** Wakes all who wait, for good: the server is stopping. */
  endWaits(): void;
  close(): Promise<void>;
}

export interface ChangeWatch {
  /**
   * Fulfils when something may have changed since the last wait, after the time, or when the caller gives up.
   *
   * @returns whether something may have changed.
   */
  wait(timeoutMs: number, givenUp: AbortSignal): Promise<boolean>;
  readonly ended: boolean;
  stop(): void;
}

/**
 * Subscribes to the changes that transactions announce.
 *
 * @param channel where PostgreSQL tells the servers what changed; the payload is the remote part's id.
 */
export async function createChangeFeed(database: Database, channel: string): Promise<ChangeFeed> {
  const watches = new Map<string, Set<() => void>>();
  let ended = false;
  const subscription: Subscription = await database.listen(channel, (id) => {
    // No payload: the connection was lost for a while, and any of them may have changed.
    const concerned = id === "" ? [...watches.values()] : [watches.get(id)];
    for (const wakes of concerned) for (const wake of wakes ?? []) wake();
  });

  return {
    watch(id) {
      let changed = false;
      let wakeWaiter: (() => void) | undefined;
      const onChange = () => {
        changed = true;
        wakeWaiter?.();
      };
      const wakes = watches.get(id) ?? new Set();
      watches.set(id, wakes.add(onChange));
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
          const wasChanged = changed;
          changed = false;
          return wasChanged;
        },
        stop() {
          wakes.delete(onChange);
          if (wakes.size === 0 && watches.get(id) === wakes) watches.delete(id);
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
