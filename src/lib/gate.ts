/** Lets a bounded number of pieces of work run at once, and a bounded number wait, first come first served. */
export interface Gate {
  /**
   * Runs the work when it is its turn.
   *
   * @returns what the work returns, or `undefined` at once when too many wait already.
   */
  run<T extends object>(work: () => Promise<T>): Promise<T | undefined>;
}

/** Lets so much work go on at once, and so much wait. */
export function createGate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) return undefined;
        // Who leaves hands its place over, so that nobody slips in between.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else {
        running++;
      }
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
