import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { after, before, describe, test } from "node:test";
import type { CheckOutcome } from "#engines/check-types";
import { type Snmpd, startSnmpd } from "#test/snmpd";
import { until } from "#test/until";
import { createNameCache } from "../names/index.ts";
import { enterOwnNetwork, ip } from "../own-network.ts";
import { createSnmpEngine, discoverSnmp } from "./index.ts";

enterOwnNetwork();
for (const words of [
  "link add uplink type veth peer name peer0",
  "link add access type veth peer name peer1",
  "addr add 10.78.0.1/24 dev uplink",
  "link add spare type veth peer name peer2",
  "link add lasting type veth peer name peer3",
]) {
  ip(words);
}
for (const name of ["uplink", "peer0", "access", "peer1", "lasting", "peer3"])
  ip(`link set ${name} up`);
// The neighbour does not exist: what is sent there goes out of uplink and into peer0.
ip("neigh add 10.78.0.2 lladdr 02:00:00:00:00:02 dev uplink nud permanent");

/** net-snmp's agent reads interfaces anew every 3 s, unless its nsCacheTimeout for ifTable is set. */
const nsCacheTimeout = ".1.3.6.1.4.1.8072.1.5.3.1.2.1.3.6.1.2.1.2.2";
const patienceMs = 10_000;
const community = { version: "2c", community: "public" } as const;
const names = createNameCache({ permit: () => null });

describe("a Linux router with net-snmp's agent, whose links change", { concurrency: true }, () => {
  let agent: Snmpd;
  /** As it comes: it shows an interface that is gone as switched off, for five minutes. */
  let lenient: Snmpd;
  const engine = createSnmpEngine({ names });

  before(async () => {
    agent = await startSnmpd("rwcommunity public\ninterface_fadeout 1\n");
    lenient = await startSnmpd("rwcommunity public\n");
    for (const { target } of [agent, lenient]) {
      const words = ["-v2c", "-c", "public", "-m", "", target, nsCacheTimeout, "i", "1"];
      execFileSync("snmpset", words, { stdio: "pipe" });
    }
  });
  after(async () => {
    await engine.close();
    await agent.close();
    await lenient.close();
    names.close();
  });

  const check = (interfaces: string[], { target } = agent): Promise<CheckOutcome> => {
    const spec = { type: "snmp" as const, target, snmp: community, interfaces, host: [] };
    return engine.check(spec, { timeoutMs: 2000 });
  };

  test("traffic shows as a rate on both ends of the link", async () => {
    const first = await check(["uplink", "peer0"]);
    assert.equal(first.cause, null);
    assert.deepEqual(
      first.interfaces?.map(({ speedBps, inBps, outBps }) => [speedBps, inBps, outBps]),
      [
        [10_000_000_000, null, null],
        [10_000_000_000, null, null],
      ],
    );
    await send("10.78.0.2", 1000, 1000);
    const outcome = await until(
      async () => {
        const next = await check(["uplink", "peer0"]);
        return (next.interfaces?.[0]?.outBps ?? 0) > 0 ? next : null;
      },
      { timeoutMs: patienceMs, what: "a rate" },
    );
    const [uplink, peer] = outcome.interfaces ?? [];
    // A megabyte in 3 to 10 seconds, with 42 octets of headers for each packet.
    assert.ok(
      (uplink?.outBps ?? 0) > 600_000 && (uplink?.outBps ?? 0) < 4_000_000,
      `${uplink?.outBps}`,
    );
    assert.ok(
      Math.abs((peer?.inBps ?? 0) - (uplink?.outBps ?? 0)) < 20_000,
      "what goes out comes in",
    );
    assert.ok((uplink?.utilisationPercent ?? 100) <= 0.04);
    assert.deepEqual([uplink?.outErrorsPerSec, uplink?.inDiscardsPerSec], [0, 0]);
  });

  test("a link that goes down is named, one that is switched off is not, and both come back", async () => {
    assert.equal((await check(["access", "peer1"])).cause, null);
    ip("link set peer1 down");
    const down = await until(
      async () => {
        const outcome = await check(["access", "peer1"]);
        return outcome.ok ? null : outcome;
      },
      { timeoutMs: patienceMs, what: "the link is seen down" },
    );
    assert.equal(down.causeCode, "interface_down");
    assert.match(
      down.cause ?? "",
      /^interface access( lowerLayerDown)? of .* is down, though administratively up$/,
    );
    const [access, peer] = down.interfaces ?? [];
    assert.equal(access?.adminStatus, "up");
    assert.deepEqual([peer?.adminStatus, peer?.operStatus], ["down", "down"]);
    ip("link set peer1 up");
    await until(async () => ((await check(["access", "peer1"])).ok ? true : null), {
      timeoutMs: patienceMs,
      what: "the link is seen up",
    });
  });

  test("an interface that is removed is missing, and found under its new index when it is made again", async () => {
    const before = (await check(["spare"])).interfaces?.[0]?.ifIndex ?? 0;
    assert.ok(before > 0);
    ip("link del spare");
    const gone = await until(
      async () => {
        const outcome = await check(["spare"]);
        return outcome.ok ? null : outcome;
      },
      { timeoutMs: patienceMs, what: "the interface is missing" },
    );
    assert.equal(gone.causeCode, "no_such_object");
    assert.match(gone.cause ?? "", /has no interface named spare/);
    ip("link add spare type veth peer name peer2");
    const back = await until(
      async () => {
        const outcome = await check(["spare"]);
        return outcome.ok ? outcome : null;
      },
      { timeoutMs: patienceMs, what: "the interface is back" },
    );
    assert.ok((back.interfaces?.[0]?.ifIndex ?? 0) > before);
  });

  test("an interface that is made again is the one that counts, though the agent still shows the old one", async () => {
    const before = (await check(["lasting"], lenient)).interfaces?.[0];
    assert.equal(before?.operStatus, "up");
    ip("link del lasting");
    ip("link add lasting type veth peer name peer3");
    ip("link set lasting up");
    const outcome = await until(
      async () => {
        const next = await check(["lasting"], lenient);
        return next.interfaces?.[0]?.ifIndex === before?.ifIndex ? null : next;
      },
      { timeoutMs: patienceMs, what: "the new index" },
    );
    assert.equal(outcome.causeCode, "interface_down", "its peer is not up yet");
    assert.equal(outcome.interfaces?.[0]?.adminStatus, "up");
  });

  test("discovery lists interfaces and host aspects with their values", async () => {
    const found = await discoverSnmp(agent.target, community, { names, timeoutMs: 2000 });
    assert.equal(found.target, agent.target);
    assert.match(found.sysDescr ?? "", /Linux/);
    assert.match(found.sysObjectId ?? "", /^1\.3\.6\.1\.4\.1\.8072\.3\.2\.10$/);
    const uplink = found.interfaces.find(({ name }) => name === "uplink");
    assert.deepEqual(
      [uplink?.type, uplink?.speedBps, uplink?.adminStatus, uplink?.operStatus],
      ["ethernetCsmacd", 10_000_000_000, "up", "up"],
    );
    assert.deepEqual(
      [...new Set(found.host.map(({ aspect }) => aspect))],
      ["cpu", "memory", "storage", "uptime"],
    );
    const measured = found.host.filter(({ aspect }) => aspect !== "cpu");
    assert.ok(measured.every(({ percent, seconds }) => percent !== null || seconds !== null));
    assert.deepEqual(found.notes, []);
  });

  test("discovery of a device that does not answer says why", async () => {
    const wrong = { version: "2c", community: "wrong" } as const;
    await assert.rejects(discoverSnmp(agent.target, wrong, { names, timeoutMs: 300 }), {
      name: "SnmpFailure",
      code: "timeout",
      message: /^no SNMP answer from .* the community or its access list is wrong$/,
    });
    await assert.rejects(discoverSnmp("no host", community, { names, timeoutMs: 300 }), {
      name: "SnmpFailure",
      code: "target_refused",
    });
  });
});

/** Sends so many datagrams of so many octets. */
async function send(address: string, count: number, octets: number): Promise<void> {
  const socket = createSocket("udp4");
  const datagram = Buffer.alloc(octets);
  for (let each = 0; each < count; each++) {
    await new Promise<void>((sent, failed) =>
      socket.send(datagram, 9, address, (error) => (error === null ? sent() : failed(error))),
    );
  }
  socket.close();
}
