import type { BulkWindow } from "./bulk-window.ts";
import { DecodeError } from "../codec/decode-error.ts";
import type { Answer, Conversation, ConversationOptions } from "./conversation.ts";
import { SnmpFailure } from "./failure.ts";
import type { Request, Verdict } from "./security.ts";
import type { Endpoint, Listener } from "./transport.ts";

/** A request sent anew because of what a report taught. */
const maxLessons = 4;

/** One datagram that waits for an answer; a probe has no request. */
interface Try {
  id: number;
  request: Request | null;
  sentAt: number;
}

/** One request with its repetitions. */
export class Exchange implements Listener {
  readonly endpoint: Endpoint;
  readonly #conversation: Conversation;
  readonly #options: ConversationOptions;
  readonly #make: () => Request;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #tries: Try[] = [];
  readonly #windowBefore: BulkWindow;
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
    this.#windowBefore = conversation.window;
    this.#conversation = conversation;
    this.#options = options;
    this.#make = make;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    this.#attempt++;
    try {
      this.#sendAll();
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

  /** From the second try on there is something to explain, and a probe goes along. */
  #sendAll(): void {
    this.#send();
    if (this.#attempt > 1) this.#sendProbe();
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
    if (!this.#conversation.hasTime) {
      // Asking for less did not help, so it was not the size: the device is not to be spared the next time.
      this.#conversation.window = this.#windowBefore;
      return this.fail(this.#conversation.silence(this.#attempt));
    }
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
        if (++this.#lessons <= maxLessons) return this.#sendAll();
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
