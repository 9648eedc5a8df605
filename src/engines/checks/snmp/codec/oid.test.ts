import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyOid, dottedOid } from "./arbitraries.ts";
import { DecodeError } from "./decode-error.ts";
import { arcsBelow, child, compareOids, formatOid, isBelow, oid, readOid } from "./oid.ts";

function arcsOf(dotted: string): number[] {
  return dotted.split(".").map(Number);
}

test("dotted form to wire form and back is the same", () => {
  fc.assert(
    fc.property(dottedOid, (dotted) => {
      assert.equal(formatOid(oid(dotted)), dotted);
      const bytes = Buffer.from(oid(dotted), "latin1");
      assert.equal(readOid(bytes, 0, bytes.length), oid(dotted));
    }),
  );
});

test("the order is that of the arcs as numbers, not of the bytes", () => {
  const byArcs = (a: number[], b: number[]): number => {
    const at = a.findIndex((arc, index) => arc !== b[index]);
    if (at < 0) return a.length - b.length;
    return at >= b.length ? 1 : (a[at] ?? 0) - (b[at] ?? 0);
  };
  fc.assert(
    fc.property(dottedOid, dottedOid, (a, b) => {
      const expected = Math.sign(byArcs(arcsOf(a), arcsOf(b)));
      assert.equal(Math.sign(compareOids(oid(a), oid(b))), expected, `${a} and ${b}`);
    }),
  );
  // 16383 is ff 7f, 16384 is 81 80 00: the bytes stand the other way round.
  assert.ok(compareOids(oid("1.3.16383"), oid("1.3.16384")) < 0);
});

test("a child is below its parent, with its own arcs", () => {
  fc.assert(
    fc.property(
      anyOid,
      fc.array(fc.nat({ max: 0xffff_ffff }), { minLength: 1, maxLength: 5 }),
      (parent, arcs) => {
        const whole = child(parent, ...arcs);
        assert.ok(isBelow(whole, parent));
        assert.ok(!isBelow(parent, whole) && !isBelow(parent, parent));
        assert.deepEqual(arcsBelow(whole, parent), arcs);
        assert.ok(compareOids(parent, whole) < 0);
      },
    ),
  );
});

test("what is no OID is refused when written", () => {
  for (const text of [
    "",
    "1",
    "1.",
    ".1",
    "3.1",
    "1.40",
    "1.3.4294967377",
    "1.3.-1",
    "a.b",
    "1..3",
  ]) {
    assert.throws(() => oid(text), RangeError, text);
  }
  assert.throws(() => child(oid("1.3"), -1), RangeError);
  assert.throws(() => child(oid("1.3"), 1.5), RangeError);
});

test("an encoding that is empty, cut off, padded, too large or too long is refused", () => {
  const bad = ["", "2b86", "2b8001", "2bffffffff7f", `2b${"01".repeat(127)}`];
  for (const hex of bad) {
    const bytes = Buffer.from(hex, "hex");
    assert.throws(() => readOid(bytes, 0, bytes.length), DecodeError, hex);
  }
  const longest = Buffer.from(`2b${"01".repeat(126)}`, "hex");
  assert.equal(formatOid(readOid(longest, 0, longest.length)).split(".").length, 128);
});
