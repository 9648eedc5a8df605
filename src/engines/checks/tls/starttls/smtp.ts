import { type Dialogue, foreign, quote, ready, refused, say, wait } from "./dialogue.ts";
import { createLineDialogue, parseReply } from "./lines.ts";

/** RFC 3207 over RFC 5321: greeting, EHLO, STARTTLS. `ownName` is this host's name, for EHLO. */
export function createSmtpDialogue(ownName: string): Dialogue {
  let state: "greeting" | "ehlo" | "starttls" = "greeting";
  let offered = false;
  const awaited = {
    greeting: "its SMTP greeting",
    ehlo: "its answer to EHLO",
    starttls: "its answer to STARTTLS",
  };
  return createLineDialogue({
    protocol: "SMTP",
    get awaits() {
      return awaited[state];
    },
    line(text) {
      const reply = parseReply(text);
      if (reply === null) return foreign(`does not speak SMTP: it says ${quote(text)}`);
      if (state === "ehlo" && reply.code === 250) offered ||= /^STARTTLS\b/i.test(reply.text);
      if (!reply.last) return wait;
      if (state === "greeting") {
        if (reply.code !== 220) return refused(`takes no mail now: ${quote(text)}`);
        state = "ehlo";
        return say(`EHLO ${ownName}`);
      }
      if (state === "ehlo") {
        if (reply.code !== 250) return refused(`refuses EHLO: ${quote(text)}`);
        if (!offered) return refused("does not offer STARTTLS");
        state = "starttls";
        return say("STARTTLS");
      }
      return reply.code === 220 ? ready : refused(`refuses STARTTLS: ${quote(text)}`);
    },
  });
}
