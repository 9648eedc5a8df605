import { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type CheckOutcome, type CauseCode, type Phases } from "#engines/check-types";
import { connectSecurely, explainHandshakeFailure, inspectServer } from "../certificates/index.ts";
import { type Asked, errorCode, failed, failureOutcome, noAnswer, peer } from "../failure.ts";
import type { ResolvedAddress } from "../names/index.ts";
import type { HttpPlan } from "./http-plan.ts";
import type { Hop } from "./request.ts";
import { BodyReader, framingOf } from "./response-body.ts";
import { HeadReader, type ResponseHead } from "./response-head.ts";

/** What one request and its answer came to. */
export interface Exchange {
  /** Address, phases, latency, status, TLS and certificate as far as they became known. */
  facts: Partial<CheckOutcome>;
  /** The outcome when there was no answer, or none that can be read; then the rest is not to be used. */
  failure: CheckOutcome | null;
  head: ResponseHead | null;
  /** `null` when it was not wanted. */
  body: BodyReader | null;
  /** That the certificate ends too soon, in a sentence. */
  endsSoon: string | null;
}

/** What goes on, and can be ended before its time. */
export interface Stoppable {
  stop(): void;
}

export interface ExchangeOptions {
  hop: Hop;
  plan: HttpPlan;
  address: ResolvedAddress;
  asked: Asked;
  /** The lookup of the name, when there was one. */
  phases: Phases;
  leftMs: number;
  /** Where this exchange is as long as it goes on. */
  underWay: Set<Stoppable>;
  /** Whether the body of this answer is to be read. */
  wantsBody(head: ResponseHead): boolean;
}

/**
 * One request on a connection of its own. Settles at the answer's last header byte, or, when the body is wanted, at its
 * end or at its cap; then the peer is cut off. Never rejects; settles within `leftMs`.
 */
export function exchange(options: ExchangeOptions): Promise<Exchange> {
  return new Promise((settle) => new Conversation(options, settle).begin());
}

/** All sockets read into this: what comes is looked at, and copied where it is kept, before the next read. */
const arrival = Buffer.allocUnsafeSlow(65_536);

class Conversation implements Stoppable {
  private readonly options: ExchangeOptions;
  private readonly settle: (exchange: Exchange) => void;
  private readonly phases: Phases;
  private readonly facts: Partial<CheckOutcome>;
  private readonly headReader = new HeadReader();
  private socket: Socket | null = null;
  private timer: NodeJS.Timeout | null = null;
  private head: ResponseHead | null = null;
  private body: BodyReader | null = null;
  private endsSoon: string | null = null;
  private startedAt = 0;
  private connectedAt = 0;
  private sentAt = 0;
  private firstByteAt = 0;
  private settled = false;

  constructor(options: ExchangeOptions, settle: (exchange: Exchange) => void) {
    this.options = options;
    this.settle = settle;
    this.phases = options.phases;
    this.facts = { address: options.asked.address };
    if (this.phases.dnsMs !== undefined) this.facts.phases = this.phases;
  }

  begin(): void {
    const { hop, address, leftMs, plan, underWay } = this.options;
    underWay.add(this);
    this.timer = setTimeout(() => this.finish(this.stalled()), leftMs);
    this.startedAt = performance.now();
    const to = { host: address.address, port: hop.port };
    const onread = {
      buffer: arrival,
      callback: (count: number) => this.received(arrival.subarray(0, count)),
    };
    if (hop.secure) {
      const secure = connectSecurely({
        to,
        context: plan.context(),
        serverName: hop.serverName,
        protocols: ["http/1.1"],
        onread,
      });
      this.watch(secure);
      secure.once("connect", () => this.connected());
      secure.once("secureConnect", () => this.attempt(() => this.secured(secure)));
    } else {
      const plain = new Socket({ onread });
      this.watch(plain);
      plain.once("connect", () => {
        this.connected();
        this.send(plain);
      });
      plain.connect(to);
    }
  }

  stop(): void {
    this.refuse("internal", `the check of ${this.options.hop.shown} was stopped`);
  }

  private watch(socket: Socket): void {
    this.socket = socket;
    socket.on("error", (error) => this.broken(error));
    socket.on("end", () => this.ended());
    socket.on("close", () => this.ended());
  }

  /** Works on what a peer sent: whatever that does to us ends this check and no other. */
  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.finish(failureOutcome(error, this.options.asked, this.facts));
    }
  }

  private connected(): void {
    this.connectedAt = performance.now();
    this.phases.connectMs = this.connectedAt - this.startedAt;
    this.facts.phases = this.phases;
  }

  private secured(socket: TLSSocket): void {
    const { hop, plan } = this.options;
    this.phases.tlsMs = performance.now() - this.connectedAt;
    const demands = {
      whom: hop.authority,
      verifyName: plan.verify ? hop.name : null,
      minDaysLeft: plan.minDaysLeft,
    };
    const { facts, untrusted, endsSoon } = inspectServer(socket, demands, Date.now());
    Object.assign(this.facts, facts);
    if (untrusted !== null) return this.refuse("certificate", untrusted);
    this.endsSoon = endsSoon;
    this.send(socket);
  }

  private send(socket: Socket): void {
    socket.write(this.options.hop.bytes);
    this.sentAt = performance.now();
  }

  /** False stops the reading. */
  private received(chunk: Buffer): boolean {
    if (this.settled) return false;
    if (this.firstByteAt === 0) {
      this.firstByteAt = performance.now();
      this.phases.firstByteMs = this.firstByteAt - this.sentAt;
    }
    this.attempt(() => this.receive(chunk));
    return !this.settled;
  }

  private receive(chunk: Buffer): void {
    if (this.body === null) this.receiveHead(chunk);
    else if (this.body.push(chunk) !== "reading") this.finish(null);
  }

  private receiveHead(chunk: Buffer): void {
    const progress = this.headReader.push(chunk);
    if (progress.kind === "more") return;
    const { hop, asked } = this.options;
    if (progress.kind === "broken") {
      return this.refuse("protocol", `${peer(asked)} does not answer with HTTP: ${progress.why}`);
    }
    const { head, rest } = progress;
    this.head = head;
    this.facts.httpStatus = head.status;
    this.facts.latencyMs = performance.now() - this.startedAt;
    if (!this.options.wantsBody(head)) return this.finish(null);
    const framing = framingOf(head, hop.request.method);
    if (typeof framing === "string") {
      return this.refuse(
        "protocol",
        `${peer(asked)} answers, but its body cannot be read: ${framing}`,
      );
    }
    this.body = new BodyReader(framing);
    if (this.body.push(rest) !== "reading") this.finish(null);
  }

  private ended(): void {
    if (this.settled) return;
    if (this.body !== null) {
      this.body.end();
      return this.finish(null);
    }
    const when = this.headReader.begun ? "in the middle of its headers" : "without an answer";
    const how = this.shaking ? "during the TLS handshake" : when;
    this.refuse("reset", `${peer(this.options.asked)} closed the connection ${how}`);
  }

  /** Connected, but not yet secure. */
  private get shaking(): boolean {
    return this.options.hop.secure && this.connectedAt > 0 && this.sentAt === 0;
  }

  private broken(error: unknown): void {
    const { asked } = this.options;
    const explained = explainHandshakeFailure(error, peer(asked));
    if (explained !== null) return this.refuse(...explained);
    if (this.shaking && errorCode(error) === "ECONNRESET") return this.ended();
    this.finish(failureOutcome(error, asked, this.facts));
  }

  private stalled(): CheckOutcome {
    const outcome = noAnswer(this.options.asked, this.facts);
    return { ...outcome, cause: `${outcome.cause}${this.stage()}` };
  }

  /** How far it has come. */
  private stage(): string {
    if (this.connectedAt === 0) return "";
    if (this.shaking) return ": connected, but the TLS handshake did not end";
    if (this.body !== null) {
      return `: HTTP ${this.head?.status} came, but its body did not end (${this.body.bytes.length} bytes came)`;
    }
    if (this.headReader.begun) return ": connected, but its headers did not end";
    return ": connected, but it sent nothing";
  }

  private refuse(code: CauseCode, cause: string): void {
    this.finish(failed(code, cause, this.facts));
  }

  private finish(failure: CheckOutcome | null): void {
    if (this.settled) return;
    this.settled = true;
    this.options.underWay.delete(this);
    if (this.timer !== null) clearTimeout(this.timer);
    this.socket?.destroy();
    if (this.firstByteAt > 0) this.phases.transferMs = performance.now() - this.firstByteAt;
    const { facts, head, body, endsSoon } = this;
    this.settle({ facts, failure, head, body, endsSoon });
  }
}
