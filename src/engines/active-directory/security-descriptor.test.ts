import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { DamagedValue } from "./damaged-value.ts";
import type { Ace } from "./domain.ts";
import { createDescriptorReader } from "./security-descriptor.ts";
import {
  aceBytes,
  anyAce,
  anySid,
  descriptorBytes,
  rawAce,
  sidBytes,
} from "./testing/write-descriptor.ts";

const system = "S-1-5-18";
const full: Ace = {
  allow: true,
  sid: system,
  mask: 0xf01ff,
  objectType: null,
  inheritedObjectType: null,
  inherited: false,
  inheritOnly: false,
};

describe("a descriptor reader", () => {
  test("reads what was written: owner, and every entry in its order", () => {
    fc.assert(
      fc.property(fc.option(anySid), fc.array(anyAce, { maxLength: 8 }), (owner, aces) => {
        const bytes = descriptorBytes({ owner, group: system, aces: aces.map(aceBytes) });
        assert.deepEqual(createDescriptorReader()(bytes), { owner, aces });
      }),
    );
  });

  test("tells no DACL, which lets everybody do everything, from an empty one, which lets nobody", () => {
    const read = createDescriptorReader();
    assert.deepEqual(read(descriptorBytes({ owner: system, aces: null })), {
      owner: system,
      aces: null,
    });
    assert.deepEqual(read(descriptorBytes({ owner: system, aces: [] })).aces, []);
  });

  test("gives one object for equal descriptors, and one for equal entries of different ones", () => {
    const read = createDescriptorReader();
    const bytes = descriptorBytes({ owner: system, aces: [aceBytes(full)] });
    const other = descriptorBytes({ owner: "S-1-5-32-544", aces: [aceBytes(full)] });
    assert.equal(read(bytes), read(Buffer.from(bytes)));
    assert.notEqual(read(bytes), read(other));
    assert.equal(read(bytes).aces?.[0], read(other).aces?.[0]);
  });

  test("leaves out entries that audit; with a condition, what allows counts and what denies does not", () => {
    const body = aceBytes(full).subarray(4);
    const ofOne: Ace = { ...full, objectType: "00299570-246d-11d0-a768-00aa006e0529" };
    const conditional = (ace: Ace) =>
      Buffer.concat([aceBytes(ace).subarray(4), Buffer.from("artx")]);
    const types = [0x02, 0x07, 0x11, 0x13, 0xff, 0x0a, 0x0c];
    const aces = [
      ...types.map((type) => rawAce(type, 0, body)),
      rawAce(0x09, 0, conditional(full)),
      rawAce(0x0b, 0, conditional(ofOne)),
    ];
    const { aces: read } = createDescriptorReader()(descriptorBytes({ owner: null, aces }));
    assert.deepEqual(read, [full, ofOne]);
  });

  test("refuses what is cut off anywhere, and what is no descriptor", () => {
    const bytes = descriptorBytes({ owner: system, aces: [aceBytes(full), aceBytes(full)] });
    for (let length = 0; length < bytes.length; length++) {
      assert.throws(() => createDescriptorReader()(bytes.subarray(0, length)), DamagedValue);
    }
    const absolute = Buffer.from(bytes);
    absolute.writeUInt16LE(0x0004, 2);
    assert.throws(() => createDescriptorReader()(absolute), DamagedValue);
  });

  test("never fails otherwise, reads beyond its bytes or runs long, whatever the bytes", () => {
    const read = createDescriptorReader();
    const sound = descriptorBytes({ owner: system, aces: [full, full, full].map(aceBytes) });
    const anyChange = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 6 });
    const changed = anyChange.map((changes) => {
      const bytes = Buffer.from(sound);
      for (const [at, byte] of changes) bytes[at] = byte;
      return bytes;
    });
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 120 })), (bytes) => {
        // Behind it lies another's memory, as in a page of the network's: a SID that must not be read.
        const memory = Buffer.concat([
          bytes,
          ...Array.from({ length: 9 }, () => sidBytes("S-1-9-9")),
        ]);
        let direct: unknown;
        try {
          direct = createDescriptorReader()(new Uint8Array(bytes));
        } catch (error) {
          assert.ok(error instanceof DamagedValue, String(error));
          assert.throws(() => read(memory.subarray(0, bytes.length)), DamagedValue);
          return;
        }
        assert.deepEqual(read(memory.subarray(0, bytes.length)), direct);
      }),
      { numRuns: 5000 },
    );
  });

  test("reads the longest list that there can be in a moment", () => {
    const count = Math.floor((0xffff - 8) / 20);
    const aces = Array.from({ length: count }, (_, mask) =>
      aceBytes({ ...full, sid: "S-1-1-0", mask }),
    );
    const startedAt = performance.now();
    assert.equal(
      createDescriptorReader()(descriptorBytes({ owner: null, aces })).aces?.length,
      count,
    );
    assert.ok(performance.now() - startedAt < 1000);
  });
});
