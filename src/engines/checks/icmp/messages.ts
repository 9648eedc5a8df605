import type { EchoProblem, EchoRequest, EchoResult } from "./echo-check.ts";
import type { SocketKind } from "./echo-socket.ts";

/**
 * What main thread and echo thread say to each other. Checks and results travel in batches of fixed records, because
 * one message per check would cost more than the check.
 */

/** What the thread is started with. */
export interface EchoThreadData {
  /** The kinds of socket to try, in this order. */
  kinds: readonly SocketKind[];
  requests: MessagePort;
  /** Int32Array of {@link shared}. */
  shared: SharedArrayBuffer;
}

/** Places in the shared memory. */
export const shared = {
  /** 1 while the thread sleeps in poll(2), or is about to: then it has to be woken. */
  asleep: 0,
  /** How many batches were posted; counted when they are there. */
  posted: 1,
  /** 1 when the thread is to end. */
  stop: 2,
  length: 3,
} as const;

/** How a family can be asked: a kind of socket, or the errno with which the kernel refused the last kind. */
export type FamilyState = SocketKind | { errno: number };

/** The thread's first message. Whoever started the thread closes `wakeFd`, an eventfd, when it has ended. */
export interface EchoThreadReady {
  type: "ready";
  wakeFd: number;
  ipv4: FamilyState;
  ipv6: FamilyState;
}

/** Results, and the problems that they point to. */
export interface EchoThreadResults {
  type: "results";
  records: Float64Array;
  problems: EchoProblem[];
}

const requestWords = 8;
const resultWords = 6;

/** Collects requests for one message. */
export class RequestBatch {
  #words = new Int32Array(64 * requestWords);
  #length = 0;

  get empty(): boolean {
    return this.#length === 0;
  }

  add(request: EchoRequest): void {
    if (this.#length === this.#words.length) {
      const grown = new Int32Array(this.#length * 2);
      grown.set(this.#words);
      this.#words = grown;
    }
    const words = this.#words;
    const at = this.#length;
    words[at] = request.id;
    words[at + 1] = request.family | (request.packets << 8);
    words[at + 2] = request.timeoutMs;
    words[at + 3] = request.scope;
    words[at + 4] = request.w0;
    words[at + 5] = request.w1;
    words[at + 6] = request.w2;
    words[at + 7] = request.w3;
    this.#length = at + requestWords;
  }

  /** The records so far, in memory of their own; the batch is empty afterwards. */
  take(): Int32Array<ArrayBuffer> {
    const records = this.#words.slice(0, this.#length);
    this.#length = 0;
    return records;
  }
}

/** The requests of one message. */
export function readRequests(words: Int32Array): EchoRequest[] {
  const requests: EchoRequest[] = [];
  for (let at = 0; at + requestWords <= words.length; at += requestWords) {
    const word = (offset: number): number => words[at + offset] ?? 0;
    requests.push({
      id: word(0),
      family: (word(1) & 0xff) === 6 ? 6 : 4,
      packets: word(1) >>> 8,
      timeoutMs: word(2),
      scope: word(3),
      w0: word(4) >>> 0,
      w1: word(5) >>> 0,
      w2: word(6) >>> 0,
      w3: word(7) >>> 0,
    });
  }
  return requests;
}

/** Collects results for one message. */
export class ResultBatch {
  readonly #words: Float64Array;
  #length = 0;
  #problems: EchoProblem[] = [];

  constructor(capacity: number) {
    this.#words = new Float64Array(capacity * resultWords);
  }

  get empty(): boolean {
    return this.#length === 0;
  }

  get full(): boolean {
    return this.#length === this.#words.length;
  }

  add(id: number, result: EchoResult): void {
    const words = this.#words;
    const at = this.#length;
    words[at] = id;
    words[at + 1] = result.sent;
    words[at + 2] = result.received;
    words[at + 3] = result.meanMs;
    words[at + 4] = result.jitterMs;
    words[at + 5] = result.problem === null ? -1 : this.#problems.push(result.problem) - 1;
    this.#length = at + resultWords;
  }

  take(): EchoThreadResults & { records: Float64Array<ArrayBuffer> } {
    const records = this.#words.slice(0, this.#length);
    const problems = this.#problems;
    this.#length = 0;
    this.#problems = [];
    return { type: "results", records, problems };
  }
}

/** Calls `each` for every result of a message. */
export function readResults(
  message: EchoThreadResults,
  each: (id: number, result: EchoResult) => void,
): void {
  const { records, problems } = message;
  for (let at = 0; at + resultWords <= records.length; at += resultWords) {
    const word = (offset: number): number => records[at + offset] ?? 0;
    each(word(0), {
      sent: word(1),
      received: word(2),
      meanMs: word(3),
      jitterMs: word(4),
      problem: problems[word(5)] ?? null,
    });
  }
}
