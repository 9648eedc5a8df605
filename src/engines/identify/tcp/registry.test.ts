import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maxBytes } from "./line.ts";
import { planFor } from "./plan.ts";
import { genericProtocols, protocols } from "./registry.ts";
import { maxConnections } from "./visit.ts";

/** Bytes of strangers: any, or such as begin like something that is spoken somewhere. */
const beginnings = [
  "SSH-2.0-",
  "220 ",
  "220-",
  "* OK ",
  "+OK ",
  "HTTP/1.1 200 OK\r\n",
  "RFB 003.008\n",
  "@RSYNCD: ",
  "\xff\xfb\x01",
  "J\0\0\0\x0a5.5.5-10.11.6-MariaDB",
  "-NOAUTH ",
  "+PONG\r\n",
  "VERSION 1",
  "\x04\x01\0\x20",
  "\x03\0\0\x13\x0e\xd0",
  "0\x84\0\0\0\x10\x02\x01\x01",
  "\x7f\xff\xff\xff\0\0\0\0\0\0\0\0\xdd\x07\0\0",
  "\0\0\0\x80\xfeSMB@\0",
  "\0\0\0\x40\xffSMBr",
  "AMQP",
  "\x01\0\0\0\0\0\xff\0\x0a\0\x0a",
  "\x84\0\0\0\x06\0\0\0\xff",
  "\x01\0\x0b\0\0\0\xff\xff",
  "SIP/2.0 200 OK\r\n",
  "RTSP/1.0 200 OK\r\n",
  "E\0\0\0\x40SFATAL\0",
  "\0\x40\0\0\x04\0\0\0(VSNNUM=1)",
];
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 200 }))
    .map(([text, tail]) => Buffer.concat([Buffer.from(text, "latin1"), tail])),
);

test("no reply can bring a protocol's reader down", () => {
  fc.assert(
    fc.property(bytes, (said) => {
      const reply = Buffer.from(said);
      for (const protocol of protocols) {
        protocol.whole?.(reply);
        protocol.betrays?.(reply);
        protocol.recognise(reply);
      }
    }),
    { numRuns: 2000 },
  );
});

test("the largest reply there may be is read in no time, whatever it repeats", () => {
  const repeated = [
    "<title",
    "a",
    " ",
    "\r\n",
    "220-",
    "* OK ",
    "<title>",
    ": ",
    "\n\n",
    "<meta name=",
    "\xff\xfb\x01",
    "X: ",
    "1.",
    "(",
    "&#1",
  ];
  for (const text of repeated) {
    for (const head of ["", "HTTP/1.1 200 OK\r\n\r\n", "220 ", "SSH-2.0-", "* OK ", "+OK "]) {
      const reply = Buffer.from((head + text.repeat(maxBytes)).slice(0, maxBytes), "latin1");
      for (const protocol of protocols) {
        const startedAt = performance.now();
        protocol.whole?.(reply);
        protocol.betrays?.(reply);
        protocol.recognise(reply);
        const tookMs = performance.now() - startedAt;
        // A pattern that backtracks takes minutes for such a text.
        assert.ok(tookMs < 1000, `${protocol.name} takes ${tookMs} ms for ${head}${text}…`);
      }
    }
  }
});

test("a port is asked no more often than connections may be opened", () => {
  for (let port = 0; port <= 65_535; port++) {
    const guesses = planFor(port).filter((step) => step.kind !== "ask" || !step.likely);
    assert.ok(guesses.length <= maxConnections, `port ${port}`);
  }
});

test("every port that suggests nothing is listened to, asked in TLS, and asked for what is common", () => {
  const plan = planFor(33_333);
  assert.deepEqual(
    plan.map((step) => (step.kind === "ask" ? step.protocol.name : step.kind)),
    ["listen", "tls", ...genericProtocols.slice(1).map(({ name }) => name)],
  );
});
