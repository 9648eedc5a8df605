import { type ConnectOutcome, type Destination } from "./connector.ts";

/**
 * What main thread and connect thread say to each other: attempts and results travel in batches of fixed records,
 * because one message each would cost more than the attempt.
 */

/** What the thread is started with. */
export interface ConnectThreadData {
  readonly atOnce: number;
  readonly requests: MessagePort;
  /** Int32Array of {@link shared}. */
  readonly shared: SharedArrayBuffer;
}

/** Places in the shared memory. */
export const shared = {
  /** 1 while the thread sleeps, or is about to: then it has to be woken. */
  asleep: 0,
  /** How many batches were posted; counted when they are there. */
  posted: 1,
  /** 1 when the thread is to end. */
  stop: 2,
  length: 3,
} as const;

/** The thread's first message. Whoever started the thread closes `wakeFd`, an eventfd, when it has ended. */
export interface ConnectThreadReady {
  readonly wakeFd: number;
}

/** One attempt as the thread reads it. */
export interface Request {
  readonly id: number;
  readonly family: 4 | 6;
  readonly port: number;
  readonly timeoutMs: number;
  /** One for IPv4, four for IPv6. */
  readonly words: readonly number[];
}

const requestWords = 7;
const resultWords = 3;
const outcomes: readonly ConnectOutcome[] = ["open", "closed", "silent", "unreachable", "unsent"];

/** Collects attempts for one message. */
export class RequestBatch {
  #words = new Uint32Array(128 * requestWords);
  #length = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  add(id: number, to: Destination, port: number, timeoutMs: number): void {
    if (this.#length === this.#words.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    const at = this.#length;
    this.#words[at] = id;
    this.#words[at + 1] = (to.family << 16) | port;
    this.#words[at + 2] = Math.ceil(timeoutMs);
    for (let word = 0; word < 4; word++) this.#words[at + 3 + word] = to.words[word] ?? 0;
    this.#length = at + requestWords;
  }

  /** The records so far, in memory of their own; the batch is empty afterwards. */
  take(): Uint32Array<ArrayBuffer> {
    const records = this.#words.slice(0, this.#length);
    this.#length = 0;
    return records;
  }
}

/** How many attempts a message holds. */
export function countRequests(records: Uint32Array): number {
  return records.length / requestWords;
}

/** Attempt `index` of a message. */
export function readRequest(records: Uint32Array, index: number): Request {
  const word = (offset: number): number => records[index * requestWords + offset] ?? 0;
  const family = word(1) >>> 16 === 6 ? 6 : 4;
  return {
    id: word(0),
    family,
    port: word(1) & 0xffff,
    timeoutMs: word(2),
    words: family === 4 ? [word(3)] : [word(3), word(4), word(5), word(6)],
  };
}

/** Collects results for one message. */
export class ResultBatch {
  readonly #words: Float64Array;
  #length = 0;

  constructor(capacity: number) {
    this.#words = new Float64Array(capacity * resultWords);
  }

  get empty(): boolean {
    return this.#length === 0;
  }

  get full(): boolean {
    return this.#length === this.#words.length;
  }

  add(id: number, outcome: ConnectOutcome, rttMs: number): void {
    const at = this.#length;
    this.#words[at] = id;
    this.#words[at + 1] = outcomes.indexOf(outcome);
    this.#words[at + 2] = rttMs;
    this.#length = at + resultWords;
  }

  /** The records so far, in memory of their own; the batch is empty afterwards. */
  take(): Float64Array<ArrayBuffer> {
    const records = this.#words.slice(0, this.#length);
    this.#length = 0;
    return records;
  }
}

/** Calls `each` for every result of a message. */
export function readResults(
  records: Float64Array,
  each: (id: number, outcome: ConnectOutcome, rttMs: number) => void,
): void {
  for (let at = 0; at + resultWords <= records.length; at += resultWords) {
    const outcome = outcomes[records[at + 1] ?? -1];
    if (outcome === undefined) throw new Error("the connect thread told an unknown outcome");
    each(records[at] ?? -1, outcome, records[at + 2] ?? 0);
  }
}
