import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyDamage, anyPdu } from "./arbitraries.ts";
import { BerWriter } from "./ber-writer.ts";
import { decodeCommunityMessage, encodeCommunityMessage } from "./community-message.ts";
import { DecodeError } from "./decode-error.ts";
import { oid } from "./oid.ts";
import { peekId } from "./peek-id.ts";
import type { Pdu } from "./pdu.ts";
import {
  decodeScopedPdu,
  decodeV3Message,
  encodeScopedPdu,
  encodeV3Message,
} from "./v3-message.ts";

const writer = new BerWriter();
const bytes = fc.uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content));

function communityBytes(pdu: Pdu): Buffer {
  return encodeCommunityMessage(writer, { version: 1, community: Buffer.from("public"), pdu });
}

const v3Header = fc.record({
  msgId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  maxSize: fc.integer({ min: 484, max: 2 ** 31 - 1 }),
  auth: fc.constant(true),
  priv: fc.boolean(),
  reportable: fc.boolean(),
  engineId: bytes,
  engineBoots: fc.nat({ max: 2 ** 31 - 1 }),
  engineTime: fc.nat({ max: 2 ** 31 - 1 }),
  user: bytes,
  privParams: bytes,
});

/** Runs a decoder on what may be anything; only its own error may come. */
function neverElse(decode: () => unknown): void {
  try {
    decode();
  } catch (error) {
    assert.ok(error instanceof DecodeError, String(error));
    assert.ok(error.message.length > 5);
  }
}

test("a v1 or v2c message reads back as it was written", () => {
  fc.assert(
    fc.property(
      anyPdu,
      bytes,
      fc.constantFrom(0 as const, 1 as const),
      (pdu, community, version) => {
        const message = { version, community, pdu };
        const datagram = encodeCommunityMessage(writer, message);
        assert.deepEqual(decodeCommunityMessage(datagram), message);
        assert.equal(peekId(datagram), pdu.requestId);
      },
    ),
  );
});

test("a v3 message reads back as it was written, with its digest where it says", () => {
  fc.assert(
    fc.property(
      anyPdu,
      v3Header,
      bytes,
      bytes,
      fc.nat({ max: 48 }),
      (pdu, header, context, engine, digestLength) => {
        const scoped = { contextEngineId: engine, contextName: context, pdu };
        const payload = encodeScopedPdu(writer, scoped);
        const { bytes: datagram, digestAt } = encodeV3Message(
          writer,
          header,
          payload,
          digestLength,
        );
        const message = decodeV3Message(datagram);
        for (const [name, value] of Object.entries(header)) {
          assert.deepEqual(message[name as keyof typeof header], value, name);
        }
        assert.equal(message.digestAt, digestAt);
        assert.deepEqual(message.digest, Buffer.alloc(digestLength));
        assert.deepEqual(decodeScopedPdu(message.payload), scoped);
        assert.equal(peekId(datagram), header.msgId);
      },
    ),
  );
});

test("octets after a message are padding, octets too many inside of it are not", () => {
  const datagram = communityBytes({
    type: "get",
    requestId: 7,
    errorStatus: 0,
    errorIndex: 0,
    varbinds: [],
  });
  const padded = Buffer.concat([datagram, Buffer.alloc(9)]);
  assert.deepEqual(decodeCommunityMessage(padded), decodeCommunityMessage(datagram));
  const stuffed = Buffer.concat([datagram, Buffer.of(5, 0)]);
  stuffed[1] = (stuffed[1] ?? 0) + 2;
  assert.throws(() => decodeCommunityMessage(stuffed), DecodeError);
});

test("no damage to a message makes a decoder throw anything but its own error", () => {
  fc.assert(
    fc.property(anyPdu, v3Header, anyDamage, (pdu, header, damage) => {
      const community = damage(communityBytes(pdu));
      neverElse(() => decodeCommunityMessage(community));
      peekId(community);
      const scoped = { contextEngineId: header.engineId, contextName: Buffer.alloc(0), pdu };
      const payload = encodeScopedPdu(writer, scoped);
      const v3 = damage(encodeV3Message(writer, header, payload, 12).bytes);
      neverElse(() => decodeV3Message(v3));
      neverElse(() => decodeScopedPdu(damage(payload)));
      peekId(v3);
    }),
    { numRuns: 2000 },
  );
});

test("random bytes never make a decoder throw anything but its own error", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (random) => {
      const datagram = Buffer.from(random);
      neverElse(() => decodeCommunityMessage(datagram));
      neverElse(() => decodeV3Message(datagram));
      neverElse(() => decodeScopedPdu(datagram));
      peekId(datagram);
    }),
    { numRuns: 2000 },
  );
});

test("lengths that lie, deep nesting and foreign forms of BER are refused in words", () => {
  const cases: [string, RegExp][] = [
    ["", /ends too early/],
    ["30", /ends before its length/],
    ["3080", /length of 0 octets/],
    ["3085ffffffffff", /length of 5 octets/],
    ["3084ffffffff", /claims 4294967295 octets/],
    ["30820001", /claims 1 octets where 0 are left/],
    ["3003020101", /the message ends too early/],
    ["30030201ff", /version is -1/],
    ["30".repeat(2000), /claims|tag/],
    ["0403020101", /tag 0x04, not 0x30/],
    ["300a0201010400bf1f820100", /0xbf is no kind of PDU/],
  ];
  for (const [hex, reason] of cases) {
    assert.throws(() => decodeCommunityMessage(Buffer.from(hex, "hex")), reason, hex.slice(0, 40));
  }
});

test("numbers as real agents mis-encode them are read as they are meant", () => {
  const varbind = (value: string) => {
    const body = Buffer.from(`06022b01${value}`, "hex");
    const list = Buffer.concat([Buffer.of(0x30, body.length + 2, 0x30, body.length), body]);
    const pdu = Buffer.concat([Buffer.from("020101020100020100", "hex"), list]);
    const inner = Buffer.concat([Buffer.from("0201010400a2", "hex"), Buffer.of(pdu.length), pdu]);
    const datagram = Buffer.concat([Buffer.of(0x30, inner.length), inner]);
    return decodeCommunityMessage(datagram).pdu.varbinds[0]?.value;
  };
  assert.equal(varbind("4104ffffffff"), 0xffff_ffff, "a Counter32 without its leading zero");
  assert.equal(varbind("420500ffffffff"), 0xffff_ffff);
  assert.equal(varbind("4208000000000000002a"), 42, "a Gauge32 in eight octets");
  assert.equal(
    varbind("4608ffffffffffffffff"),
    (1n << 64n) - 1n,
    "a Counter64 without its leading zero",
  );
  assert.equal(varbind("460900ffffffffffffffff"), (1n << 64n) - 1n);
  assert.equal(varbind("020200ff"), 255);
  assert.equal(varbind("0202ffff"), -1, "an INTEGER with its sign repeated");
  for (const bad of [
    "4100",
    "41050100000000",
    "460901ffffffffffffffff",
    "0200",
    "02087fffffffffffffff",
  ]) {
    assert.throws(() => varbind(bad), DecodeError, bad);
  }
});

test("a message that would not fit into a datagram is refused when written", () => {
  const varbinds = [{ oid: oid("1.3.6"), type: "octets" as const, value: Buffer.alloc(66_000) }];
  const pdu = { type: "response" as const, requestId: 1, errorStatus: 0, errorIndex: 0, varbinds };
  assert.throws(() => communityBytes(pdu), /longer than 65507/);
});
