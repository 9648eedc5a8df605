import type { EchoCheck } from "./echo-check.ts";
import type { EchoSocket } from "./echo-socket.ts";
import { Sequences } from "./sequences.ts";

/** First in, first out; what was taken can be put back in front. Nothing is moved when something is taken. */
export class Fifo<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  take(): T | undefined {
    const item = this.#items[this.#head];
    if (item === undefined) return undefined;
    this.#head++;
    if (this.#head === this.#items.length) {
      this.#items.length = 0;
      this.#head = 0;
    } else if (this.#head > 4096 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }

  putBack(item: T): void {
    if (this.#head > 0) this.#items[--this.#head] = item;
    else this.#items.unshift(item);
  }
}

/** One socket with the checks that have a packet to send on it, and the packets under way. */
export class Lane {
  readonly socket: EchoSocket;
  readonly sequences: Sequences<EchoCheck>;
  readonly queue = new Fifo<EchoCheck>();
  /** The checks whose packets are in the socket's batch, in its order. */
  readonly staged: EchoCheck[] = [];
  /** The kernel, or the supply of sequence numbers, lets nothing more out for the moment. */
  blocked = false;

  constructor(socket: EchoSocket, firstSequence: number) {
    this.socket = socket;
    this.sequences = new Sequences(firstSequence);
  }
}
