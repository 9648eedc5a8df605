import { type Dialogue, foreign, quote, type Step } from "./dialogue.ts";

/** One reply-by-line protocol: told each line, it says what to do. */
export interface LineScript {
  /** `SMTP`, for words. */
  readonly protocol: string;
  readonly awaits: string;
  line(text: string): Step;
}

/** More than any server says before TLS; a greeting is at most 512 bytes a line (RFC 5321 section 4.5.3.1.5). */
const maxBytes = 16_384;

/** Cuts what comes into lines (CRLF or LF) for `script`. */
export function createLineDialogue(script: LineScript): Dialogue {
  let pending = "";
  let received = 0;
  return {
    opening: null,
    get awaits() {
      return script.awaits;
    },
    receive(bytes) {
      received += bytes.length;
      pending += bytes.toString("latin1");
      const sends: Buffer[] = [];
      for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
        const step = script.line(pending.slice(0, end).replace(/\r$/, ""));
        pending = pending.slice(end + 1);
        if (step.kind === "ready" && pending !== "") {
          return foreign(`sends ${quote(pending)} in clear where TLS should begin`);
        }
        if (step.kind !== "going") return step;
        if (step.send !== null) sends.push(step.send);
      }
      if (received > maxBytes) return foreign(`does not speak ${script.protocol}: endless replies`);
      return { kind: "going", send: sends.length > 0 ? Buffer.concat(sends) : null };
    },
  };
}

/** `220-text` or `220 text` of SMTP and FTP; `null` when the line is no reply. */
export function parseReply(line: string): { code: number; last: boolean; text: string } | null {
  const [, code, dash, text] = /^([1-5][0-9]{2})(?:([ -])(.*))?$/.exec(line) ?? [];
  if (code === undefined) return null;
  return { code: Number(code), last: dash !== "-", text: text ?? "" };
}
