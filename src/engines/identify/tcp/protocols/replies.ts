import { latin1 } from "../../bytes.ts";
import type { Line } from "../line.ts";

/** Replies of FTP, SMTP and NNTP: a code, `-` on all lines but the last (RFC 959 section 4.2, RFC 5321 section 4.2.1). */
export function finalReply(bytes: Buffer): boolean {
  return /^\d{3}(?: [^\n]*)?\r?\n$/m.test(latin1(bytes.subarray(-600)));
}

/** The code of a reply, of its last line; 0 when there is none. */
export function replyCode(reply: string): number {
  const codes = reply.match(/^\d{3}(?=[ \r])/gm);
  return Number(codes?.at(-1) ?? 0);
}

/** Says one line and returns the reply to it; `null` when none came. */
export async function command(line: Line, words: string, waitMs?: number): Promise<string | null> {
  line.say(`${words}\r\n`);
  const { bytes, ending } = await line.hear({
    whole: finalReply,
    ...(waitMs === undefined ? {} : { firstMs: waitMs }),
  });
  return bytes.length === 0 || ending === "late" ? null : latin1(bytes);
}
