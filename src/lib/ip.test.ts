import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  formatHostPort,
  formatIpBytes,
  InvalidTarget,
  ipWords,
  parseHost,
  parseHostPort,
  parseIp,
} from "./ip.ts";

test("host and port are read in every form that people write", () => {
  for (const [text, host, port] of [
    ["10.0.0.3:22", "10.0.0.3", 22],
    [" example.net:443 ", "example.net", 443],
    ["[::1]:22", "::1", 22],
    ["[fe80::1%eth0]:161", "fe80::1%eth0", 161],
    ["sw_1.lab.:1", "sw_1.lab.", 1],
    ["bücher.example:65535", "bücher.example", 65535],
  ] as const) {
    assert.deepEqual(parseHostPort(text), { host, port }, text);
  }
  for (const text of ["10.0.0.3", "example.net", "::1", "[::1]"]) {
    assert.equal(parseHostPort(text, 161).port, 161, text);
  }
});

test("what is no target is refused with a sentence that names it", () => {
  for (const [text, expected] of [
    ["10.0.0.3", /has no port; write host:port/],
    ["::1", /has no port; write host:port, for example \[::1\]:443/],
    ["2001:db8::1:80:x", /is not a port|write an IPv6 address/],
    ["a:b:80", /write an IPv6 address with a port as \[address\]:port/],
    ["host:0", /"0" is not a port/],
    ["host:65536", /"65536" is not a port/],
    ["host:+80", /"\+80" is not a port/],
    ["host:8e1", /"8e1" is not a port/],
    ["host:", /"" is not a port/],
    [":80", /names no host/],
    ["[::1:80", /write an IPv6 address|neither/],
    ["[10.0.0.1]:80", /only an IPv6 address stands in brackets/],
    ["user@host:80", /"@" cannot stand in a host name/],
    ["a b:80", /" " cannot stand in a host name/],
    ["a\u0000b:80", /cannot stand in a host name/],
    ["http://host:80", /write an IPv6|cannot stand/],
    ["a..b:80", /is not a host name/],
    [`${"a".repeat(64)}:80`, /is not a host name/],
    [`${"a".repeat(5000)}:80`, /too long/],
  ] as const) {
    assert.throws(
      () => parseHostPort(text),
      (error: Error) => {
        assert.ok(error instanceof InvalidTarget, text);
        assert.match(error.message, expected);
        assert.ok(error.message.length < 300, "a long target is shortened");
        return true;
      },
    );
  }
  assert.throws(() => parseHost("10.0.0.1:80"), /no port belongs here/);
});

test("no text makes the parser throw anything but InvalidTarget, and what it accepts it reads again the same", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority(), fc.ipV6()), (text) => {
      try {
        const read = parseHostPort(text, 1);
        assert.deepEqual(parseHostPort(formatHostPort(read.host, read.port)), read);
      } catch (error) {
        assert.ok(error instanceof InvalidTarget, String(error));
      }
    }),
  );
});

test("an IPv4 address in IPv6 clothes is IPv4, and shorthand is no address", () => {
  for (const text of ["::ffff:169.254.169.254", "::FFFF:a9fe:a9fe", "[0:0:0:0:0:ffff:a9fe:a9fe]"]) {
    assert.deepEqual(parseIp(text), { address: "169.254.169.254", family: 4 }, text);
  }
  for (const text of ["127.1", "0x7f.0.0.1", "2130706433", "[127.0.0.1]", "1.2.3.4.5", "", "::g"]) {
    assert.equal(parseIp(text), null, text);
  }
});

test("an IPv6 address has one spelling, whatever was written", () => {
  for (const text of ["2001:DB8::1", "2001:db8:0:0:0:0:0:1", "[2001:0db8::0:1]"]) {
    assert.deepEqual(parseIp(text), { address: "2001:db8::1", family: 6 }, text);
  }
  assert.equal(parseIp("FE80:0::1%eth0")?.address, "fe80::1%eth0");
});

test("an address survives being words and bytes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const literal = parseIp(text);
      assert.ok(literal);
      const bytes = Buffer.concat(
        ipWords(literal.address).map((word) => {
          const four = Buffer.alloc(4);
          four.writeUInt32BE(word);
          return four;
        }),
      );
      assert.deepEqual(ipWords(formatIpBytes(bytes)), ipWords(literal.address));
      assert.equal(bytes.length, literal.family === 4 ? 4 : 16);
    }),
  );
  assert.deepEqual(ipWords("127.0.0.1"), [0x7f000001]);
  assert.deepEqual(ipWords("2001:db8::1"), [0x20010db8, 0, 0, 1]);
});
