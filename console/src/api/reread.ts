/** What reads something again whenever there is news of it. */
export interface Reread {
  /** It has changed: what is read from now on must know it. */
  onNews: () => void;
  /** The same, but what is being read is not waited for: its line may be dead. */
  atOnce: () => void;
}

/** What tells the time, and lets something happen later. */
export interface Clock {
  /** Milliseconds, from any beginning. */
  now: () => number;
  /** @returns what keeps it from happening. */
  later: (ms: number, happen: () => void) => () => void;
}

const ownClock: Clock = {
  now: () => performance.now(),
  later(ms, happen) {
    const timer = setTimeout(happen, ms);
    return () => clearTimeout(timer);
  },
};

/** One transaction has news of several topics, which come one after the other. */
const gatherMs = 25;
/** What took longer has failed rather than been answered slowly. */
const mostRestMs = 5_000;

/**
 * Reads again after news, so that news that come faster than answers keep nobody from being answered, and pages do not keep
 * a server busy with what they would throw away: one reading at a time, and after it a rest for as long as it took.
 *
 * @param read never rejects.
 */
export function createReread(read: () => Promise<unknown>, clock: Clock = ownClock): Reread {
  let cancel: (() => void) | undefined;
  let newest = 0;
  let isReading = false;
  let isBehind = false;
  let restsUntil = Number.NEGATIVE_INFINITY;

  const atOnce = async (): Promise<void> => {
    cancel?.();
    cancel = undefined;
    newest += 1;
    const own = newest;
    isReading = true;
    isBehind = false;
    const beganAt = clock.now();
    await read();
    if (own !== newest) return;
    isReading = false;
    const endedAt = clock.now();
    restsUntil = endedAt + Math.min(endedAt - beganAt, mostRestMs);
    if (isBehind) onNews();
  };

  const onNews = (): void => {
    isBehind = true;
    if (isReading) return;
    cancel ??= clock.later(Math.max(gatherMs, restsUntil - clock.now()), () => void atOnce());
  };

  return { onNews, atOnce: () => void atOnce() };
}
