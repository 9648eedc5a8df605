import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ServerFlight, type ServerReply } from "./server-flight.ts";

/** What is understood of bytes that come in these pieces. */
function readIn(pieces: readonly Buffer[]): ServerReply | null {
  const flight = new ServerFlight();
  for (const piece of pieces) {
    const reply = flight.receive(piece);
    if (reply !== null) return reply;
  }
  return flight.soFar;
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [0, ...ends].map((from, i) => bytes.subarray(from, ends[i] ?? bytes.length));
}

/** A flight of TLS 1.2 with a certificate of these bytes, its messages spread over records of `recordLength`. */
function flight(certificate: Buffer, recordLength: number): Buffer {
  const message = (type: number, body: Buffer) =>
    Buffer.concat([Buffer.from([type, 0, body.length >> 8, body.length & 255]), body]);
  const length = (bytes: number) => Buffer.from([0, bytes >> 8, bytes & 255]);
  const hello = Buffer.concat([
    Buffer.from([3, 3]),
    Buffer.alloc(32, 1),
    Buffer.from([0, 0xc0, 0x2f, 0]),
  ]);
  const chain = Buffer.concat([
    length(certificate.length + 3),
    length(certificate.length),
    certificate,
  ]);
  const messages = Buffer.concat([
    message(2, hello),
    message(11, chain),
    message(14, Buffer.alloc(0)),
  ]);
  const records: Buffer[] = [];
  for (let at = 0; at < messages.length; at += recordLength) {
    const content = messages.subarray(at, at + recordLength);
    records.push(Buffer.from([22, 3, 3, content.length >> 8, content.length & 255]), content);
  }
  return Buffer.concat(records);
}

const anyCuts = fc.array(fc.nat(), { maxLength: 10 });

test("a flight reads the same however it is cut into records and pieces", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 3000 }),
      fc.integer({ min: 1, max: 4000 }),
      anyCuts,
      (bytes, recordLength, cuts) => {
        const certificate = Buffer.from(bytes);
        const reply = readIn(cut(flight(certificate, recordLength), cuts));
        assert.deepEqual(reply, { kind: "agrees", version: 0x0303, cipher: 0xc02f, certificate });
      },
    ),
  );
});

test("bytes of any kind are understood the same in one piece and in many, and never throw", () => {
  const valid = flight(Buffer.from("certificate"), 40);
  const spoilt = fc
    .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 4 })
    .map((spots) => {
      const bytes = Buffer.from(valid);
      for (const [at, value] of spots) bytes.writeUInt8(value, at);
      return bytes;
    });
  const anyBytes = fc.oneof(
    spoilt,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => Buffer.concat([Buffer.from([22, 3, 1]), bytes])),
  );
  fc.assert(
    fc.property(anyBytes, anyCuts, (bytes, cuts) => {
      assert.deepEqual(readIn(cut(bytes, cuts)), readIn([bytes]));
    }),
    { numRuns: 500 },
  );
});

test("an endless message is not kept", () => {
  const head = Buffer.from([22, 3, 3, 0x40, 0, 2, 0xff, 0xff, 0xff]);
  assert.deepEqual(readIn([head, Buffer.alloc(16_380)]), { kind: "foreign" });
});
