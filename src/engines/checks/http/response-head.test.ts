import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { HeadReader, type HeadProgress, maxHeadBytes } from "./response-head.ts";
import { inPieces } from "./testing/in-pieces.ts";

/** What comes of a response, however it is cut: the reading ends with the first piece that is not "more". */
function read(pieces: readonly Buffer[]): { progress: HeadProgress; body: string } {
  const reader = new HeadReader();
  const arrival = Buffer.alloc(100_000); // as with sockets, every piece comes in the same memory
  for (const [index, piece] of pieces.entries()) {
    piece.copy(arrival);
    const progress = reader.push(arrival.subarray(0, piece.length));
    if (progress.kind === "more") continue;
    const rest = progress.kind === "head" ? Buffer.from(progress.rest) : Buffer.alloc(0);
    const body = Buffer.concat([rest, ...pieces.slice(index + 1)]).toString("latin1");
    return { progress, body };
  }
  return { progress: { kind: "more" }, body: "" };
}

function readText(text: string): { progress: HeadProgress; body: string } {
  return read([Buffer.from(text, "latin1")]);
}

function headOf(text: string) {
  const { progress } = readText(text);
  if (progress.kind !== "head") assert.fail(JSON.stringify(progress));
  return progress.head;
}

function whyBroken(text: string): string {
  const { progress } = readText(text);
  if (progress.kind !== "broken") assert.fail(JSON.stringify(progress));
  return progress.why;
}

describe("the head of a response", () => {
  test("has a status and its header fields, whatever the case of their names", () => {
    const head = headOf(
      "HTTP/1.1 503 Service Unavailable\r\nContent-TYPE:text/html \r\nX:\r\n\r\n",
    );
    assert.equal(head.status, 503);
    assert.deepEqual(
      [...head.headers],
      [
        ["content-type", "text/html"],
        ["x", ""],
      ],
    );
  });

  test("joins several lines of one name, and folded lines", () => {
    const { headers } = headOf("HTTP/1.0 200\r\nA: 1\r\nB: x\r\n  y\r\n\tz\r\na: 2\r\n\r\n");
    assert.equal(headers.get("a"), "1, 2");
    assert.equal(headers.get("b"), "x y z");
  });

  test("may end its lines with a bare LF", () => {
    const { progress, body } = readText("HTTP/1.1 200 OK\nA: 1\n\nbody");
    assert.equal(progress.kind, "head");
    assert.equal(body, "body");
  });

  test("comes after any number of interim ones, but 101 is final", () => {
    const text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n";
    const { progress, body } = readText(`${text}HTTP/1.1 204 No\r\nA: 1\r\n\r\nrest`);
    if (progress.kind !== "head") assert.fail();
    assert.equal(progress.head.status, 204);
    assert.equal(progress.head.headers.get("link"), undefined);
    assert.equal(body, "rest");
    assert.equal(headOf("HTTP/1.1 101 Switching Protocols\r\n\r\n").status, 101);
  });

  test("is refused where another protocol speaks, at the first byte that shows it", () => {
    assert.match(whyBroken("SSH-2.0-OpenSSH_9.2\r\n"), /"SSH-2\.0-OpenSSH_9\.2\\r\\n"/);
    assert.equal(readText("HT").progress.kind, "more");
    for (const text of [
      "HTTX",
      "\r\nHTTP/1.1 200 OK\r\n\r\n",
      "HTTP/2 200\r\n\r\n",
      "ICY 200 OK\r\n\r\n",
    ]) {
      assert.equal(readText(text).progress.kind, "broken", text);
    }
  });

  test("is refused when a line of it is not what the standard says", () => {
    for (const line of [
      "HTTP/1.1 20 OK",
      "HTTP/1.1  200 OK",
      "HTTP/1.1 200 O\u0000K",
      "HTTP/1.1200 OK",
    ]) {
      assert.match(whyBroken(`${line}\r\n\r\n`), /status line/, line);
    }
    for (const line of ["no colon", "Name : x", ": x", "A: \u0000", "A: x\ry", "Ä: x"]) {
      assert.match(whyBroken(`HTTP/1.1 200 OK\r\n${line}\r\n\r\n`), /header line/, line);
    }
  });

  test("is refused when it does not end within 64 KiB, interim heads included", () => {
    const long = `HTTP/1.1 200 OK\r\nA: ${"x".repeat(maxHeadBytes)}`;
    assert.match(whyBroken(long), /more than 65536 bytes/);
    const interim = "HTTP/1.1 100 Continue\r\n\r\n";
    assert.match(whyBroken(interim.repeat(maxHeadBytes / interim.length + 1)), /more than 65536/);
    const fits = `HTTP/1.1 200 OK\r\nA: ${"x".repeat(maxHeadBytes - 24)}\r\n\r\n`;
    assert.equal(fits.length, maxHeadBytes);
    assert.equal(readText(fits).progress.kind, "head");
  });

  test("is the same however its bytes are cut into pieces", () => {
    const line = fc.oneof(
      fc.constantFrom("A: 1", "Content-Length: 5", " folded", "bad line", "B:", "é: x"),
      fc.string({
        unit: fc.constantFrom("a", ":", " ", "\t", "\r", "\u0000", "\u00ff"),
        maxLength: 8,
      }),
    );
    const response = fc
      .record({
        interim: fc.nat(2),
        status: fc.constantFrom(
          "HTTP/1.1 200 OK",
          "HTTP/1.0 404",
          "HTTP/1.1 2000",
          "HTTP/1.1 101 S",
          "SSH-2.0",
        ),
        lines: fc.array(line, { maxLength: 5 }),
        newline: fc.constantFrom("\r\n", "\n"),
        body: fc.string({ unit: fc.constantFrom("x", "\r", "\n"), maxLength: 10 }),
      })
      .map(({ interim, status, lines, newline, body }) => {
        const before = `HTTP/1.1 100 C${newline}${newline}`.repeat(interim);
        return Buffer.from(`${before}${[status, ...lines, "", ""].join(newline)}${body}`, "latin1");
      });
    const cut = response.chain((whole) => fc.tuple(fc.constant(whole), inPieces(whole)));
    fc.assert(
      fc.property(cut, ([whole, pieces]) => {
        const expected = read([whole]);
        const got = read(pieces);
        assert.equal(got.progress.kind, expected.progress.kind);
        if (expected.progress.kind === "head" && got.progress.kind === "head") {
          assert.deepEqual(got.progress.head, expected.progress.head);
          assert.equal(got.body, expected.body);
        }
      }),
      { numRuns: 500 },
    );
  });
});
