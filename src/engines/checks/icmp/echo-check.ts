import type { Deadline } from "#lib/deadline-wheel";
import type { IcmpError } from "./echo-packet.ts";
import type { EchoAddress } from "./echo-socket.ts";

/** What is asked of the pinger. */
export interface EchoRequest extends EchoAddress {
  /** The caller's; comes back with the result. */
  id: number;
  packets: number;
  timeoutMs: number;
}

/** Why a packet got no answer, when more is known than silence. */
export type EchoProblem =
  | { kind: "icmp"; family: 4 | 6; error: IcmpError }
  | { kind: "errno"; errno: number }
  /** What fping says. */
  | { kind: "said"; words: string };

/** What came of one check. Times are milliseconds. */
export interface EchoResult {
  sent: number;
  received: number;
  /** Mean round trip of the answered packets; 0 without any. */
  meanMs: number;
  /** Mean difference between consecutive round trips; -1 with fewer than two. */
  jitterMs: number;
  /** The last one, when nothing was received. */
  problem: EchoProblem | null;
}

/** A reply after the last packet is awaited this long once others came: at least, and as a multiple of the slowest. */
const minStragglerMs = 1000;
const stragglerFactor = 5;

/** One check under way: its packets, and when the next thing is to happen. */
export class EchoCheck implements Deadline, EchoAddress {
  dueAt = 0;
  before: Deadline | null = null;
  after: Deadline | null = null;

  readonly family: 4 | 6;
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  readonly w3: number;
  readonly scope: number;

  /** The sequence number of each packet that left, and its round trip; NaN while it has none. */
  readonly sequences: number[] = [];
  readonly roundTripsMs: number[] = [];
  received = 0;
  /** Packets that will get no answer: an error came back, or the kernel refused them. */
  refused = 0;
  slowestMs = 0;
  problem: EchoProblem | null = null;
  /** It waits for its turn to send. */
  queued = false;
  finished = false;

  readonly id: number;
  readonly packets: number;
  readonly spacingMs: number;
  readonly endAt: number;
  readonly #onDue: (check: EchoCheck, nowMs: number) => void;

  constructor(
    request: EchoRequest,
    spacingMs: number,
    nowMs: number,
    onDue: (check: EchoCheck, nowMs: number) => void,
  ) {
    this.id = request.id;
    this.family = request.family;
    this.w0 = request.w0;
    this.w1 = request.w1;
    this.w2 = request.w2;
    this.w3 = request.w3;
    this.scope = request.scope;
    this.packets = request.packets;
    this.spacingMs = spacingMs;
    this.endAt = nowMs + request.timeoutMs;
    this.#onDue = onDue;
  }

  expire(nowMs: number): void {
    this.#onDue(this, nowMs);
  }

  get allSent(): boolean {
    return this.sequences.length === this.packets;
  }

  get allSettled(): boolean {
    return this.received + this.refused === this.packets;
  }

  /** True when the address at `at` is the one that this check asks. */
  isAt(view: DataView, at: number): boolean {
    if (view.getUint32(at) !== this.w0) return false;
    if (this.family === 4) return true;
    return (
      view.getUint32(at + 4) === this.w1 &&
      view.getUint32(at + 8) === this.w2 &&
      view.getUint32(at + 12) === this.w3
    );
  }

  answered(packet: number, roundTripMs: number): void {
    this.roundTripsMs[packet] = roundTripMs;
    this.received++;
    if (roundTripMs > this.slowestMs) this.slowestMs = roundTripMs;
  }

  /** A packet will get no answer. */
  refuse(problem: EchoProblem): void {
    this.problem = problem;
    this.refused++;
  }

  /** When to stop waiting, once everything is sent. */
  giveUpAt(nowMs: number): number {
    if (this.received === 0) return this.endAt;
    const wait = Math.max(minStragglerMs, stragglerFactor * this.slowestMs);
    return Math.min(this.endAt, nowMs + wait);
  }

  result(): EchoResult {
    const { received, sequences, problem } = this;
    const [first = 0] = this.roundTripsMs;
    if (sequences.length === 1 && received === 1) {
      return { sent: 1, received, meanMs: first, jitterMs: -1, problem: null };
    }
    const { meanMs, jitterMs } = summarise(this.roundTripsMs);
    const sent = sequences.length;
    return { sent, received, meanMs, jitterMs, problem: received === 0 ? problem : null };
  }
}

/** Mean, and mean difference between consecutive round trips (RFC 3550's idea without its smoothing); NaN is a loss. */
export function summarise(roundTripsMs: readonly number[]): { meanMs: number; jitterMs: number } {
  let sum = 0;
  let count = 0;
  let differences = 0;
  let before = Number.NaN;
  for (const each of roundTripsMs) {
    if (Number.isNaN(each)) continue;
    if (count > 0) differences += Math.abs(each - before);
    sum += each;
    count++;
    before = each;
  }
  return {
    meanMs: count === 0 ? 0 : sum / count,
    jitterMs: count < 2 ? -1 : differences / (count - 1),
  };
}
