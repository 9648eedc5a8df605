import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { withoutZone } from "#lib/ip";
import type { IdentifyContext } from "../identify-context.ts";
import type { UdpAnswer, UdpProbe, UdpQuestion } from "./udp-probe.ts";

/** What became of a port. `unlooked`: nothing may be concluded, as the questions did not all go out or were cut short. */
export type UdpTalkOutcome =
  /** `cutShort`: more would have been asked. */
  | { kind: "answered"; answers: UdpAnswer[]; cutShort: boolean }
  /** It said something, but no answer to any question. */
  | { kind: "unknown"; reply: Buffer }
  | { kind: "closed" | "silent" | "unlooked" };

/** Each question is sent so often, since datagrams get lost. */
const tries = 2;
/** Once a port has answered, the patience for its other answers: round trips, and the least in milliseconds. */
const patienceRoundTrips = 4;
const leastPatienceMs = 400;
/** A port that sends more datagrams than this is not listened to any longer. */
const maxReplies = 50;

interface Pending extends UdpQuestion {
  probe: UdpProbe;
  sentAt: number;
}

/** Asks one port all questions of `probes`, repeats them once, and waits the silence out. */
export async function talkUdp(
  address: string,
  port: number,
  probes: readonly UdpProbe[],
  io: IdentifyContext,
): Promise<UdpTalkOutcome> {
  if (io.signal.aborted) return { kind: "unlooked" };
  const talk = new UdpTalk(address, port, probes, io);
  try {
    return await talk.run();
  } finally {
    talk.close();
  }
}

/** Sockets, questions and answers of one port. */
class UdpTalk {
  readonly #address: string;
  readonly #port: number;
  readonly #io: IdentifyContext;
  readonly #pending: Pending[];
  readonly #answers: UdpAnswer[] = [];
  readonly #sockets: Socket[] = [];
  #unknown: Buffer | null = null;
  #replies = 0;
  #roundTripMs = 0;
  #ended: "closed" | "unlooked" | null = null;
  #fault: unknown;
  /** Wakes {@link #wait}. */
  #news: () => void = () => undefined;
  readonly #stop = () => this.#end("unlooked");

  constructor(address: string, port: number, probes: readonly UdpProbe[], io: IdentifyContext) {
    this.#address = address;
    this.#port = port;
    this.#io = io;
    this.#pending = probes.flatMap((probe) =>
      probe.ask(address, port).map((question) => ({ ...question, probe, sentAt: 0 })),
    );
    io.signal.addEventListener("abort", this.#stop, { once: true });
  }

  async run(): Promise<UdpTalkOutcome> {
    await this.#open();
    for (let attempt = 0; attempt < tries && !this.#over; attempt++) {
      await this.#send(this.#pending);
      await this.#wait();
    }
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#answers.length > 0) {
      return {
        kind: "answered",
        answers: this.#answers,
        cutShort: this.#ended === "unlooked",
      };
    }
    if (this.#unknown !== null) return { kind: "unknown", reply: this.#unknown };
    return { kind: this.#ended ?? "silent" };
  }

  close(): void {
    this.#io.signal.removeEventListener("abort", this.#stop);
    for (const socket of this.#sockets) socket.close();
  }

  get #over(): boolean {
    return this.#ended !== null || (this.#answers.length > 0 && this.#pending.length === 0);
  }

  /** A connected socket hears refusals, and nobody but the asked port; another one hears all ports of the address. */
  async #open(): Promise<void> {
    const connected = this.#socket();
    await new Promise<void>((opened) => {
      // Given as a callback, it would get the error instead of the event.
      connected.once("connect", () => opened());
      connected.once("error", () => opened());
      connected.connect(this.#port, this.#address);
    });
    if (this.#ended !== null || !this.#pending.some(({ probe }) => probe.repliesFromAnyPort))
      return;
    const open = this.#socket();
    await new Promise<void>((opened) => {
      open.once("error", () => opened());
      open.bind(0, () => opened());
    });
  }

  #socket(): Socket {
    const family = this.#address.includes(":") ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? "udp6" : "udp4",
      ipv6Only: family === 6,
      // Node's own lookup would cost a job of the thread pool for each datagram, although this is an address already.
      lookup: (host, _options, found) => found(null, host, family),
    });
    socket.on("error", (error: NodeJS.ErrnoException) => this.#failed(error));
    socket.on("message", (reply, from) => this.#heard(reply, from));
    this.#sockets.push(socket);
    return socket;
  }

  /** Sends those that are still wanted when their turn comes: an answer, or a refusal, may make them needless. */
  async #send(questions: readonly Pending[]): Promise<void> {
    for (const question of questions.slice()) {
      if (!this.#stillWanted(question)) continue;
      const { repliesFromAnyPort = false } = question.probe;
      try {
        await this.#io.budget.take(this.#address, repliesFromAnyPort ? 2 : 1);
      } catch (error) {
        if (!this.#io.signal.aborted) this.#fault = error;
        return this.#end("unlooked");
      }
      if (!this.#stillWanted(question)) continue;
      question.sentAt = performance.now();
      const [connected, open] = this.#sockets;
      const sent = (error: NodeJS.ErrnoException | null) => {
        if (error !== null) this.#failed(error);
      };
      connected?.send(question.datagram, sent);
      if (repliesFromAnyPort) open?.send(question.datagram, this.#port, this.#address, sent);
    }
  }

  #stillWanted(question: Pending): boolean {
    return this.#ended === null && this.#pending.includes(question);
  }

  /** Until all is answered, or patience with the latest question ends. What an answer led to is asked meanwhile. */
  async #wait(): Promise<void> {
    while (!this.#over) {
      await this.#send(this.#pending.filter(({ sentAt }) => sentAt === 0));
      if (this.#over) return;
      const latest = Math.max(0, ...this.#pending.map(({ sentAt }) => sentAt));
      const leftMs = latest + this.#patienceMs - performance.now();
      if (leftMs <= 0) return;
      await new Promise<void>((woken) => {
        const timer = setTimeout(woken, leftMs);
        this.#news = () => {
          clearTimeout(timer);
          woken();
        };
      });
    }
  }

  get #patienceMs(): number {
    const { connectTimeoutMs } = this.#io;
    if (this.#answers.length === 0) return connectTimeoutMs;
    const patience = Math.max(leastPatienceMs, this.#roundTripMs * patienceRoundTrips);
    return Math.min(connectTimeoutMs, patience);
  }

  #heard(reply: Buffer, from: RemoteInfo): void {
    if (this.#ended !== null || withoutZone(from.address) !== withoutZone(this.#address)) return;
    if (++this.#replies > maxReplies) return;
    for (const question of this.#pending) {
      if (from.port !== this.#port && !question.probe.repliesFromAnyPort) continue;
      const answer = this.#understood(question, reply);
      if (answer !== null) return this.#take(question, answer);
    }
    if (from.port === this.#port) this.#unknown ??= Buffer.from(reply);
  }

  #understood(question: UdpQuestion, reply: Buffer): UdpAnswer | null {
    try {
      return question.read(reply);
    } catch (error) {
      if (error instanceof RangeError) return null;
      this.#fault = error;
      this.#end("unlooked");
      return null;
    }
  }

  /** A port speaks one protocol: the questions of others are dropped. */
  #take(question: Pending, answer: UdpAnswer): void {
    this.#answers.push(answer);
    this.#roundTripMs = performance.now() - question.sentAt;
    const left = this.#pending.filter((each) => each !== question && each.probe === question.probe);
    this.#pending.splice(0, this.#pending.length, ...left);
    if (answer.next !== undefined) {
      this.#pending.push({ ...answer.next, probe: question.probe, sentAt: 0 });
    }
    this.#news();
  }

  /** ECONNREFUSED is an ICMP "port unreachable" (RFC 1122 section 4.1.3.3); all else is trouble on our side or on the way. */
  #failed(error: NodeJS.ErrnoException): void {
    this.#end(error.code === "ECONNREFUSED" ? "closed" : "unlooked");
  }

  #end(how: "closed" | "unlooked"): void {
    this.#ended ??= how;
    this.#news();
  }
}
