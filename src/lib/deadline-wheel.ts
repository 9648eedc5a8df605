/** Something that is to happen at a time, unless it is removed first. It sits in at most one wheel at a time. */
export interface Deadline {
  /** Milliseconds on the wheel's clock. Changed only by the wheel. */
  dueAt: number;
  /** Neighbours in the wheel; `null` outside of it. Changed only by the wheel. */
  before: Deadline | null;
  after: Deadline | null;
  /** Called once, already out of the wheel, up to one tick after `dueAt`. May add and remove deadlines. */
  expire(nowMs: number): void;
}

class Bucket implements Deadline {
  dueAt = Infinity;
  before: Deadline = this;
  after: Deadline = this;
  expire(): void {}
}

/**
 * A hashed timing wheel (Varghese and Lauck, 1987, scheme 6): adding and removing cost the same however many deadlines
 * there are, and allocate nothing. For tens of thousands of checks a second whose timeouts almost never happen.
 */
export class DeadlineWheel {
  size = 0;
  readonly #tickMs: number;
  readonly #buckets: readonly Bucket[];
  #doneTick: number;

  /** `nowMs` starts its clock, which must never go back. One turn is `tickMs * buckets` long; longer deadlines are fine. */
  constructor(nowMs: number, tickMs: number, buckets = 1024) {
    this.#tickMs = tickMs;
    this.#buckets = Array.from({ length: buckets }, () => new Bucket());
    this.#doneTick = Math.floor(nowMs / tickMs);
  }

  /** Puts it in, or moves it when it is in already. */
  add(deadline: Deadline, dueAt: number): void {
    if (deadline.before !== null) this.remove(deadline);
    deadline.dueAt = dueAt;
    const tick = Math.max(this.#doneTick + 1, Math.ceil(dueAt / this.#tickMs));
    const head = this.#bucket(tick);
    const last = head.before;
    deadline.before = last;
    deadline.after = head;
    last.after = deadline;
    head.before = deadline;
    this.size++;
  }

  /** Takes it out; nothing happens when it is not in. */
  remove(deadline: Deadline): void {
    const { before, after } = deadline;
    if (before === null || after === null) return;
    before.after = after;
    after.before = before;
    deadline.before = null;
    deadline.after = null;
    this.size--;
  }

  /** Expires everything that was due at `nowMs`, at most one tick late. */
  advance(nowMs: number): void {
    const nowTick = Math.floor(nowMs / this.#tickMs);
    if (this.size === 0) {
      this.#doneTick = Math.max(this.#doneTick, nowTick);
      return;
    }
    // After a long pause one turn visits every bucket.
    const first = Math.max(this.#doneTick + 1, nowTick - this.#buckets.length + 1);
    for (let tick = first; tick <= nowTick; tick++) {
      this.#doneTick = tick;
      this.#expire(this.#bucket(tick), nowMs);
    }
  }

  /** Milliseconds from `nowMs` until `advance` may have something to do, or `null` when the wheel is empty. */
  nextInMs(nowMs: number): number | null {
    if (this.size === 0) return null;
    for (let ahead = 1; ahead <= this.#buckets.length; ahead++) {
      const tick = this.#doneTick + ahead;
      const head = this.#bucket(tick);
      if (head.after !== head) return Math.max(0, tick * this.#tickMs - nowMs);
    }
    return null;
  }

  #expire(head: Bucket, nowMs: number): void {
    let each: Deadline | null = head.after;
    const due: Deadline[] = [];
    while (each !== head && each !== null) {
      if (each.dueAt <= nowMs) due.push(each);
      each = each.after;
    }
    for (const deadline of due) {
      // One that an earlier one removed, or moved to later, is not due any more.
      if (deadline.before === null || deadline.dueAt > nowMs) continue;
      this.remove(deadline);
      deadline.expire(nowMs);
    }
  }

  #bucket(tick: number): Bucket {
    const bucket = this.#buckets[tick % this.#buckets.length];
    if (bucket === undefined) throw new Error(`no bucket for tick ${tick}`);
    return bucket;
  }
}
