import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BodyReader, type Framing, framingOf, maxBodyBytes } from "./response-body.ts";
import type { ResponseHead } from "./response-head.ts";
import { inPieces } from "./testing/in-pieces.ts";

function head(headers: Record<string, string>, status = 200): ResponseHead {
  return { version: "1.1", status, headers: new Map(Object.entries(headers)) };
}

function read(framing: Framing, pieces: readonly Buffer[], closed: boolean) {
  const reader = new BodyReader(framing);
  for (const piece of pieces) reader.push(piece);
  if (closed) reader.end();
  return { state: reader.state, text: reader.bytes.toString("latin1") };
}

function readText(framing: Framing, text: string, closed = false) {
  return read(framing, [Buffer.from(text, "latin1")], closed);
}

const chunked: Framing = { kind: "chunked" };
const untilClose: Framing = { kind: "close" };

describe("how a body ends", () => {
  test("is said by the headers, chunks before a length, a length before the close", () => {
    assert.deepEqual(framingOf(head({}), "GET"), untilClose);
    assert.deepEqual(framingOf(head({ "content-length": "12" }), "GET"), {
      kind: "length",
      bytes: 12,
    });
    assert.deepEqual(framingOf(head({ "content-length": "12, 12" }), "GET"), {
      kind: "length",
      bytes: 12,
    });
    const both = head({ "content-length": "12", "transfer-encoding": "Chunked" });
    assert.deepEqual(framingOf(both, "GET"), chunked);
  });

  test("is at once for HEAD and for the statuses that have no body", () => {
    for (const status of [101, 204, 304]) {
      assert.deepEqual(framingOf(head({ "content-length": "9" }, status), "GET"), { kind: "none" });
    }
    assert.deepEqual(framingOf(head({ "content-length": "9" }), "HEAD"), { kind: "none" });
    assert.equal(new BodyReader({ kind: "none" }).state, "whole");
    assert.equal(new BodyReader({ kind: "length", bytes: 0 }).state, "whole");
  });

  test("is refused when the headers contradict themselves", () => {
    for (const length of ["", "x", "-1", "1, 2", "1e3", "9".repeat(20)]) {
      assert.equal(typeof framingOf(head({ "content-length": length }), "GET"), "string", length);
    }
    assert.match(
      String(framingOf(head({ "transfer-encoding": "gzip, chunked" }), "GET")),
      /gzip, chunked/,
    );
  });
});

describe("a body", () => {
  test("of a given length ends there, and what follows is not read", () => {
    assert.deepEqual(readText({ kind: "length", bytes: 3 }, "abcdef"), {
      state: "whole",
      text: "abc",
    });
  });

  test("that the peer cuts short is not taken for a whole one", () => {
    assert.deepEqual(readText({ kind: "length", bytes: 9 }, "abc", true), {
      state: "cut",
      text: "abc",
    });
    assert.equal(readText(chunked, "3\r\nabc\r\n", true).state, "cut");
    assert.deepEqual(readText(untilClose, "abc", true), { state: "whole", text: "abc" });
  });

  test("in chunks is put together, extensions and trailers left out", () => {
    const wire = "3;a=b\r\nabc\r\n0a \r\n0123456789\r\n0\r\nTrailer: x\r\n\r\nmore";
    assert.deepEqual(readText(chunked, wire), { state: "whole", text: "abc0123456789" });
  });

  test("in chunks that are none is refused", () => {
    for (const wire of [
      "x\r\n",
      "-1\r\n",
      "\r\n",
      "3\r\nabcd\r\n",
      "0x3\r\nabc\r\n",
      "fffffffffffff\r\n",
    ]) {
      assert.equal(readText(chunked, wire).state, "broken", wire);
    }
    assert.equal(readText(chunked, `0;${"x".repeat(10_000)}`).state, "broken");
  });

  test("is read to 1 MiB, whatever its length is said to be", () => {
    const flood = Buffer.alloc(maxBodyBytes + 10, "x");
    for (const framing of [untilClose, { kind: "length", bytes: 10 * maxBodyBytes } as const]) {
      const { state, text } = read(framing, [flood], false);
      assert.equal(state, "capped");
      assert.equal(text.length, maxBodyBytes);
    }
    const chunk = Buffer.concat([Buffer.from(`${(3 * maxBodyBytes).toString(16)}\r\n`), flood]);
    assert.equal(read(chunked, [chunk], false).text.length, maxBodyBytes);
    assert.equal(read({ kind: "length", bytes: maxBodyBytes }, [flood], false).state, "whole");
  });

  test("in chunks of any sizes is what was sent, however the wire cuts it", () => {
    const sent = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
    const wired = sent.chain((parts) => {
      const chunks = parts.map((part) => [`${part.length.toString(16)}\r\n`, part, "\r\n"]);
      const pieces = [...chunks.flat(), "0\r\n\r\n"].map((each) => Buffer.from(each));
      return fc.tuple(fc.constant(Buffer.concat(parts)), inPieces(Buffer.concat(pieces)));
    });
    fc.assert(
      fc.property(wired, ([body, pieces]) => {
        const expected = { state: "whole", text: body.toString("latin1") };
        assert.deepEqual(read(chunked, pieces, false), expected);
      }),
    );
  });

  test("is the same however its bytes are cut into pieces, sound or not", () => {
    const unit = fc.constantFrom(
      "0",
      "1",
      "3",
      "a",
      ";",
      "\r",
      "\n",
      "\r\n",
      "3\r\nabc\r\n",
      "0\r\n\r\n",
    );
    const wire = fc.string({ unit, minLength: 1, maxLength: 30 }).map((text) => Buffer.from(text));
    const framing = fc.oneof(
      fc.constant(chunked),
      fc.constant(untilClose),
      fc.nat(20).map((bytes) => ({ kind: "length", bytes }) as const),
    );
    const cut = wire.chain((whole) => fc.tuple(fc.constant(whole), inPieces(whole)));
    fc.assert(
      fc.property(cut, framing, fc.boolean(), ([whole, pieces], how, closed) => {
        assert.deepEqual(read(how, pieces, closed), read(how, [whole], closed));
      }),
      { numRuns: 1000 },
    );
  });
});
