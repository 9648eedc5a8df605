import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { BerCursor } from "./ber.ts";
import { createMessageCutter, DamagedMessage } from "./message-cutter.ts";
import { readMessage } from "./reply.ts";
import { message, pagedResults, result, searchEntry } from "./testing/write-ber.ts";

const anyMessage = fc.oneof(
  fc
    .tuple(
      fc.string(),
      fc.array(fc.tuple(fc.string(), fc.array(fc.uint8Array({ maxLength: 400 })))),
    )
    .map(([dn, attributes]) => message(3, searchEntry(dn, attributes))),
  fc
    .tuple(fc.nat(100), fc.string(), fc.uint8Array())
    .map(([code, text, cookie]) => message(3, result(0x65, code, text), pagedResults(cookie))),
);

test("messages come out as they went in, wherever the network cuts them", () => {
  fc.assert(
    fc.property(
      fc.array(anyMessage),
      fc.array(fc.integer({ min: 1, max: 300 })),
      (messages, cuts) => {
        const cutter = createMessageCutter(1_000_000);
        const stream = Buffer.concat(messages);
        const out: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const length = cuts[turn % cuts.length] ?? stream.length;
          out.push(...cutter.push(stream.subarray(at, at + length)));
          at += length;
        }
        assert.deepEqual(out, messages);
        assert.equal(cutter.isInMessage, false);
      },
    ),
  );
});

test("a message of many pieces is put together once, however many there are", () => {
  const bytes = message(1, searchEntry("CN=x", [["member", [Buffer.alloc(30_000_000)]]]));
  const cutter = createMessageCutter(64_000_000);
  const startedAt = performance.now();
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1400) {
    count += cutter.push(bytes.subarray(at, at + 1400)).length;
  }
  assert.equal(count, 1);
  assert.ok(performance.now() - startedAt < 2000);
});

test("what was written is read: objects with all their values, results with code, words and cookie", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.uniqueArray(fc.stringMatching(/^[a-z;=0-9-]{1,9}$/)),
      fc.array(fc.uint8Array()),
      (dn, names, values) => {
        const attributes = names.map((name) => [name, values] as const);
        const { id, reply } = readMessage(message(7, searchEntry(dn, attributes)));
        assert.ok(id === 7 && reply.kind === "entry");
        assert.equal(reply.entry.dn, Buffer.from(dn).toString());
        const expected = values.map((value) => Buffer.from(value));
        assert.deepEqual(reply.entry.attributes, new Map(names.map((name) => [name, expected])));
      },
    ),
  );
  const { reply } = readMessage(
    message(1, result(0x65, 4, "too many"), pagedResults(Buffer.from([0, 255]))),
  );
  assert.deepEqual(reply, {
    kind: "result",
    code: 4,
    text: "too many",
    cookie: Buffer.from([0, 255]),
  });
});

test("no bytes make the reading of a message fail otherwise, or run long", () => {
  const changed = fc
    .tuple(anyMessage, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 5 }))
    .map(([bytes, changes]) => {
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
      return bytes;
    });
  const anyBytes = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(changed, anyBytes), (bytes) => {
      for (const read of [
        () => readMessage(bytes),
        () => createMessageCutter(1000).push(bytes),
        () => new BerCursor(bytes).integer(bytes[0] ?? 0),
      ]) {
        try {
          read();
        } catch (error) {
          assert.ok(error instanceof DamagedMessage, String(error));
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test("a message of more bytes than are taken is refused before it has come", () => {
  const cutter = createMessageCutter(1000);
  assert.throws(() => cutter.push(Buffer.from("30820400", "hex")), {
    name: "DamagedMessage",
    message: "it sends a message of 1028 bytes, and 1000 are taken",
  });
});
