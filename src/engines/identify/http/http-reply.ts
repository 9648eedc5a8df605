import { latin1 } from "../bytes.ts";

/** A reply as it came, read leniently: what a device says wrongly is a trait of it, too. */
export interface HttpReply {
  readonly status: number;
  /** In lower case, in the order of the reply; a name may come several times. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As far as it was read, one character per byte, chunks joined. */
  readonly body: string;
  /** Whether all headers came. */
  readonly headComplete: boolean;
}

const statusLine = /^(?:HTTP|ICY|IPP)\/?(?:\d(?:\.\d)?)? {1,3}(\d{3})(?:[ \r\n]|$)/;

/** `null`: it is no HTTP. */
export function readReply(bytes: Buffer): HttpReply | null {
  const text = latin1(bytes);
  const status = statusLine.exec(text.slice(0, 40))?.[1];
  if (status === undefined) return null;
  const end = headEnd(text);
  const lines = text.slice(0, end?.at ?? text.length).split("\n");
  const headers = lines.slice(1, 500).flatMap(readHeader);
  const body = end === null ? "" : text.slice(end.at + end.length);
  const chunked = headers.some(
    ([name, value]) => name === "transfer-encoding" && /chunked/i.test(value),
  );
  return {
    status: Number(status),
    headers,
    body: chunked ? joinChunks(body) : body,
    headComplete: end !== null,
  };
}

/** Whether the reply is whole, as far as its length is told, or its title is there, which is all that is wanted of it. */
export function isWholeReply(bytes: Buffer): boolean {
  const text = latin1(bytes);
  const end = headEnd(text);
  if (end === null) return bytes.length >= 12 && !statusLine.test(text.slice(0, 40));
  const body = text.slice(end.at + end.length);
  const length = /^content-length: *(\d{1,15}) *\r?$/im.exec(text.slice(0, end.at))?.[1];
  if (length !== undefined && body.length >= Number(length)) return true;
  return /<\/title>/i.test(body) || body.endsWith("\r\n0\r\n\r\n");
}

/** The value of a header; of several, the first. */
export function header(reply: HttpReply, name: string): string | undefined {
  return reply.headers.find(([one]) => one === name)?.[1];
}

function headEnd(text: string): { at: number; length: number } | null {
  const crlf = text.indexOf("\r\n\r\n");
  const lf = text.indexOf("\n\n");
  if (crlf >= 0 && (lf < 0 || crlf < lf)) return { at: crlf, length: 4 };
  return lf < 0 ? null : { at: lf, length: 2 };
}

function readHeader(line: string): [string, string][] {
  const colon = line.indexOf(":");
  if (colon < 1 || colon > 100) return [];
  return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
}

/** RFC 9112 section 7.1. What does not look like a chunk ends the body. */
function joinChunks(body: string): string {
  let joined = "";
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf("\n", at);
    const size = Number.parseInt(body.slice(at, Math.max(at, lineEnd)), 16);
    if (lineEnd < 0 || !(size > 0)) return joined;
    joined += body.slice(lineEnd + 1, lineEnd + 1 + size);
    at = lineEnd + 1 + size + 2;
  }
}
