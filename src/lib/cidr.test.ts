import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAddressSet, parseCidr } from "./cidr.ts";

test("blocks and single addresses are read, everything else is not", () => {
  assert.deepEqual(parseCidr("10.0.0.0/8"), { address: "10.0.0.0", family: 4, prefix: 8 });
  assert.deepEqual(parseCidr(" 10.0.0.1 "), { address: "10.0.0.1", family: 4, prefix: 32 });
  assert.deepEqual(parseCidr("fd00::/8"), { address: "fd00::", family: 6, prefix: 8 });
  assert.deepEqual(parseCidr("::1"), { address: "::1", family: 6, prefix: 128 });
  assert.deepEqual(parseCidr("0.0.0.0/0"), { address: "0.0.0.0", family: 4, prefix: 0 });
  const bad = [
    "",
    "/",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10/8",
    "::/129",
  ];
  for (const text of [...bad, "example.net", "[::1]", "fe80::1%eth0", "::ffff:10.0.0.0/104"]) {
    assert.equal(parseCidr(text), null, text);
  }
});

test("an IPv4 address is in a block exactly when their leading bits agree, however it is written", () => {
  const uint32 = fc.oneof(
    fc.integer({ min: 0, max: 0xffffffff }),
    fc.integer({ min: 0x0a000000, max: 0x0a00ffff }),
  );
  const dotted = (n: number) => [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join(".");
  fc.assert(
    fc.property(uint32, uint32, fc.integer({ min: 0, max: 32 }), (block, address, prefix) => {
      const cidr = parseCidr(`${dotted(block)}/${prefix}`);
      assert.ok(cidr !== null);
      const set = createAddressSet([cidr]);
      const within = prefix === 0 || (block ^ address) >>> (32 - prefix) === 0;
      assert.equal(set.has(dotted(address)), within);
      assert.equal(set.has(`::ffff:${dotted(address)}`), within);
    }),
  );
});

test("IPv6 addresses are found with and without zone, and names never are", () => {
  const blocks = ["fd00::/8", "fe80::/10"]
    .map((text) => parseCidr(text))
    .filter((cidr) => cidr !== null);
  const set = createAddressSet(blocks);
  assert.ok(set.has("fd00:1::2") && set.has("fe80::1%eth0") && set.has("FD12::1"));
  assert.ok(!set.has("2001:db8::1") && !set.has("10.0.0.1") && !set.has("fd00.example.net"));
  assert.ok(!createAddressSet([]).has("10.0.0.1"));
});
