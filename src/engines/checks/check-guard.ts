import type { CheckOutcome } from "#engines/check-types";
import { type Deadline, DeadlineWheel } from "#lib/deadline-wheel";
import { printableLine, shortened } from "#lib/printable";
import { failed } from "./failure.ts";

/** Settles every check that goes through it, whatever the engine does. */
export interface CheckGuard {
  /** The outcome of `run`, or of its failure, or that it did not end in time; never rejects. */
  watch(target: string, timeoutMs: number, run: () => Promise<CheckOutcome>): Promise<CheckOutcome>;
  /** Settles what is still under way. */
  close(): void;
}

const tickMs = 50;
/** An engine has its deadline and this much more; then the check is given up, and that is a defect of ours. */
const graceMs = 250;
const longestCause = 500;

/** A guard with one timer for all checks. */
export function createCheckGuard(): CheckGuard {
  const wheel = new DeadlineWheel(performance.now(), tickMs);
  const watched = new Set<Watch>();
  let ticker: NodeJS.Timeout | null = null;
  const tick = (): void => {
    wheel.advance(performance.now());
    if (wheel.size > 0 || ticker === null) return;
    clearInterval(ticker);
    ticker = null;
  };
  const settled = (watch: Watch): void => {
    wheel.remove(watch);
    watched.delete(watch);
  };
  return {
    watch(target, timeoutMs, run) {
      return new Promise((resolve) => {
        const watch = new Watch(target, timeoutMs, resolve, settled, wheel);
        watched.add(watch);
        wheel.add(watch, performance.now() + timeoutMs + graceMs);
        ticker ??= setInterval(tick, tickMs);
        try {
          run().then(watch.settle, watch.fail);
        } catch (error) {
          watch.fail(error);
        }
      });
    },
    close() {
      for (const watch of watched) watch.fail(new Error("the collector is stopping"));
      if (ticker !== null) clearInterval(ticker);
      ticker = null;
    },
  };
}

class Watch implements Deadline {
  dueAt = 0;
  before: Deadline | null = null;
  after: Deadline | null = null;
  #late = false;
  #over = false;
  readonly #target: string;
  readonly #timeoutMs: number;
  readonly #resolve: (outcome: CheckOutcome) => void;
  readonly #settled: (watch: Watch) => void;
  readonly #wheel: DeadlineWheel;

  constructor(
    target: string,
    timeoutMs: number,
    resolve: (outcome: CheckOutcome) => void,
    settled: (watch: Watch) => void,
    wheel: DeadlineWheel,
  ) {
    this.#target = target;
    this.#timeoutMs = timeoutMs;
    this.#resolve = resolve;
    this.#settled = settled;
    this.#wheel = wheel;
  }

  readonly settle = (outcome: CheckOutcome): void => {
    if (this.#over) return;
    this.#over = true;
    this.#settled(this);
    this.#resolve(outcome.cause === null ? outcome : { ...outcome, cause: plain(outcome.cause) });
  };

  readonly fail = (error: unknown): void => {
    const why = error instanceof Error ? error.message : String(error);
    this.settle(failed("internal", `the check of ${this.#target} went wrong: ${why}`));
  };

  expire(nowMs: number): void {
    if (!this.#late) {
      // After a pause of the whole process the engine's own timer may be due in this very turn: let it go first.
      this.#late = true;
      this.#wheel.add(this, nowMs + 2 * tickMs);
      return;
    }
    const limit = `${this.#timeoutMs / 1000} s`;
    const cause = `the check of ${this.#target} did not end within ${limit} and was given up`;
    this.settle(failed("internal", cause));
  }
}

/** One line of at most 500 characters: control and format characters (bidirectional marks, say) become blanks. */
export function plain(text: string): string {
  return shortened(printableLine(text), longestCause);
}
