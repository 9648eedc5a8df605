import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { summarise } from "./echo-check.ts";
import { mark, packetSize, prepareEcho, writeEcho } from "./echo-packet.ts";
import { Fifo } from "./lane.ts";
import { Sequences } from "./sequences.ts";
import { checksum } from "./testing/echo-responder.ts";

const uint16 = fc.integer({ min: 0, max: 0xffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });

test("every packet has a right checksum, also when its memory is used again", () => {
  const bytes = Buffer.alloc(packetSize);
  const view = new DataView(bytes.buffer, bytes.byteOffset, packetSize);
  for (const family of [4, 6] as const) {
    prepareEcho(view, 0, family);
    fc.assert(
      fc.property(uint16, uint16, uint32, uint32, (id, sequence, serial, secret) => {
        writeEcho(view, 0, family, id, sequence, serial, secret);
        assert.equal(checksum(bytes), 0); // over a packet with its checksum the sum is all ones
        assert.equal(view.getUint16(mark.sequence), sequence);
        assert.equal(view.getUint32(mark.serial), serial);
      }),
    );
  }
});

test("a sequence number is used again only when free, and a late answer to its former user finds nobody", () => {
  const sequences = new Sequences<string>(65_530);
  const first = sequences.take("first", 0);
  const serial = sequences.serialOf(first);
  sequences.free(first, "first");
  const taken = new Set<number>();
  for (let count = 0; count < 65_536; count++) taken.add(sequences.take("later", 0));
  assert.equal(taken.size, 65_536, "all different");
  assert.equal(sequences.take("too many", 0), -1);
  assert.equal(sequences.owner(first, serial), null, "the late answer");
  assert.equal(sequences.owner(first, sequences.serialOf(first)), "later");
  sequences.free(first, "first");
  assert.equal(sequences.take("still too many", 0), -1, "only its owner frees a number");
  sequences.free(first, "later");
  assert.equal(sequences.take("fits", 3), first);
  assert.equal(sequences.packetOf(first), 3);
});

test("mean and jitter are those of the packets that were answered", () => {
  assert.deepEqual(summarise([10, Number.NaN, 14, 11]), { meanMs: 35 / 3, jitterMs: 3.5 });
  assert.deepEqual(summarise([Number.NaN, 7]), { meanMs: 7, jitterMs: -1 });
  assert.deepEqual(summarise([Number.NaN]), { meanMs: 0, jitterMs: -1 });
});

test("a queue gives back in the order of coming, what was put back first", () => {
  const act = fc.oneof(fc.constant("take" as const), fc.constant("back" as const), fc.nat());
  fc.assert(
    fc.property(fc.array(act, { maxLength: 200 }), (acts) => {
      const queue = new Fifo<{ value: number }>();
      const model: { value: number }[] = [];
      let last: { value: number } | undefined;
      for (const each of acts) {
        if (each === "take") {
          last = queue.take();
          assert.equal(last, model.shift());
        } else if (each === "back") {
          if (last === undefined) continue;
          queue.putBack(last);
          model.unshift(last);
          last = undefined;
        } else {
          const item = { value: each };
          queue.push(item);
          model.push(item);
        }
        assert.equal(queue.size, model.length);
      }
    }),
  );
});
