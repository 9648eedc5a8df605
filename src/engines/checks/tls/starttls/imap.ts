import { type Dialogue, foreign, quote, ready, refused, say, wait } from "./dialogue.ts";
import { createLineDialogue } from "./lines.ts";

/** RFC 9051 sections 6.2.1 and 7.1: greeting, STARTTLS. */
export function createImapDialogue(): Dialogue {
  let greeted = false;
  return createLineDialogue({
    protocol: "IMAP",
    get awaits() {
      return greeted ? "its answer to STARTTLS" : "its IMAP greeting";
    },
    line(text) {
      if (/^\* BYE\b/i.test(text)) return refused(`says goodbye: ${quote(text)}`);
      if (!greeted) {
        if (/^\* PREAUTH\b/i.test(text)) return refused("is logged in already, too late for TLS");
        if (!/^\* OK\b/i.test(text)) return foreign(`does not speak IMAP: it says ${quote(text)}`);
        greeted = true;
        return say("v1 STARTTLS");
      }
      if (text.startsWith("* ")) return wait; // untagged: news between command and answer
      if (/^v1 OK\b/i.test(text)) return ready;
      if (/^v1 (NO|BAD)\b/i.test(text)) return refused(`refuses STARTTLS: ${quote(text)}`);
      return foreign(`does not speak IMAP: it says ${quote(text)}`);
    },
  });
}
