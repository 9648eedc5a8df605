import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { Dialogue, Step } from "./dialogue.ts";
import { recordedReplies } from "../testing/recorded-replies.ts";
import { createSmtpDialogue } from "./smtp.ts";
import { type StartTlsProtocol, startTlsProtocols } from "./index.ts";

/** The talk with a server that says `replies`, one after each thing it is told: what we said, and how it ended. */
function talk(dialogue: Dialogue, replies: readonly (string | Buffer)[], cut = cutNowhere) {
  const said: string[] = dialogue.opening === null ? [] : [dialogue.opening.toString("latin1")];
  let last: Step = { kind: "going", send: null };
  for (const reply of replies) {
    for (const piece of cut(Buffer.from(reply.toString("latin1"), "latin1"))) {
      last = dialogue.receive(piece);
      if (last.kind !== "going") return { said, last };
      if (last.send !== null) said.push(last.send.toString("latin1"));
    }
  }
  return { said, last };
}

function cutNowhere(bytes: Buffer): Buffer[] {
  return [bytes];
}

function cutEverywhere(bytes: Buffer): Buffer[] {
  return Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
}

/** An ExtendedResponse to message 1 (RFC 4511 section 4.12). */
function ldapResponse(code: number, diagnostic = ""): Buffer {
  const text = Buffer.from(diagnostic);
  const result = Buffer.concat([Buffer.from([0x0a, 1, code, 0x04, 0, 0x04, text.length]), text]);
  const response = Buffer.concat([Buffer.from([0x78, result.length]), result]);
  const message = Buffer.concat([Buffer.from([0x02, 1, 1]), response]);
  return Buffer.concat([Buffer.from([0x30, message.length]), message]);
}

/** What random talk is made of. */
const words =
  "2|5|0|-| |\r\n|+OK|* |* OK\r\n|v1 |OK|S|\u00ff|220 x\r\n|250-STARTTLS\r\n250 x\r\n|0\u0084|x".split(
    "|",
  );

const protocols = Object.keys(startTlsProtocols) as StartTlsProtocol[];

function begin(protocol: StartTlsProtocol): Dialogue {
  return protocol === "smtp"
    ? createSmtpDialogue("probe.test")
    : startTlsProtocols[protocol].begin();
}

/** How a talk ends that does not lead to TLS. */
function end(protocol: StartTlsProtocol, ...replies: (string | Buffer)[]): string {
  const { last } = talk(begin(protocol), replies);
  return "words" in last ? `${last.kind}: ${last.words}` : last.kind;
}

describe("the talk before TLS", () => {
  for (const protocol of protocols) {
    test(`${protocol}: says what the standard wants and is ready, however the answers are cut`, () => {
      const { replies, told } = recordedReplies[protocol];
      for (const cut of [cutNowhere, cutEverywhere]) {
        const result = talk(begin(protocol), replies, cut);
        assert.deepEqual(result.said, told);
        assert.equal(result.last.kind, "ready");
      }
    });

    test(`${protocol}: is not ready before the server has agreed`, () => {
      const whole = Buffer.concat(
        recordedReplies[protocol].replies.map((each) => Buffer.from(each)),
      );
      for (let length = 0; length < whole.length; length++) {
        const { last } = talk(begin(protocol), [whole.subarray(0, length)]);
        assert.equal(last.kind, "going", `after ${length} bytes`);
      }
    });

    test(`${protocol}: refuses bytes in clear that come along with the agreement`, () => {
      const { replies } = recordedReplies[protocol];
      const last = Buffer.concat([Buffer.from(replies.at(-1) ?? ""), Buffer.from("X")]);
      assert.match(end(protocol, ...replies.slice(0, -1), last), /^foreign: /);
    });

    test(`${protocol}: ends the same way however anything at all is cut`, () => {
      const unit = fc.constantFrom(...words);
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
          const whole = talk(begin(protocol), [Buffer.from(text, "latin1")]);
          const pieces = talk(begin(protocol), [Buffer.from(text, "latin1")], cutEverywhere);
          // What comes after the agreement is TLS's to refuse, unless it came along with it.
          if (pieces.last.kind !== "ready") assert.equal(whole.last.kind, pieces.last.kind);
          if (whole.last.kind === "going") assert.equal(pieces.said.join(""), whole.said.join(""));
        }),
      );
    });

    test(`${protocol}: does not listen to an endless greeting`, () => {
      assert.match(end(protocol, "x".repeat(20_000)), /^foreign: /);
    });
  }

  test("smtp: says why there is no TLS", () => {
    assert.equal(end("smtp", "554 go away\r\n"), 'refused: takes no mail now: "554 go away"');
    assert.equal(
      end("smtp", "220 x\r\n", "250-x\r\n250 SIZE\r\n"),
      "refused: does not offer STARTTLS",
    );
    assert.match(end("smtp", "220 x\r\n", "502 no\r\n"), /refuses EHLO: "502 no"$/);
    const busy = end("smtp", "220-a\r\n220 b\r\n", "250 starttls\r\n", "454 4.7.0 no TLS\r\n");
    assert.equal(busy, 'refused: refuses STARTTLS: "454 4.7.0 no TLS"');
    assert.match(
      end("smtp", "+OK ready\r\n"),
      /^foreign: does not speak SMTP: it says "\+OK ready"$/,
    );
  });

  test("imap: says why there is no TLS, and overhears news", () => {
    assert.match(end("imap", "* BYE busy\r\n"), /^refused: says goodbye: "\* BYE busy"$/);
    assert.match(end("imap", "* PREAUTH hello\r\n"), /^refused: is logged in already/);
    assert.match(
      end("imap", "* OK\r\n", "v1 NO nope\r\n"),
      /^refused: refuses STARTTLS: "v1 NO nope"$/,
    );
    assert.equal(end("imap", "* OK\r\n", "* CAPABILITY X\r\nv1 OK go\r\n"), "ready");
  });

  test("pop3: says why there is no TLS", () => {
    assert.match(end("pop3", "-ERR later\r\n"), /^refused: is not ready: "-ERR later"$/);
    assert.match(end("pop3", "+OK\r\n", "-ERR no\r\n"), /^refused: refuses STLS: "-ERR no"$/);
    assert.match(end("pop3", "SSH-2.0-x\r\n"), /^foreign: does not speak POP3/);
  });

  test("ftp: reads greetings of several lines, and says why there is no TLS", () => {
    const long = "220-Welcome\r\n  free text\r\n500 not the end\r\n220-\r\n220 done\r\n";
    assert.equal(end("ftp", "120 wait\r\n", long, "234 go\r\n"), "ready");
    assert.match(end("ftp", "220 x\r\n", "502 no\r\n"), /^refused: refuses AUTH TLS: "502 no"$/);
    assert.match(end("ftp", "421 busy\r\n"), /^refused: takes no connection now/);
  });

  test("ldap: says why there is no TLS, with the server's own words", () => {
    assert.equal(
      end("ldap", ldapResponse(2, "unsupported extended operation")),
      'refused: refuses StartTLS: protocolError: it does not offer StartTLS ("unsupported extended operation")',
    );
    assert.equal(end("ldap", ldapResponse(52)), "refused: refuses StartTLS: unavailable");
    assert.equal(end("ldap", ldapResponse(123)), "refused: refuses StartTLS: result 123");
    assert.match(
      end("ldap", "HTTP/1.1 400 Bad\r\n"),
      /^foreign: does not speak LDAP: it sends "HTTP/,
    );
  });

  test("postgres: says why there is no TLS", () => {
    assert.match(end("postgres", "N"), /^refused: does not offer TLS/);
    assert.match(end("postgres", "E\u0000\u0000"), /^refused: does not know of TLS$/);
    assert.match(end("postgres", "SX"), /^foreign: /);
  });
});
