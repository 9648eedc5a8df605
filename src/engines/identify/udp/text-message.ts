import { replyText } from "../reply-text.ts";

/** A message in the manner of HTTP, as SIP and SSDP have it too. */
export interface TextMessage {
  /** Request or status line. */
  first: string;
  /** By name in lower case; of repeated ones the first. */
  headers: ReadonlyMap<string, string>;
}

const maxLines = 100;

/** Reads the head of a message; `null` when it is none. */
export function headersOf(datagram: Buffer): TextMessage | null {
  const [first = "", ...lines] = datagram.toString("latin1").split(/\r?\n/, maxLines);
  if (!/^[A-Z]+[ /]/.test(first)) return null;
  const headers = new Map<string, string>();
  for (const line of lines) {
    if (line === "") break;
    const colon = line.indexOf(":");
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!headers.has(name)) headers.set(name, replyText(line.slice(colon + 1), 500));
  }
  return { first: replyText(first, 200), headers };
}
