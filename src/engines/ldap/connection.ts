import type { Socket } from "node:net";
import { ExtendedRequest, UnbindRequest } from "ldapts";
import { DirectoryRefused } from "#engines/directory-types";
import { codeOf } from "./dial.ts";
import type { Limits } from "./limits.ts";
import { DamagedMessage, type MessageCutter, createMessageCutter } from "./message-cutter.ts";
import { type RawEntry, type Reply, readMessage } from "./reply.ts";

export type Result = Extract<Reply, { kind: "result" }>;

/** A request of ldapts: it knows how it is written. */
interface Request {
  messageId: number;
  write(): Buffer;
}

interface Asked {
  readonly id: number;
  readonly doing: string;
  readonly onEntry: (entry: RawEntry) => void;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** RFC 4511 section 4.14.1. */
const startTlsOid = "1.3.6.1.4.1.1466.20037";

/**
 * A line to a server, on which one thing is asked at a time. ldapts writes the requests; what comes back is read here, object by
 * object as it arrives, and within limits (docs/decisions/0025).
 */
export class LdapConnection {
  readonly #socket: Socket;
  readonly #whom: string;
  readonly #signal: AbortSignal;
  readonly #cutter: MessageCutter;
  #lastId = 0;
  #asked: Asked | null = null;
  /** Why nothing can be asked any more. */
  #failure: { readonly error: unknown } | null = null;

  readonly #onData = (piece: Buffer) => this.#take(piece);
  readonly #onError = (error: Error) =>
    this.#fail(this.#refused(`broke off the connection (${codeOf(error)})`, error));
  readonly #onClose = () => this.#fail(this.#refused("closed the connection"));
  readonly #onAbort = () => this.#fail(this.#signal.reason);

  /** @param whom `dc1.acme.test:636`, for words */
  constructor(socket: Socket, whom: string, signal: AbortSignal, limits: Limits) {
    this.#socket = socket;
    this.#whom = whom;
    this.#signal = signal;
    this.#cutter = createMessageCutter(limits.messageBytes);
    socket.on("data", this.#onData);
    socket.on("error", this.#onError);
    socket.on("close", this.#onClose);
    signal.addEventListener("abort", this.#onAbort);
    if (signal.aborted) this.#onAbort();
  }

  /**
   * Asks, and waits for the result; whatever its code is.
   *
   * @param doing for words: `users were read`
   * @param onEntry called for each object as it comes; what it throws ends the connection
   * @throws DirectoryRefused when the server does not answer, or nonsense; what the signal was aborted with
   */
  async ask(
    request: Request,
    { doing, timeoutMs }: { doing: string; timeoutMs: number },
    onEntry: (entry: RawEntry) => void = () => undefined,
  ): Promise<Result> {
    if (this.#failure !== null) throw this.#failure.error;
    if (this.#asked !== null) throw new Error("one thing is asked at a time");
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const id = ++this.#lastId;
    this.#asked = { id, doing, onEntry, resolve, reject };
    const timer = setTimeout(() => {
      this.#fail(this.#refused(`did not answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    request.messageId = id;
    this.#socket.write(request.write());
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Asks for TLS on a line in clear. @returns the line, which nobody listens to any more
   * @throws DirectoryRefused
   */
  async startTls(timeoutMs: number): Promise<Socket> {
    const request = new ExtendedRequest({ messageId: 0, oid: startTlsOid });
    const doing = "StartTLS was asked for; a port for TLS at once, as 636, takes ldaps://";
    const { code } = await this.ask(request, { doing, timeoutMs });
    if (code !== 0) {
      this.close();
      throw new DirectoryRefused(
        `${this.#whom} refuses StartTLS (result ${code}): give the domain controller a certificate, or use ldaps://.`,
      );
    }
    // Whoever sits on the line could have put it there, to be taken for what the server says later.
    if (this.#failure !== null || this.#cutter.isInMessage) {
      this.close();
      throw new DirectoryRefused(`${this.#whom} goes on in clear after StartTLS.`);
    }
    this.#letGo();
    return this.#socket;
  }

  /** Says goodbye and ends it at once. */
  close(): void {
    this.#letGo();
    if (this.#failure === null) {
      this.#failure = { error: new Error("the connection is closed") };
      this.#socket.write(new UnbindRequest({ messageId: ++this.#lastId }).write());
    }
    // What goes wrong with it from now on concerns nobody.
    this.#socket.on("error", () => undefined);
    this.#socket.destroySoon();
  }

  #take(piece: Buffer): void {
    try {
      for (const bytes of this.#cutter.push(piece)) {
        if (this.#failure !== null) return;
        const { id, reply } = readMessage(bytes);
        this.#hear(id, reply);
      }
    } catch (error) {
      this.#fail(
        error instanceof DamagedMessage ? this.#refused("cannot be understood", error) : error,
      );
    }
  }

  #hear(id: number, reply: Reply): void {
    const asked = this.#asked;
    if (id === 0) {
      const words = reply.kind === "result" ? ` (result ${reply.code})` : "";
      throw this.#refused(`ended the connection${words}`);
    }
    if (asked === null || id !== asked.id) throw new DamagedMessage("it answers what nobody asked");
    if (reply.kind === "entry") asked.onEntry(reply.entry);
    if (reply.kind !== "result") return;
    this.#asked = null;
    asked.resolve(reply);
  }

  #fail(error: unknown): void {
    if (this.#failure !== null) return;
    this.#failure = { error };
    this.#letGo();
    this.#socket.on("error", () => undefined);
    this.#socket.destroy();
    this.#asked?.reject(error);
    this.#asked = null;
  }

  #letGo(): void {
    this.#socket.off("data", this.#onData);
    this.#socket.off("error", this.#onError);
    this.#socket.off("close", this.#onClose);
    this.#signal.removeEventListener("abort", this.#onAbort);
  }

  #refused(what: string, cause?: Error): DirectoryRefused {
    const because = cause instanceof DamagedMessage ? `: ${cause.message}` : "";
    const when = this.#asked === null ? "" : ` while ${this.#asked.doing}`;
    return new DirectoryRefused(`${this.#whom} ${what}${when}${because}.`, { cause });
  }
}
