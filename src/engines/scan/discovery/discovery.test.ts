import assert from "node:assert/strict";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { after, before, describe, test } from "node:test";
import { until } from "#test/until";
import { createArpTable, createReverseNames, vendorOf } from "./index.ts";

const arpText = `IP address       HW type     Flags       HW address            Mask     Device
10.0.0.1         0x1         0x2         00:0C:29:01:02:03     *        eth0
10.0.0.2         0x1         0x0         00:00:00:00:00:00     *        eth0
10.0.0.3         0x1         0x6         02:00:00:00:00:03     *        eth0
10.0.0.4         0x1         0x2         <incomplete>          *        eth0
garbage
`;

test("the ARP table tells who answers: no incomplete entry, and none that a person wrote", () => {
  const arp = createArpTable(() => arpText);
  assert.equal(arp.macOf("10.0.0.1"), "00:0c:29:01:02:03");
  assert.equal(arp.answers("10.0.0.1"), true);
  for (const address of ["10.0.0.2", "10.0.0.4", "10.0.0.9", "garbage"]) {
    assert.equal(arp.answers(address), false, address);
    assert.equal(arp.macOf(address), null, address);
  }
  assert.equal(arp.answers("10.0.0.3"), false);
  assert.equal(arp.macOf("10.0.0.3"), "02:00:00:00:00:03");
});

test("who has just answered is found, though the table was read a moment before", () => {
  let text = "";
  const arp = createArpTable(() => text);
  assert.equal(arp.macOf("10.0.0.1"), null);
  text = arpText;
  assert.equal(arp.macOf("10.0.0.1"), "00:0c:29:01:02:03");
});

test("vendors are known by the first three bytes; made-up addresses have none", () => {
  assert.equal(vendorOf("00:0c:29:12:34:56"), "VMware");
  assert.match(vendorOf("b8:27:eb:00:00:01") ?? "", /Raspberry Pi/);
  assert.match(vendorOf("00:00:0c:00:00:01") ?? "", /Cisco/);
  assert.equal(vendorOf("52:54:00:00:00:01"), "QEMU virtual machine");
  assert.equal(vendorOf("02:42:ac:11:00:02"), null);
  assert.equal(vendorOf("ff:ff:ff:ff:ff:ff"), null);
});

describe("names from DNS", () => {
  let server: Socket;
  let questions = 0;
  let answer: (query: Buffer) => Buffer | null = () => null;
  before(async () => {
    server = createSocket("udp4", (query, from) => {
      questions++;
      const reply = answer(query);
      if (reply !== null) server.send(reply, from.port, from.address);
    }).bind(0, "127.0.0.1");
    await once(server, "listening");
  });
  after(() => server.close());
  const names = (tell: (sentence: string) => void = assert.fail) =>
    createReverseNames(tell, [`127.0.0.1:${server.address().port}`]);

  test("are asked for by the address, IPv4 and IPv6, and are printable, in lower case", async () => {
    const asked: string[] = [];
    answer = (query) => {
      asked.push(
        query
          .subarray(12, questionEnd(query) - 5)
          .toString("latin1")
          .replaceAll(/[^0-9a-z-]/g, "."),
      );
      return pointers(query, ["WWW.Example.test", "evil\n\xe9<b>.test"]);
    };
    const reverse = names();
    for (const address of ["10.0.1.200", "2001:db8::a1"]) {
      const [name, evil] = await reverse.namesOf(address);
      assert.equal(name, "www.example.test");
      assert.match(evil ?? "", /^evil[\x21-\x7e]+<b>\.test$/);
    }
    assert.deepEqual(asked, [
      ".200.1.0.10.in-addr.arpa",
      ".1.a.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa",
    ]);
    reverse.close();
  });

  test("are not asked for where DNS knows none", async () => {
    questions = 0;
    const reverse = names();
    for (const address of ["127.0.0.1", "::1", "169.254.1.1", "fe80::1"]) {
      assert.deepEqual(await reverse.namesOf(address), []);
    }
    assert.equal(questions, 0);
    reverse.close();
  });

  test("a resolver that fails again and again is left alone for a while, and that is told", async () => {
    answer = (query) => failure(query, 2); // SERVFAIL
    const told: string[] = [];
    const reverse = names((sentence) => told.push(sentence));
    for (let each = 1; each <= 5; each++) {
      assert.deepEqual(await reverse.namesOf(`10.0.0.${each}`), []);
    }
    await until(() => told.length > 0, { what: "it is told" });
    questions = 0;
    assert.deepEqual(await reverse.namesOf("10.0.0.9"), []);
    assert.equal(questions, 0);
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /without names from DNS for 60 s: 127\.0\.0\.1:\d+ failed 5 times/);
    reverse.close();
  });

  test("that an address has none is no failure of the resolver", async () => {
    answer = (query) => failure(query, 3); // NXDOMAIN
    const reverse = names();
    for (let each = 1; each <= 12; each++) {
      assert.deepEqual(await reverse.namesOf(`10.0.1.${each}`), []);
    }
    reverse.close();
  });
});

/** RFC 1035: the query with a return code. */
function failure(query: Buffer, code: number): Buffer {
  const reply = Buffer.from(query.subarray(0, questionEnd(query)));
  reply.writeUInt16BE(0x8180 | code, 2);
  reply.writeUInt16BE(0, 6);
  reply.writeUInt16BE(0, 8);
  reply.writeUInt16BE(0, 10);
  return reply;
}

/** The query with PTR records as its answer. */
function pointers(query: Buffer, names: readonly string[]): Buffer {
  const head = failure(query, 0);
  head.writeUInt16BE(names.length, 6);
  const records = names.map((name) => {
    const labels = name
      .split(".")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")]));
    const data = Buffer.concat([...labels, Buffer.from([0])]);
    const fixed = Buffer.from("c00c000c00010000003c0000", "hex"); // name, PTR, IN, 60 s, length
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([head, ...records]);
}

function questionEnd(query: Buffer): number {
  return query.indexOf(0, 12) + 5;
}
