import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { DamagedValue } from "./damaged-value.ts";
import { guidText } from "./guid.ts";
import { guidBytes } from "./testing/write-descriptor.ts";

test("the right to replicate reads as the documentation writes it", () => {
  const bytes = Buffer.from("aaf63111079cd111f79f00c04fc2dcd2", "hex");
  assert.equal(guidText(bytes), "1131f6aa-9c07-11d1-f79f-00c04fc2dcd2");
});

test("every GUID comes back as it was written", () => {
  fc.assert(fc.property(fc.uuid(), (guid) => assert.equal(guidText(guidBytes(guid)), guid)));
});

test("anything but 16 bytes is no GUID", () => {
  for (const length of [0, 15, 17]) {
    assert.throws(() => guidText(new Uint8Array(length)), DamagedValue, String(length));
  }
});
