/**
 * One conversation per device at a time: some agents drop what comes in parallel. A conversation that gets no answers
 * holds nobody up for long, because its silence may be its own fault (a wrong community, say).
 */

/** The right to talk with a device. */
export interface Turn {
  /** An answer came. */
  progress(): void;
  end(): void;
}

interface Holder {
  heardAt: number;
}

interface Waiter {
  start(): void;
}

interface Queue {
  holders: Set<Holder>;
  waiters: Waiter[];
  timer: NodeJS.Timeout | null;
}

export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #patienceMs: number;

  /** A holder without an answer for `patienceMs` no longer keeps others waiting. */
  constructor(patienceMs = 1000) {
    this.#patienceMs = patienceMs;
  }

  /**
   * The next turn with the device `key`; `null` when none came up within `timeoutMs`.
   */
  take(key: string, timeoutMs: number): Turn | Promise<Turn | null> {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = { holders: new Set(), waiters: [], timer: null };
      this.#queues.set(key, queue);
      return this.#hold(key, queue);
    }
    return this.#wait(key, queue, timeoutMs);
  }

  #hold(key: string, queue: Queue): Turn {
    const holder = { heardAt: performance.now() };
    queue.holders.add(holder);
    return {
      progress: () => {
        holder.heardAt = performance.now();
      },
      end: () => {
        if (!queue.holders.delete(holder)) return;
        if (queue.holders.size === 0) this.#startNext(key, queue);
      },
    };
  }

  #wait(key: string, queue: Queue, timeoutMs: number): Promise<Turn | null> {
    return new Promise((resolve) => {
      const waiter = {
        start: () => {
          clearTimeout(deadline);
          resolve(this.#hold(key, queue));
        },
      };
      const deadline = setTimeout(() => {
        queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
        resolve(null);
      }, timeoutMs);
      queue.waiters.push(waiter);
      this.#watch(key, queue);
    });
  }

  #startNext(key: string, queue: Queue): void {
    const next = queue.waiters.shift();
    if (next !== undefined) return next.start();
    if (queue.timer !== null) clearTimeout(queue.timer);
    this.#queues.delete(key);
  }

  /** While someone waits: lets the next one in as soon as all holders have been without an answer for long enough. */
  #watch(key: string, queue: Queue): void {
    if (queue.timer !== null) return;
    const heardAt = Math.max(...[...queue.holders].map((holder) => holder.heardAt));
    const leftMs = Math.max(0, heardAt + this.#patienceMs - performance.now());
    queue.timer = setTimeout(() => {
      queue.timer = null;
      if (queue.waiters.length === 0) return;
      const latest = Math.max(...[...queue.holders].map((holder) => holder.heardAt));
      if (performance.now() - latest >= this.#patienceMs) this.#startNext(key, queue);
      if (queue.waiters.length > 0) this.#watch(key, queue);
    }, Math.ceil(leftMs));
  }
}
