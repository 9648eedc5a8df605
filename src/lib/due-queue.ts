/** What stands in a {@link DueQueue}. `queueIndex` belongs to the queue: begin with -1 and leave it alone. */
export interface Due {
  /** Milliseconds on the caller's clock. */
  dueAt: number;
  queueIndex: number;
}

/**
 * Tasks by the time at which they are due: a binary heap in which every task knows its place, so that moving or removing
 * one of 10,000 costs a handful of steps and leaves nothing behind.
 */
export class DueQueue<T extends Due> {
  readonly #tasks: T[] = [];

  get size(): number {
    return this.#tasks.length;
  }

  /** The task that is due first; of tasks due at once, any. */
  first(): T | undefined {
    return this.#tasks[0];
  }

  /** Adds the task, or moves it when it already stands in the queue. */
  put(task: T, dueAt: number): void {
    task.dueAt = dueAt;
    if (task.queueIndex < 0) {
      task.queueIndex = this.#tasks.length;
      this.#tasks.push(task);
    }
    this.#sink(this.#rise(task.queueIndex));
  }

  /** Takes the task out; one that does not stand in the queue is left as it is. */
  remove(task: T): void {
    const index = task.queueIndex;
    if (index < 0) return;
    task.queueIndex = -1;
    const last = this.#tasks.pop();
    if (last === undefined || last === task) return;
    last.queueIndex = index;
    this.#tasks[index] = last;
    this.#sink(this.#rise(index));
  }

  #rise(from: number): number {
    let index = from;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) break;
      this.#swap(index, parent);
      index = parent;
    }
    return index;
  }

  #sink(from: number): void {
    let index = from;
    for (;;) {
      const left = 2 * index + 1;
      const child = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(child, index)) return;
      this.#swap(child, index);
      index = child;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const first = this.#tasks[a];
    const second = this.#tasks[b];
    return first !== undefined && second !== undefined && first.dueAt < second.dueAt;
  }

  #swap(a: number, b: number): void {
    const first = this.#tasks[a];
    const second = this.#tasks[b];
    if (first === undefined || second === undefined) return;
    this.#tasks[a] = second;
    this.#tasks[b] = first;
    second.queueIndex = a;
    first.queueIndex = b;
  }
}
