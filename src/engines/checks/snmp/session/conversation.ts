import type { CauseCode } from "#engines/check-types";
import type { PlainPdu } from "../codec/pdu.ts";
import { type BulkWindow, firstWindow, nextWindow, type WindowEvent } from "./bulk-window.ts";
import { Exchange } from "./exchange.ts";
import { SnmpFailure } from "./failure.ts";
import type { Request, Security } from "./security.ts";
import type { Endpoint, Path, Transport } from "./transport.ts";
import type { Turn } from "./turns.ts";

/** What came back, and for which try. */
export interface Answer {
  pdu: PlainPdu;
  /** As it was made for the try that was answered. */
  request: Request;
  /** Size of the datagram. */
  octets: number;
  /** Monotonic milliseconds. */
  sentAt: number;
  receivedAt: number;
}

export interface ConversationOptions {
  transport: Transport;
  endpoint: Endpoint;
  security: Security;
  /** The device's name in causes. */
  peer: string;
  /** When the check must be over, in monotonic milliseconds, and what it was given in all. */
  deadlineAt: number;
  timeoutMs: number;
  turn: Turn;
  /** What the device managed before. */
  window?: BulkWindow;
  /** Begin on a socket of its own: for devices that did not answer the last time. */
  direct: boolean;
}

/** Requests are sent this often when a device is silent from the start. */
const tries = 3;
/** Once a device has answered, the least patience before a request is repeated: some take seconds for their counters. */
const leastPatienceMs = 1000;
/** Timers may fire this much early. */
const timerSlackMs = 2;

/** What one check says to one device and hears from it: requests one after the other, repeated within the deadline. */
export class Conversation {
  readonly peer: string;
  readonly version: 1 | 2 | 3;
  /** Milliseconds between the latest answered request and its answer. */
  roundTripMs: number | null = null;
  /** Monotonic milliseconds of the latest answered request. */
  latest: { sentAt: number; receivedAt: number } = { sentAt: 0, receivedAt: 0 };
  window: BulkWindow;
  readonly #options: ConversationOptions;
  readonly #startedAt = performance.now();
  #path: Path | null = null;
  #direct = false;
  #exchange: Exchange | null = null;
  /** Why something that came was not taken for an answer. */
  #note: { code: CauseCode; words: string } | null = null;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.peer = options.peer;
    this.version = options.security.version;
    this.window = options.window ?? firstWindow;
  }

  /** True once the device has answered anything. */
  get heard(): boolean {
    return this.roundTripMs !== null;
  }

  /** True when more can be asked before the deadline. */
  get hasTime(): boolean {
    return this.#options.deadlineAt - performance.now() > timerSlackMs;
  }

  /**
   * Asks, again and again until an answer comes or the deadline does. `make` is called for each try, so that it can ask
   * for less after {@link window} has shrunk; an answer to an earlier try counts as well.
   * @throws SnmpFailure, or the system's error when there is no way to the device
   */
  ask(make: () => Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(this, this.#options, make, resolve, reject);
      this.#exchange = exchange;
      exchange.begin();
    });
  }

  /** Moves the window. */
  learn(event: WindowEvent): void {
    this.window = nextWindow(this.window, event);
  }

  /** Gives up socket and turn. */
  end(): void {
    this.#exchange?.stop();
    this.#path?.close();
    this.#options.turn.end();
  }

  /** The way to the device for try number `attempt`: its own socket from the second on, if nothing was heard yet. */
  pathFor(attempt: number): Path {
    const { transport, endpoint, direct } = this.#options;
    const wanted = direct || (attempt > 1 && !this.heard);
    if (this.#path !== null && (this.#direct || !wanted)) return this.#path;
    const onError = (error: Error) => this.#exchange?.fail(error);
    this.#direct = wanted;
    this.#path = wanted
      ? transport.directPath(endpoint, onError)
      : transport.sharedPath(endpoint, onError);
    return this.#path;
  }

  /** Milliseconds until try number `attempt` counts as lost; never beyond the deadline. */
  patienceMs(attempt: number): number {
    const { deadlineAt, timeoutMs } = this.#options;
    const left = deadlineAt - performance.now();
    const share = (deadlineAt - this.#startedAt) / tries;
    if (this.roundTripMs === null) return attempt >= tries ? left : Math.min(left, share);
    const patience = Math.max(leastPatienceMs, this.roundTripMs * 8);
    return Math.min(left, patience, Math.max(leastPatienceMs, timeoutMs / tries));
  }

  /** Takes note of an answer. */
  answered({ sentAt, receivedAt }: Answer): void {
    this.roundTripMs = receivedAt - sentAt;
    this.latest = { sentAt, receivedAt };
    this.#options.turn.progress();
  }

  note(code: CauseCode, words: string): void {
    this.#note = { code, words };
  }

  /** The failure of a device that is silent after `attempts` tries. */
  silence(attempts: number): SnmpFailure {
    const { timeoutMs, security } = this.#options;
    const within = `${Math.round(timeoutMs / 10) / 100} s`;
    if (this.heard) {
      const what = this.#note === null ? "" : `; it ${this.#note.words}`;
      return new SnmpFailure(
        this.#note?.code ?? "timeout",
        `${this.peer} answers SNMP, but not all that is monitored within ${within}${what}`,
      );
    }
    const { code, words } = this.#note ?? security.explainSilence();
    const because = this.#note === null ? words : `it ${words}`;
    const times = `${attempts} ${attempts === 1 ? "try" : "tries"}`;
    return new SnmpFailure(
      code,
      `no SNMP answer from ${this.peer} in ${times} within ${within}: ${because}`,
    );
  }
}
