import { type Dialogue, foreign, quote, ready, refused, say, wait } from "./dialogue.ts";
import { createLineDialogue, parseReply } from "./lines.ts";

/** RFC 4217 over RFC 959: greeting, AUTH TLS. */
export function createFtpDialogue(): Dialogue {
  let greeted = false;
  let within: number | null = null; // the code of a reply of several lines, whose inner lines are free text
  return createLineDialogue({
    protocol: "FTP",
    get awaits() {
      return greeted ? "its answer to AUTH TLS" : "its FTP greeting";
    },
    line(text) {
      const reply = parseReply(text);
      if (within !== null && (reply === null || reply.code !== within || !reply.last)) return wait;
      if (reply === null) return foreign(`does not speak FTP: it says ${quote(text)}`);
      within = reply.last ? null : reply.code;
      if (!reply.last) return wait;
      if (greeted) return reply.code === 234 ? ready : refused(`refuses AUTH TLS: ${quote(text)}`);
      if (reply.code === 120) return wait; // "ready in nnn minutes": the greeting proper follows
      if (reply.code !== 220) return refused(`takes no connection now: ${quote(text)}`);
      greeted = true;
      return say("AUTH TLS");
    },
  });
}
