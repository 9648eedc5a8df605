import type { CauseCode } from "#engines/check-types";
import { DecodeError } from "../codec/decode-error.ts";
import type { PlainPdu } from "../codec/pdu.ts";
import { type BulkWindow, firstWindow, nextWindow, type WindowEvent } from "./bulk-window.ts";
import { SnmpFailure } from "./failure.ts";
import type { Request, Security, Verdict } from "./security.ts";
import type { Endpoint, Listener, Path, Transport } from "./transport.ts";
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
/** A request sent anew because of what a report taught. */
const maxLessons = 4;

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

/** One datagram that waits for an answer; a probe has no request. */
interface Try {
  id: number;
  request: Request | null;
  sentAt: number;
}

/** One request with its repetitions. */
class Exchange implements Listener {
  readonly endpoint: Endpoint;
  readonly #conversation: Conversation;
  readonly #options: ConversationOptions;
  readonly #make: () => Request;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #tries: Try[] = [];
  #attempt = 0;
  #lessons = 0;
  #timer: NodeJS.Timeout | null = null;
  #settled = false;

  constructor(
    conversation: Conversation,
    options: ConversationOptions,
    make: () => Request,
    resolve: (answer: Answer) => void,
    reject: (error: Error) => void,
  ) {
    this.endpoint = options.endpoint;
    this.#conversation = conversation;
    this.#options = options;
    this.#make = make;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    this.#attempt++;
    try {
      this.#send();
      if (this.#attempt > 1) this.#sendProbe();
    } catch (error) {
      return this.fail(asError(error));
    }
    this.#timer = setTimeout(() => this.#lost(), this.#conversation.patienceMs(this.#attempt));
  }

  receive(datagram: Buffer, id: number, receivedAt: number): void {
    const answered = this.#tries.find((each) => each.id === id);
    if (answered === undefined) return;
    try {
      if (answered.request === null) return this.#options.security.takeProbe(datagram, id);
      const verdict = this.#options.security.decode(datagram, id);
      const { request, sentAt } = answered;
      this.#take(verdict, { request, sentAt, receivedAt, octets: datagram.length });
    } catch (error) {
      if (error instanceof DecodeError) {
        this.#conversation.note("protocol", `sends what is not valid SNMP: ${error.message}`);
      } else {
        this.fail(asError(error));
      }
    }
  }

  stranger(address: string, port: number): void {
    this.#conversation.note("timeout", `answers from ${address} port ${port}, which was not asked`);
  }

  broken(error: Error): void {
    this.fail(error);
  }

  fail(error: Error): void {
    if (this.#settled) return;
    this.stop();
    this.#reject(refusedOr(error, this.#conversation.peer, this.endpoint.port));
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.#settled = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { id } of this.#tries) this.#options.transport.release(id);
  }

  #send(): void {
    const { transport, security } = this.#options;
    const request = this.#make();
    const id = transport.listen(this);
    const sent: Try = { id, request, sentAt: 0 };
    this.#tries.push(sent);
    const datagram = security.encode(request, id);
    const path = this.#conversation.pathFor(this.#attempt);
    sent.sentAt = performance.now(); // not before: a v3 key may take milliseconds to make
    path.send(datagram);
  }

  #sendProbe(): void {
    const { transport, security } = this.#options;
    const id = transport.listen(this);
    this.#tries.push({ id, request: null, sentAt: performance.now() });
    const datagram = security.encodeProbe(id);
    if (datagram !== null) this.#conversation.pathFor(this.#attempt).send(datagram);
  }

  #lost(): void {
    if (!this.#conversation.hasTime) return this.fail(this.#conversation.silence(this.#attempt));
    if (this.#conversation.heard) this.#conversation.learn({ kind: "overwhelmed" });
    this.#options.security.retry(this.#attempt + 1);
    this.begin();
  }

  #take(verdict: Verdict, came: Omit<Answer, "pdu">): void {
    const { peer } = this.#conversation;
    switch (verdict.kind) {
      case "ignored":
        return this.#conversation.note(verdict.code, verdict.words);
      case "refused":
        return this.fail(new SnmpFailure(verdict.code, `${peer} ${verdict.words}`));
      case "again":
        this.#options.turn.progress();
        if (++this.#lessons <= maxLessons) return this.#send();
        return this.fail(
          new SnmpFailure(
            "protocol",
            `${peer} answers every SNMPv3 request with a report that our engine id or time is wrong`,
          ),
        );
      case "answer": {
        const answer = { ...came, pdu: verdict.pdu };
        this.stop();
        this.#conversation.answered(answer);
        this.#resolve(answer);
      }
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function refusedOr(error: Error, peer: string, port: number): Error {
  if ("code" in error && error.code === "ECONNREFUSED") {
    return new SnmpFailure(
      "refused",
      `${peer} refuses SNMP: nothing listens on its UDP port ${port} (ICMP port unreachable)`,
    );
  }
  return error;
}
