import assert from "node:assert/strict";
import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import { scanUdp } from "#engines/identify";
import { identifyContext } from "#test/identify";
import { until } from "#test/until";
import { encodeDnsQuery } from "./dns-message.ts";
import { dnsProbe } from "./probes/dns.ts";
import { tftpProbe } from "./probes/tftp.ts";
import { talkUdp } from "./udp-talk.ts";

const open: Socket[] = [];
after(() => {
  for (const socket of open) socket.close();
});

interface Responder {
  port: number;
  /** Datagrams that came. */
  heard: Buffer[];
}

/** A server that does with each datagram what it is told. */
async function respond(
  answer: (socket: Socket, question: Buffer, from: RemoteInfo) => void,
  address = "127.0.0.1",
): Promise<Responder> {
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  open.push(socket);
  const heard: Buffer[] = [];
  socket.on("message", (question, from) => {
    heard.push(question);
    answer(socket, question, from);
  });
  socket.bind(0, address);
  await once(socket, "listening");
  return { port: socket.address().port, heard };
}

/** Version 2.90 of dnsmasq, to whomever asks, as a reply to this query. */
function dnsReply(query: Buffer): Buffer {
  const text = Buffer.from("dnsmasq-2.90");
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  const record = Buffer.from("c00c00100003000000000000", "hex");
  record.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([head, query.subarray(12), record, Buffer.from([text.length]), text]);
}

const isDnsQuery = (question: Buffer): boolean =>
  question
    .subarray(2)
    .equals(encodeDnsQuery(0, [{ name: "version.bind", type: 16, class: 3 }]).subarray(2));

const io = identifyContext({ connectTimeoutMs: 60 });
const scan = (port: number, changes = io) => scanUdp("127.0.0.1", [port], changes);

describe("a UDP port", () => {
  test("is found whatever its number, over IPv4 and IPv6", async () => {
    for (const address of ["127.0.0.1", "::1"]) {
      const { port } = await respond((socket, question, from) => {
        if (isDnsQuery(question)) socket.send(dnsReply(question), from.port, from.address);
      }, address);
      const { open: found, looked } = await scanUdp(address, [port], io);
      assert.partialDeepStrictEqual(found, [
        { name: "dns", product: "dnsmasq", version: "2.90", port },
      ]);
      assert.deepEqual(looked, [port]);
    }
  });

  test("that keeps silent is not told open, but was asked twice and waited for", async () => {
    const { port, heard } = await respond(() => undefined);
    const startedAt = performance.now();
    const found = await scan(port);
    assert.deepEqual(found, { open: [], looked: [port], names: [] });
    assert.ok(performance.now() - startedAt >= 2 * io.connectTimeoutMs - 5);
    assert.equal(heard.filter(isDnsQuery).length, 2);
  });

  test("is asked with as many datagrams as the budget gave", async () => {
    let taken = 0;
    const { port, heard } = await respond(() => undefined);
    const budget = {
      take: async (address: string, probes = 1) => {
        assert.equal(address, "127.0.0.1");
        taken += probes;
      },
    };
    await scan(port, { ...io, budget });
    assert.equal(heard.length, taken);
  });

  test("that refuses is asked no further", async () => {
    const { port } = await respond(() => undefined);
    open.pop()?.close();
    let taken = 0;
    const budget = {
      take: async () => {
        taken++;
        await new Promise((done) => setImmediate(done));
      },
    };
    assert.deepEqual(await scan(port, { ...io, budget }), { open: [], looked: [port], names: [] });
    assert.ok(taken < 10, `${taken} datagrams`);
  });

  test("asked twice in one list is asked once", async () => {
    const { port, heard } = await respond(() => undefined);
    const found = await scanUdp("127.0.0.1", [port, port], io);
    assert.deepEqual(found.looked, [port]);
    assert.equal(heard.filter(isDnsQuery).length, 2);
  });
});

describe("a reply", () => {
  test("with another id identifies nothing, though the port is open", async () => {
    const { port } = await respond((socket, question, from) => {
      if (!isDnsQuery(question)) return;
      const reply = dnsReply(question);
      reply.writeUInt16BE(reply.readUInt16BE(0) ^ 1, 0);
      socket.send(reply, from.port, from.address);
    });
    const { open: found } = await scan(port);
    assert.equal(found.length, 1);
    assert.deepEqual(
      [found[0]?.name, found[0]?.product, found[0]?.method, found[0]?.confidence],
      [undefined, undefined, "port", 0],
    );
  });

  test("from another port or another address is not heard", async () => {
    const other = createSocket("udp4").bind(0, "127.0.0.1");
    const stranger = createSocket("udp4").bind(0, "127.0.0.2");
    open.push(other, stranger);
    await Promise.all([once(other, "listening"), once(stranger, "listening")]);
    const { port } = await respond((_socket, question, from) => {
      for (const socket of [other, stranger])
        socket.send(dnsReply(question), from.port, from.address);
    });
    const outcome = await talkUdp("127.0.0.1", port, [dnsProbe], io);
    assert.deepEqual(outcome, { kind: "silent" });
  });

  test("from another port of the same address counts where the protocol wants it so", async () => {
    const other = createSocket("udp4").bind(0, "127.0.0.1");
    const stranger = createSocket("udp4").bind(0, "127.0.0.2");
    open.push(other, stranger);
    await Promise.all([once(other, "listening"), once(stranger, "listening")]);
    const refusal = Buffer.from("\0\x05\0\x01File not found\0", "latin1");
    const tftp = await respond((_socket, _question, from) =>
      other.send(refusal, from.port, from.address),
    );
    const outcome = await talkUdp("127.0.0.1", tftp.port, [tftpProbe], io);
    assert.equal(outcome.kind, "answered");
    const spoofed = await respond((_socket, _question, from) =>
      stranger.send(refusal, from.port, from.address),
    );
    assert.deepEqual(await talkUdp("127.0.0.1", spoofed.port, [tftpProbe], io), { kind: "silent" });
  });

  test("may be huge, endless, or full of control characters: the facts stay small and clean", async () => {
    const bait = `\u001b[2J\0<script>'; drop table assets; --\u202e${"A".repeat(60_000)}`;
    const { port, heard } = await respond((socket, _question, from) => {
      for (let each = 0; each < 30; each++) socket.send(bait, from.port, from.address);
    });
    const { open: found } = await scan(port);
    const banner = found[0]?.banner ?? "";
    assert.ok(heard.length > 0);
    assert.equal(banner.length, 1000);
    assert.ok(banner.startsWith("[2J <script>'; drop table assets; -- AAA"), banner.slice(0, 60));
  });

  test("that is DNS with a circle in it is no answer, and ends", async () => {
    const { port } = await respond((socket, question, from) => {
      if (!isDnsQuery(question)) return;
      const circle = Buffer.concat([
        question.subarray(0, 12),
        Buffer.from("c00cc00c00100003000000000000", "hex"),
      ]);
      circle.writeUInt16BE(0x8180, 2);
      circle.writeUInt16BE(0xffff, 6);
      socket.send(circle, from.port, from.address);
    });
    const { open: found } = await scan(port);
    assert.equal(found[0]?.name, undefined);
  });
});

describe("a scan that is stopped", () => {
  test("ends at once, and what it did not wait for was not looked at", async () => {
    const stop = new AbortController();
    const { port, heard } = await respond(() => undefined);
    const scanning = scan(port, { ...io, connectTimeoutMs: 60_000, signal: stop.signal });
    await until(() => heard.length > 0, { what: "a question" });
    stop.abort();
    assert.deepEqual(await scanning, { open: [], looked: [], names: [] });
    const asked = heard.length;
    assert.deepEqual((await scan(port, { ...io, signal: stop.signal })).looked, []);
    assert.equal(heard.length, asked);
  });

  test("keeps what was answered, and says that there may be more", async () => {
    const stop = new AbortController();
    // Answers the first question of NTP, and never the second.
    const { port, heard } = await respond((socket, question, from) => {
      if (question.length !== 48) return;
      const reply = Buffer.alloc(48);
      reply[0] = 0x24;
      question.copy(reply, 24, 40, 48);
      socket.send(reply, from.port, from.address);
    });
    const scanning = scan(port, { ...io, connectTimeoutMs: 60_000, signal: stop.signal });
    await until(() => heard.some((question) => question.length === 12), {
      what: "the second question",
    });
    stop.abort();
    const { open: found } = await scanning;
    assert.partialDeepStrictEqual(found, [{ name: "ntp", unsettled: true }]);
  });

  test("also ends when the budget refuses to go on", async () => {
    const stop = new AbortController();
    const budget = {
      take: async () => {
        stop.abort();
        stop.signal.throwIfAborted();
      },
    };
    const { port } = await respond(() => undefined);
    assert.deepEqual(await scan(port, { ...io, signal: stop.signal, budget }), {
      open: [],
      looked: [],
      names: [],
    });
  });
});

test("an address that cannot be reached proves nothing", async () => {
  // The kernel refuses to send to a broadcast address.
  const found = await scanUdp("255.255.255.255", [53], io);
  assert.deepEqual(found, { open: [], looked: [], names: [] });
});
