import { ByteStore } from "./byte-store.ts";
import type { ResponseHead } from "./response-head.ts";

/** What is read of a body at most; then the peer is cut off, and what was read is judged. */
export const maxBodyBytes = 1_048_576;

/** How a body ends (RFC 9112 section 6.3). */
export type Framing =
  | { kind: "none" }
  | { kind: "length"; bytes: number }
  | { kind: "chunked" }
  | { kind: "close" };

/**
 * How the body of a response to `method` ends; a sentence when the headers do not say it rightly. `Transfer-Encoding`
 * has precedence over `Content-Length`.
 */
export function framingOf(head: ResponseHead, method: string): Framing | string {
  if (method === "HEAD" || head.status === 101 || head.status === 204 || head.status === 304) {
    return { kind: "none" };
  }
  const coding = head.headers.get("transfer-encoding");
  if (coding !== undefined) {
    if (coding.toLowerCase() === "chunked") return { kind: "chunked" };
    return `its Transfer-Encoding is ${JSON.stringify(coding.slice(0, 80))}, which was not asked for`;
  }
  const length = head.headers.get("content-length");
  if (length === undefined) return { kind: "close" };
  const [first = "", ...others] = length.split(/ *, */); // the same number twice is one number
  if (!/^[0-9]{1,15}$/.test(first) || others.some((other) => other !== first)) {
    return `its Content-Length is ${JSON.stringify(length.slice(0, 80))}`;
  }
  return { kind: "length", bytes: Number(first) };
}

/**
 * - `reading`: more is to come.
 * - `whole`: the body is complete.
 * - `capped`: {@link maxBodyBytes} have come, and more may follow.
 * - `cut`: the peer closed the connection before the body was complete.
 * - `broken`: the chunks are not as RFC 9112 section 7.1 says.
 */
export type BodyState = "reading" | "whole" | "capped" | "cut" | "broken";

/** Of the lines between chunks, extensions and trailers included. */
const maxLineBytes = 8192;

/** Reads a body, whatever pieces it comes in. Chunks are copied. */
export class BodyReader {
  state: BodyState = "reading";
  private readonly store = new ByteStore();
  private readonly framing: Framing["kind"];
  /** Bytes until the end of the body, or of the chunk; `Infinity` until the peer closes. */
  private left: number;
  /** Which line of the chunked coding comes next, when no data does; and what has come of it. */
  private awaits: "size" | "end of data" | "trailer" = "size";
  private line = "";

  constructor(framing: Framing) {
    this.framing = framing.kind;
    this.left = framing.kind === "length" ? framing.bytes : framing.kind === "close" ? Infinity : 0;
    if (this.left === 0 && framing.kind !== "chunked") this.state = "whole";
  }

  /** What has been read. */
  get bytes(): Buffer {
    return this.store.bytes;
  }

  push(chunk: Buffer): BodyState {
    let rest = chunk;
    while (rest.length > 0 && this.state === "reading") {
      rest = this.left > 0 ? this.takeData(rest) : this.takeLine(rest);
    }
    return this.state;
  }

  /** The peer closed the connection. */
  end(): BodyState {
    if (this.state === "reading") this.state = this.framing === "close" ? "whole" : "cut";
    return this.state;
  }

  private takeData(bytes: Buffer): Buffer {
    const room = maxBodyBytes - this.store.length;
    const count = Math.min(bytes.length, this.left, room);
    this.store.keep(bytes.subarray(0, count));
    this.left -= count;
    if (this.left === 0 && this.framing === "length") this.state = "whole";
    else if (count === room) this.state = "capped";
    return bytes.subarray(count);
  }

  private takeLine(bytes: Buffer): Buffer {
    const newline = bytes.indexOf(10);
    const count = newline < 0 ? bytes.length : newline + 1;
    this.line += bytes.toString("latin1", 0, count);
    if (this.line.length > maxLineBytes) {
      this.state = "broken";
    } else if (newline >= 0) {
      this.lineEnded(this.line.replace(/\r?\n$/, ""));
      this.line = "";
    }
    return bytes.subarray(count);
  }

  private lineEnded(line: string): void {
    if (this.awaits === "trailer") {
      if (line === "") this.state = "whole";
      return;
    }
    if (this.awaits === "end of data") {
      this.awaits = "size";
      if (line !== "") this.state = "broken";
      return;
    }
    const [, digits] = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line) ?? [];
    if (digits === undefined) {
      this.state = "broken";
      return;
    }
    this.left = Number.parseInt(digits, 16);
    this.awaits = this.left === 0 ? "trailer" : "end of data";
  }
}
