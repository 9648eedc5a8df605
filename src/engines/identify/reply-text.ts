import { decodedText, printableLine } from "#lib/printable";

/**
 * What a stranger sent, as text to keep: UTF-8, or Latin-1 when it is not that; each run of unprintable characters and
 * spaces becomes one space; trimmed, well-formed, at most `longest` characters.
 */
export function replyText(reply: Uint8Array | string, longest: number): string {
  // Enough for four bytes a character and as much white space again; the rest is not even looked at.
  const most = longest * 8;
  const text =
    typeof reply === "string" ? reply.slice(0, most) : decodedText(reply.subarray(0, most));
  return printableLine(text).replace(/\s+/g, " ").trim().slice(0, longest).toWellFormed();
}
