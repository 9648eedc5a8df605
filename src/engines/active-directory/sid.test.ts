import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DamagedValue } from "./damaged-value.ts";
import { sidText } from "./sid.ts";
import { anySid, sidBytes } from "./testing/write-descriptor.ts";

test("well-known SIDs read as they are written", () => {
  const everyone = Uint8Array.of(1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0);
  assert.equal(sidText(everyone), "S-1-1-0");
  const administrators = Buffer.from("01020000000000052000000020020000", "hex");
  assert.equal(sidText(administrators), "S-1-5-32-544");
});

test("an authority of more than 32 bits is written in hexadecimal digits", () => {
  assert.equal(sidText(Uint8Array.of(1, 0, 0x12, 0, 0, 0, 0, 1)), "S-1-0x120000000001");
});

test("every SID comes back as it was written, whatever stands behind it", () => {
  fc.assert(
    fc.property(anySid, fc.uint8Array({ maxLength: 8 }), (sid, rest) => {
      assert.equal(sidText(Buffer.concat([sidBytes(sid), rest])), sid);
    }),
  );
});

test("bytes that are no SID say so, and nothing else happens", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      try {
        assert.match(sidText(bytes), /^S-1-(\d+|0x[0-9a-f]{12})(-\d+){0,15}$/);
      } catch (error) {
        assert.ok(error instanceof DamagedValue, String(error));
      }
    }),
  );
  assert.throws(() => sidText(sidBytes("S-1-5-32-544").subarray(0, 15)), DamagedValue);
});
