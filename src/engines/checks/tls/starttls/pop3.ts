import { type Dialogue, foreign, quote, ready, refused, say } from "./dialogue.ts";
import { createLineDialogue } from "./lines.ts";

/** RFC 2595 section 4 over RFC 1939: greeting, STLS. */
export function createPop3Dialogue(): Dialogue {
  let greeted = false;
  return createLineDialogue({
    protocol: "POP3",
    get awaits() {
      return greeted ? "its answer to STLS" : "its POP3 greeting";
    },
    line(text) {
      if (/^-ERR\b/.test(text)) {
        return refused(greeted ? `refuses STLS: ${quote(text)}` : `is not ready: ${quote(text)}`);
      }
      if (!/^\+OK\b/.test(text)) return foreign(`does not speak POP3: it says ${quote(text)}`);
      if (greeted) return ready;
      greeted = true;
      return say("STLS");
    },
  });
}
