import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addressesOf,
  addressNumber,
  type AddressRange,
  countAddresses,
  formatAddress,
  mergeRanges,
  parseAddressRange,
  subtractRanges,
} from "./address-ranges.ts";

/** Short ranges close to each other, so that they overlap and touch. */
const range = fc
  .record({
    family: fc.constantFrom(4 as const, 6 as const),
    first: fc.bigInt({ min: 0n, max: 60n }),
    length: fc.bigInt({ min: 0n, max: 12n }),
  })
  .map(({ family, first, length }): AddressRange => ({ family, first, last: first + length }));
const ranges = fc.array(range, { maxLength: 8 });
const members = (list: readonly AddressRange[]) => new Set(addressesOf(list));

const all = (text: string): string[] => {
  const parsed = parseAddressRange(text);
  return parsed === null ? [] : [...addressesOf([parsed])];
};

test("addresses, blocks and both kinds of ranges are read", () => {
  assert.deepEqual(all("10.0.0.7"), ["10.0.0.7"]);
  assert.deepEqual(all("10.0.0.6/31"), ["10.0.0.6", "10.0.0.7"]);
  assert.deepEqual(all("10.0.0.7/30"), ["10.0.0.4", "10.0.0.5", "10.0.0.6", "10.0.0.7"]);
  assert.deepEqual(all("10.0.0.255 - 10.0.1.1"), ["10.0.0.255", "10.0.1.0", "10.0.1.1"]);
  assert.deepEqual(all("10.0.0.254-255"), ["10.0.0.254", "10.0.0.255"]);
  assert.deepEqual(all("2001:DB8::fffe-2001:db8::1:0"), [
    "2001:db8::fffe",
    "2001:db8::ffff",
    "2001:db8::1:0",
  ]);
  assert.deepEqual(all("fd00::/126"), ["fd00::", "fd00::1", "fd00::2", "fd00::3"]);
});

test("what is no range is refused", () => {
  for (const text of [
    "",
    "host",
    "10.0.0.0/33",
    "10.0.0.9-1",
    "10.0.0.1-256",
    "10.0.0.1-fd00::1",
    "fd00::1-5",
    "1-2-3",
    "fe80::1%eth0",
    "[fd00::1]-[fd00::2]",
    "web-01",
  ]) {
    assert.equal(parseAddressRange(text), null, text);
  }
});

test("an address is the same before and after it was a number", () => {
  const ipv4 = fc.ipV4();
  const ipv6 = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
  fc.assert(fc.property(ipv4, (text) => formatAddress(4, addressNumber(text)) === text));
  fc.assert(
    fc.property(ipv6, (number) => {
      const text = formatAddress(6, number);
      // Addresses that stand for IPv4 ones are written with dots.
      if (!text.includes(".")) assert.equal(addressNumber(text), number);
    }),
  );
});

test("merging keeps every address once, in order", () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const merged = mergeRanges(list);
      assert.deepEqual(members(merged), members(list));
      assert.equal(countAddresses(merged), BigInt(members(list).size));
    }),
  );
});

test("subtracting leaves exactly what is in none of the others", () => {
  fc.assert(
    fc.property(ranges, ranges, (list, without) => {
      const left = subtractRanges(list, without);
      assert.deepEqual(members(left), members(list).difference(members(without)));
      assert.equal(countAddresses(left), BigInt(members(left).size));
    }),
  );
});
