import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { formatPortList, InvalidPortList, parsePortList } from "./port-list.ts";

test("a list of ports reads back as it was written", () => {
  const port = fc.integer({ min: 1, max: 65_535 });
  fc.assert(
    fc.property(fc.uniqueArray(port, { minLength: 1, maxLength: 200 }), (ports) => {
      assert.deepEqual(
        parsePortList(formatPortList(ports)),
        ports.toSorted((a, b) => a - b),
      );
    }),
  );
});

test("ranges and repetitions become ascending ports, each once", () => {
  assert.deepEqual(parsePortList("80, 21-23,22, 443"), [21, 22, 23, 80, 443]);
  assert.equal(formatPortList([443, 22, 21, 23, 80]), "21-23,80,443");
  assert.equal(formatPortList([]), "");
  assert.equal(parsePortList("1-65535").length, 65_535);
});

test("what is no list of ports is refused by a sentence that names the part", () => {
  for (const text of ["", "22,", "0", "65536", "http", "-5", "1-2-3", "22;80", "8.5", "99999999"]) {
    assert.throws(() => parsePortList(text), InvalidPortList, text);
  }
  assert.throws(() => parsePortList("22,90-80"), /range of ports 90-80 ends before it begins/);
  assert.throws(() => parsePortList("22,ssh"), /"ssh" is no port/);
});
