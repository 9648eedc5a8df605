import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

/** So much of what a peer says on one connection is read; the rest is never looked at. */
export const maxBytes = 65_536;

/**
 * Why a wait ended: the condition held, the peer paused after its first bytes, it said nothing, it closed or reset the
 * connection, it said more than {@link maxBytes}, or the time for the whole port was over.
 */
type Ending = "whole" | "paused" | "silent" | "closed" | "full" | "late";

/** What came since the last wait. */
export interface Reply {
  readonly bytes: Buffer;
  readonly ending: Ending;
}

export interface Wait {
  /** Holds when no more is needed; looked at after every piece. */
  readonly whole: (bytes: Buffer) => boolean;
  /** How long the peer may be silent at first, in milliseconds; 3 s unless told: it has been quick to greet. */
  readonly firstMs?: number;
  /** How long it may pause after that; 400 ms unless told. */
  readonly pauseMs?: number;
}

const usualFirstMs = 3_000;
const usualPauseMs = 400;

/** One connection, spoken to in turns: say something, wait for the reply. Reads are bounded in bytes and in time. */
export class Line {
  /** Whether it is encrypted. */
  readonly secure: boolean;
  readonly #socket: Socket | TLSSocket;
  readonly #remainingMs: () => number;
  #held = Buffer.alloc(1024);
  #length = 0;
  #taken = 0;
  #closed = false;
  #wake: (() => void) | null = null;

  /** @param remainingMs how long the whole port may still take */
  constructor(socket: Socket | TLSSocket, secure: boolean, remainingMs: () => number) {
    this.#socket = socket;
    this.secure = secure;
    this.#remainingMs = remainingMs;
    socket.on("data", this.#onData);
    socket.on("error", this.#onClosed);
    socket.on("end", this.#onClosed);
    socket.on("close", this.#onClosed);
  }

  get closed(): boolean {
    return this.#closed;
  }

  say(words: string | Uint8Array): void {
    if (!this.#closed) this.#socket.write(words);
  }

  async hear({ whole, firstMs = usualFirstMs, pauseMs = usualPauseMs }: Wait): Promise<Reply> {
    const startedAt = performance.now();
    const endAt = startedAt + this.#remainingMs();
    let heardAt = startedAt;
    let length = this.#taken;
    for (;;) {
      const now = performance.now();
      const bytes = this.#held.subarray(this.#taken, this.#length);
      if (this.#length > length) heardAt = now;
      length = this.#length;
      if (bytes.length > 0 && whole(bytes)) return this.#take("whole");
      if (this.#length >= maxBytes) return this.#take("full");
      if (this.#closed) return this.#take("closed");
      if (now >= endAt) return this.#take("late");
      const until = bytes.length > 0 ? heardAt + pauseMs : startedAt + firstMs;
      if (now >= until) return this.#take(bytes.length > 0 ? "paused" : "silent");
      await this.#news(Math.min(until, endAt) - now);
    }
  }

  /** Gives the socket away, to encrypt it: nothing is read or noticed by this line any more. */
  release(): Socket {
    this.#socket.off("data", this.#onData).off("error", this.#onClosed);
    this.#socket.off("end", this.#onClosed).off("close", this.#onClosed);
    this.#closed = true;
    return this.#socket;
  }

  /** Ends the connection; what was said still arrives. */
  close(): void {
    this.#onClosed();
    this.#socket.destroy();
  }

  readonly #onData = (piece: Buffer): void => {
    const room = Math.min(piece.length, maxBytes - this.#length);
    if (this.#length + room > this.#held.length) {
      const larger = Buffer.alloc(Math.min(maxBytes, (this.#length + room) * 2));
      this.#held.copy(larger, 0, 0, this.#length);
      this.#held = larger;
    }
    piece.copy(this.#held, this.#length, 0, room);
    this.#length += room;
    if (this.#length >= maxBytes) this.#socket.destroy();
    this.#wake?.();
  };

  readonly #onClosed = (): void => {
    this.#closed = true;
    this.#wake?.();
  };

  #take(ending: Ending): Reply {
    const bytes = this.#held.subarray(this.#taken, this.#length);
    this.#taken = this.#length;
    return { bytes, ending };
  }

  async #news(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = setTimeout(resolve, Math.ceil(ms));
    await promise;
    clearTimeout(timer);
    this.#wake = null;
  }
}
