import { ByteStore } from "./byte-store.ts";

/** Status line and header fields of a response. */
export interface ResponseHead {
  version: "1.0" | "1.1";
  status: number;
  /** By lower-case name; several lines of one name are joined by `, ` (RFC 9110 section 5.3). */
  headers: ReadonlyMap<string, string>;
}

/** How far a head has come. `why` says what is not HTTP. */
export type HeadProgress =
  | { kind: "more" }
  | { kind: "head"; head: ResponseHead; rest: Buffer }
  | { kind: "broken"; why: string };

/** All heads of one response together, interim ones (1xx) included. */
export const maxHeadBytes = 65_536;

const more: HeadProgress = { kind: "more" };
const start = Buffer.from("HTTP/1.", "latin1");

/**
 * Reads the head of an HTTP/1.0 or 1.1 response (RFC 9112), whatever pieces it comes in. Interim responses are skipped,
 * but for 101, which is final to us. A single LF ends a line too, and folded lines are joined, as sections 2.2 and 5.2
 * allow; all else must be as the standard says. Chunks are copied where they are kept.
 */
export class HeadReader {
  private readonly store = new ByteStore();
  /** Where to go on looking for the end. */
  private searched = 0;
  /** Bytes of interim heads. */
  private skipped = 0;

  /** True once the peer has sent anything. */
  get begun(): boolean {
    return this.skipped + this.store.length > 0;
  }

  push(chunk: Buffer): HeadProgress {
    const kept = this.store.length > 0;
    if (kept) this.store.keep(chunk);
    let bytes = kept ? this.store.bytes : chunk;
    for (;;) {
      const known = Math.min(bytes.length, start.length);
      if (bytes.compare(start, 0, known, 0, known) !== 0) return broken(`it sent ${quote(bytes)}`);
      const end = endOfHead(bytes, this.searched);
      if (this.skipped + (end < 0 ? bytes.length : end) > maxHeadBytes) {
        return broken(`its headers have more than ${maxHeadBytes} bytes`);
      }
      if (end < 0) {
        this.searched = Math.max(0, bytes.length - 2);
        if (kept) this.store.drop(this.store.length - bytes.length);
        else this.store.keep(bytes);
        return more;
      }
      const head = parseHead(bytes.toString("latin1", 0, end));
      if (typeof head === "string") return broken(head);
      bytes = bytes.subarray(end);
      if (head.status >= 200 || head.status === 101) return { kind: "head", head, rest: bytes };
      this.searched = 0;
      this.skipped += end;
    }
  }
}

function broken(why: string): HeadProgress {
  return { kind: "broken", why };
}

/** The index after the empty line; -1 while there is none. */
function endOfHead(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

const statusLine = /^HTTP\/1\.([0-9]) ([1-9][0-9]{2})(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;

/** The head in `text`, or what is wrong with it. */
function parseHead(text: string): ResponseHead | string {
  const folded = text.includes("\n ") || text.includes("\n\t");
  const lines = (folded ? text.replaceAll(/\r?\n[ \t]+/g, " ") : text).split(/\r?\n/);
  const first = lines[0] ?? "";
  const [, minor, status] = statusLine.exec(first) ?? [];
  if (status === undefined) return `its status line is ${quote(first)}`;
  const headers = new Map<string, string>();
  for (let index = 1; index < lines.length - 2; index++) {
    const line = lines[index] ?? "";
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined || value === undefined) return `a header line is ${quote(line)}`;
    const key = name.toLowerCase();
    const before = headers.get(key);
    const trimmed = value.trimEnd();
    headers.set(key, before === undefined ? trimmed : `${before}, ${trimmed}`);
  }
  return { version: minor === "0" ? "1.0" : "1.1", status: Number(status), headers };
}

/** What a peer sent, as part of a cause: shortened, control characters escaped. */
function quote(sent: string | Buffer): string {
  const text = typeof sent === "string" ? sent : sent.toString("latin1", 0, 100);
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
