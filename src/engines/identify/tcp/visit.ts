import { constants } from "node:crypto";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { IdentifyContext } from "../identify-context.ts";
import { Line } from "./line.ts";

/** Connections to one port, whatever it says. */
export const maxConnections = 6;
/** Time for one port, waits for the budget not counted, in milliseconds. */
const portMs = 15_000;
/** A handshake takes two round trips, and slow devices seconds to compute. */
const handshakeMs = 5_000;

export interface Target {
  /** IPv4 or IPv6, canonical. */
  readonly address: string;
  readonly port: number;
}

/** How an attempt at TLS went: `line` is `null` when it is refused, and `spoken` tells whether the peer knows TLS at all. */
export interface TlsAttempt {
  readonly line: Line | null;
  readonly spoken: boolean;
}

/** Our stay at one port: it counts the connections and the time, and ends them all together. */
export class Visit {
  readonly target: Target;
  readonly io: IdentifyContext;
  /** Something was not looked at: a connection failed, or time or connections ran out. */
  cutShort = false;
  #connections = 0;
  #usedMs = 0;
  #runningSince = performance.now();
  readonly #open = new Set<Socket>();
  readonly #onAbort = (): void => this.close();

  constructor(target: Target, io: IdentifyContext) {
    this.target = target;
    this.io = io;
    io.signal.addEventListener("abort", this.#onAbort);
  }

  /** How long this port may still take, in milliseconds. */
  readonly remainingMs = (): number =>
    this.io.signal.aborted
      ? 0
      : Math.max(0, portMs - this.#usedMs - (performance.now() - this.#runningSince));

  /** Whether another connection may be opened. */
  get mayConnect(): boolean {
    return this.#connections < maxConnections && this.remainingMs() > 0;
  }

  /** Connects. `null`: no connection came about, or none may be opened any more. */
  async connect(): Promise<Line | null> {
    if (!(await this.#permit())) return null;
    const { address, port } = this.target;
    const socket = this.#keep(connect({ host: address, port, noDelay: true }));
    if (await this.#opened(socket, "connect", this.io.connectTimeoutMs)) {
      return new Line(socket, false, this.remainingMs);
    }
    this.cutShort = true;
    return null;
  }

  /** Connects and makes it secure. Certificates are not verified here: what is served is what is of interest. */
  async connectTls(waitMs = handshakeMs): Promise<TlsAttempt> {
    const line = await this.connect();
    return line === null ? { line: null, spoken: false } : this.secure(line, waitMs);
  }

  /** Makes a connection secure; `line` is of no use afterwards. */
  async secure(line: Line, waitMs = handshakeMs): Promise<TlsAttempt> {
    const { hostName } = this.io;
    let failure: unknown = null;
    const socket: TLSSocket = connectTls({
      socket: line.release(),
      rejectUnauthorized: false,
      ...(hostName === null || isIP(hostName) !== 0 ? {} : { servername: hostName }),
      // Old devices are what a scan looks for; nothing secret is sent.
      minVersion: "TLSv1",
      ciphers: "DEFAULT@SECLEVEL=0",
      secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    });
    this.#keep(socket).once("error", (error) => (failure = error));
    if (await this.#opened(socket, "secureConnect", waitMs)) {
      return { line: new Line(socket, true, this.remainingMs), spoken: true };
    }
    return { line: null, spoken: speaksTls(failure) };
  }

  /** Ends every connection. */
  close(): void {
    this.io.signal.removeEventListener("abort", this.#onAbort);
    for (const socket of this.#open) socket.destroy();
  }

  async #permit(): Promise<boolean> {
    this.io.signal.throwIfAborted();
    if (!this.mayConnect) {
      this.cutShort = true;
      return false;
    }
    this.#connections += 1;
    this.#usedMs += performance.now() - this.#runningSince;
    await this.io.budget.take(this.target.address);
    this.#runningSince = performance.now();
    this.io.signal.throwIfAborted();
    return true;
  }

  #keep<S extends Socket>(socket: S): S {
    this.#open.add(socket);
    // A connection may fail at any time, when nobody listens any more; what was heard until then counts.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#open.delete(socket));
    return socket;
  }

  async #opened(
    socket: Socket,
    event: "connect" | "secureConnect",
    timeoutMs: number,
  ): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), Math.min(timeoutMs, this.remainingMs()));
    socket.once(event, () => resolve(true));
    socket.once("close", () => resolve(false));
    const opened = await promise;
    clearTimeout(timer);
    if (!opened) socket.destroy();
    this.io.signal.throwIfAborted();
    return opened;
  }
}

/** OpenSSL's reasons that mean: these bytes are no TLS. Any other reason is a complaint within TLS. */
const foreignReasons = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ERR_SSL_RECORD_LAYER_FAILURE",
  "ERR_SSL_UNEXPECTED_MESSAGE",
  "ERR_SSL_HTTP_REQUEST",
  "ERR_SSL_HTTPS_PROXY_REQUEST",
  "ERR_SSL_BAD_RECORD_TYPE",
  "ERR_SSL_UNEXPECTED_EOF_WHILE_READING",
]);

function speaksTls(failure: unknown): boolean {
  if (!(failure instanceof Error) || !("code" in failure)) return false;
  const code = String(failure.code);
  return code.startsWith("ERR_SSL_") && !foreignReasons.has(code);
}
