/**
 * Control characters, and those that turn the direction of text around or break lines in viewers: a stranger's words must
 * not paint over ours.
 */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what goes
  /[\u0000-\u0020\u007f-\u00a0\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g;

/**
 * What a stranger sent, as text to keep: UTF-8, or Latin-1 when it is not that; each run of control characters and space
 * becomes one space; trimmed, well-formed, at most `longest` characters.
 */
export function replyText(reply: Uint8Array | string, longest: number): string {
  // Enough for four bytes a character and as much white space again; the rest is not even looked at.
  const most = longest * 8;
  const text = typeof reply === "string" ? reply.slice(0, most) : decoded(reply.subarray(0, most));
  return text.replace(unprintable, " ").trim().slice(0, longest).toWellFormed();
}

function decoded(bytes: Uint8Array): string {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = view.toString("utf8");
  return text.includes("\ufffd") ? view.toString("latin1") : text;
}
