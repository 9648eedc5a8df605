import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { freeUdpPort } from "#test/snmpd";
import { anyDamage } from "../codec/arbitraries.ts";
import { BerReader } from "../codec/ber-reader.ts";
import { BerWriter } from "../codec/ber-writer.ts";
import { encodeCommunityMessage } from "../codec/community-message.ts";
import { oid } from "../codec/oid.ts";
import type { PlainPdu } from "../codec/pdu.ts";
import { createSnmpEngine } from "../index.ts";
import { sysUpTime } from "../mib/system.ts";
import { answerFrom, startTestAgent } from "../test-agent.ts";
import { device, ticks } from "../test-objects.ts";
import { answerWell, names, startWorld } from "./test-world.ts";

const writer = new BerWriter();

after(() => names.close());

describe("a conversation over UDP", { concurrency: true }, () => {
  test("a lost request is repeated", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.handle = (incoming) => {
      if (incoming.count > 1) answerWell(agent, incoming);
    };
    const outcome = await check({}, 1800);
    assert.equal(outcome.cause, null);
    assert.equal(agent.requests.length, 2);
    assert.ok(
      outcome.latencyMs !== null && outcome.latencyMs < 550,
      "of the try that was answered",
    );
  });

  test("a late answer to an earlier try counts, with its true round trip", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    const late: (() => void)[] = [];
    agent.handle = (incoming) => {
      late.push(() => answerWell(agent, incoming));
      if (incoming.count === 2) late[0]?.();
    };
    const outcome = await check({}, 1800);
    assert.equal(outcome.ok, true);
    assert.ok((outcome.latencyMs ?? 0) >= 300, `${outcome.latencyMs} ms`);
  });

  test("silence is a timeout that names tries, time and what it may mean", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    const outcome = await check({ community: "wrong" }, 1500);
    assert.equal(outcome.causeCode, "timeout");
    assert.equal(
      outcome.cause,
      `no SNMP answer from ${agent.target} in 3 tries within 1.5 s: either it is down, or the community or its access list is wrong`,
    );
    assert.equal(agent.requests.length, 0);
  });

  test("a closed port is refused at once, when the device is new and when it had answered before", async () => {
    await using world = await startWorld();
    const { check } = world;
    const closed = `127.0.0.1:${await freeUdpPort()}`;
    const startedAt = performance.now();
    const outcome = await check({}, 3000, closed);
    assert.equal(outcome.causeCode, "refused");
    assert.match(outcome.cause ?? "", /nothing listens on its UDP port/);
    assert.ok(performance.now() - startedAt < 1500);

    const mortal = await startTestAgent(device([]));
    assert.equal((await check({}, 3000, mortal.target)).ok, true);
    await mortal.close();
    const diedAt = performance.now();
    assert.equal((await check({}, 1800, mortal.target)).causeCode, "refused");
    assert.ok(performance.now() - diedAt < 1700, "after the first lost try");
  });

  test("answers with a wrong id, from a stranger or in broken bytes never count", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    await using stranger = await openStranger();
    // Asked once before, the agent is asked from the shared socket, whose port anyone can reach.
    await check({ host: ["uptime"] });
    const lie = (requestId: number): PlainPdu => {
      const varbinds = [ticks(sysUpTime, 666)];
      return { type: "response", requestId, errorStatus: 0, errorIndex: 0, varbinds };
    };
    agent.handle = (incoming) => {
      const { requestId } = incoming.pdu;
      const forged = { version: 1 as const, community: Buffer.from("public"), pdu: lie(requestId) };
      stranger.socket.send(
        encodeCommunityMessage(writer, forged),
        incoming.fromPort,
        "127.0.0.1",
        () => {
          incoming.reply(lie(requestId === 1 ? 2 : requestId - 1));
          incoming.replyRaw(Buffer.from("30820400", "hex"));
          incoming.replyRaw(Buffer.alloc(0));
          answerWell(agent, incoming);
        },
      );
    };
    const outcome = await check({ host: ["uptime"] });
    assert.equal(outcome.host?.[0]?.seconds, 1000);
  });

  test("an answer from another address does not count, and the cause tells of it", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    await using stranger = await openStranger();
    await check();
    agent.handle = ({ pdu, version, fromPort }) => {
      const answer = answerFrom(agent.table, pdu, version);
      const forged = { version, community: Buffer.from("public"), pdu: answer };
      stranger.socket.send(encodeCommunityMessage(writer, forged), fromPort, "127.0.0.1");
    };
    const outcome = await check({}, 1500);
    assert.equal(outcome.causeCode, "timeout");
    assert.match(outcome.cause ?? "", /it answers from 127\.0\.0\.2 port \d+, which was not asked/);
  });

  test("an answer that cannot be read is a protocol failure once the time is over", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.handle = ({ pdu, replyRaw }) => {
      const varbinds = [ticks(sysUpTime, 5)];
      const { requestId } = pdu;
      const whole = {
        type: "response" as const,
        requestId,
        errorStatus: 0,
        errorIndex: 0,
        varbinds,
      };
      const bytes = encodeCommunityMessage(writer, {
        version: 1,
        community: Buffer.from("public"),
        pdu: whole,
      });
      replyRaw(bytes.subarray(0, -1));
    };
    const outcome = await check({}, 1500);
    assert.equal(outcome.causeCode, "protocol");
    assert.match(outcome.cause ?? "", /it sends what is not valid SNMP: the message claims/);
  });

  test("an answer with other objects than were asked for is a protocol failure", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.handle = ({ pdu, reply }) => {
      const varbinds = [ticks(oid("1.3.6.1.2.1.1.4.0"), 5)];
      reply({
        type: "response",
        requestId: pdu.requestId,
        errorStatus: 0,
        errorIndex: 0,
        varbinds,
      });
    };
    const outcome = await check();
    assert.equal(outcome.causeCode, "protocol");
    assert.match(outcome.cause ?? "", /answers with other objects than it was asked for/);
  });

  test("an error that nothing can be done about is named", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    const fail = (errorStatus: number) => {
      agent.handle = ({ pdu, reply }) => {
        reply({
          type: "response",
          requestId: pdu.requestId,
          errorStatus,
          errorIndex: 0,
          varbinds: [],
        });
      };
      return check();
    };
    const access = await fail(16);
    assert.equal(access.causeCode, "credentials");
    assert.match(access.cause ?? "", /refuses access \(authorizationError\)/);
    const other = await fail(13);
    assert.equal(other.causeCode, "protocol");
    assert.match(other.cause ?? "", /SNMP error resourceUnavailable/);
    assert.match((await fail(99)).cause ?? "", /SNMP error status 99/);
  });

  test("a device is asked one thing at a time, whatever number of sensors it has", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    let open = 0;
    let most = 0;
    agent.handle = (incoming) => {
      most = Math.max(most, ++open);
      setImmediate(() => {
        open--;
        answerWell(agent, incoming);
      });
    };
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => check({ interfaces: ["Gi0/2"] })),
    );
    assert.ok(outcomes.every(({ ok }) => ok));
    assert.equal(most, 1);
  });

  test("a conversation without answers does not keep the others of its device waiting for long", async () => {
    await using world = await startWorld();
    const { check } = world;
    const startedAt = performance.now();
    const [wrong, right] = await Promise.all([
      check({ community: "wrong" }, 1600),
      check({}, 1600),
    ]);
    assert.equal(wrong.ok, false);
    assert.equal(right.cause, null);
    assert.ok(performance.now() - startedAt < 2500);
  });

  test("a check that never got its turn says so", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.handle = ({ pdu, version, reply }) => {
      setTimeout(() => reply(answerFrom(agent.table, pdu, version, 1)), 150);
    };
    const [, second] = await Promise.all([check({ interfaces: ["Gi0/1"] }, 1500), check({}, 600)]);
    assert.equal(second.causeCode, "timeout");
    assert.match(
      second.cause ?? "",
      /was not asked within 0\.6 s: earlier checks of the same device/,
    );
  });

  test("IPv6 works like IPv4", async () => {
    await using world = await startWorld("::1");
    const { agent, check } = world;
    const outcome = await check({ interfaces: ["Gi0/1"] }, 2000, `[0:0::1]:${agent.port}`);
    assert.equal(outcome.cause, null);
    assert.equal(outcome.address, "::1");
    const closed = `[::1]:${await freeUdpPort("::1")}`;
    assert.equal((await check({}, 900, closed)).causeCode, "refused");
  });
});

test("no bytes whatsoever from an agent make a check reject, or outlast its deadline", async () => {
  await using world = await startWorld();
  const { agent } = world;
  const damages = fc.sample(anyDamage, 200);
  agent.handle = ({ pdu, version, replyRaw }) => {
    const damage = damages[agent.requests.length % damages.length];
    const answer = answerFrom(agent.table, pdu, version);
    const message = { version, community: Buffer.from("public"), pdu: answer };
    const bytes = encodeCommunityMessage(writer, message);
    const idEnd = endOfId(bytes);
    replyRaw(Buffer.concat([bytes.subarray(0, idEnd), damage?.(bytes.subarray(idEnd)) ?? bytes]));
  };
  const snmp = { version: "2c", community: "public" } as const;
  const spec = { type: "snmp" as const, target: agent.target, snmp };
  const rounds = Array.from({ length: 20 }, async () => {
    const own = createSnmpEngine({ names });
    for (let each = 0; each < 10; each++) {
      const startedAt = performance.now();
      const asked = { ...spec, interfaces: ["Gi0/1"], host: ["storage", "cpu"] };
      const outcome = await own.check(asked, { timeoutMs: 40 });
      assert.ok(outcome.ok || (outcome.cause ?? "").length > 0);
      assert.notEqual(outcome.causeCode, "internal", outcome.cause ?? "");
      assert.ok(performance.now() - startedAt < 1000);
    }
    await own.close();
  });
  await Promise.all(rounds);
});

/** A socket on an address that is not the agent's. */
async function openStranger() {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.2");
  await once(socket, "listening");
  return { socket, [Symbol.asyncDispose]: () => new Promise<void>((done) => socket.close(done)) };
}

/** Where the request id ends: what comes before it stays whole, so that the rest is looked at. */
function endOfId(bytes: Buffer): number {
  const reader = new BerReader(bytes);
  reader.enter(0x30, "the message");
  reader.integer("the version");
  reader.octets("the community");
  reader.anyHeader("the PDU");
  reader.integer("the request id");
  return reader.position;
}
