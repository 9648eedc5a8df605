import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { BerWriter } from "./codec/ber-writer.ts";
import { decodeCommunityMessage, encodeCommunityMessage } from "./codec/community-message.ts";
import { oid } from "./codec/oid.ts";
import { encodeV3Message, decodeV3Message } from "./codec/v3-message.ts";
import { askSnmpEngine, askSnmpSystem } from "./identify-messages.ts";
import { sysDescr, sysName, sysObjectId } from "./mib/system.ts";

/** What an agent answers to a question about its system; `changes` make it lie. */
function answer(question: Buffer, changes: { requestId?: number; version?: 0 | 1 } = {}): Buffer {
  const { version, community, pdu } = decodeCommunityMessage(question);
  return encodeCommunityMessage(new BerWriter(), {
    version: changes.version ?? version,
    community,
    pdu: {
      type: "response",
      requestId: changes.requestId ?? pdu.requestId,
      errorStatus: 0,
      errorIndex: 0,
      varbinds: [
        { oid: sysDescr, type: "octets", value: Buffer.from("a\u0000switch\u0007") },
        { oid: sysName, type: "noSuchObject", value: null },
        { oid: sysObjectId, type: "oid", value: oid("1.3.6.1.4.1.9.1.1208") },
      ],
    },
  });
}

describe("the question for the system", () => {
  for (const version of [1, 2] as const) {
    test(`is answered in v${version}`, () => {
      const { datagram, read } = askSnmpSystem(version, "public");
      assert.equal(decodeCommunityMessage(datagram).community.toString(), "public");
      assert.deepEqual(read(answer(datagram)), {
        sysDescr: "a switch",
        sysName: null,
        sysObjectId: "1.3.6.1.4.1.9.1.1208",
      });
    });

    test(`is not answered by another id or version than that of v${version}, nor by itself`, () => {
      const { datagram, read } = askSnmpSystem(version, "public");
      assert.equal(read(answer(datagram, { requestId: 1 })), null);
      assert.equal(read(answer(datagram, { version: version === 1 ? 1 : 0 })), null);
      assert.equal(read(datagram), null);
    });
  }
});

describe("the question for the engine", () => {
  const engineId = Buffer.from("80001f8880a1b2c3d4", "hex");

  function report(question: Buffer, msgId?: number): Buffer {
    const asked = decodeV3Message(question);
    const header = { ...asked, engineId, engineBoots: 3, engineTime: 77, reportable: false };
    const id = msgId ?? asked.msgId;
    return encodeV3Message(new BerWriter(), { ...header, msgId: id }, asked.payload, 0).bytes;
  }

  test("is answered by its id and clock", () => {
    const { datagram, read } = askSnmpEngine();
    assert.deepEqual(read(report(datagram)), { engineId, boots: 3, timeSec: 77 });
  });

  test("is not answered by another message's id, nor by itself", () => {
    const { datagram, read } = askSnmpEngine();
    assert.equal(read(report(datagram, 5)), null);
    assert.equal(read(datagram), null);
  });
});

test("what is no SNMP is no answer", () => {
  const questions = [askSnmpSystem(1, "public"), askSnmpSystem(2, "public"), askSnmpEngine()];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const { read } of questions) assert.equal(read(Buffer.from(bytes)), null);
    }),
  );
});
