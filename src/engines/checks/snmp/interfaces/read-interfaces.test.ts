import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { CheckOutcome, InterfaceFacts } from "#engines/check-types";
import { createNameCache } from "../../names/index.ts";
import { child, isBelow, oid as oidOf } from "../codec/oid.ts";
import { createSnmpEngine } from "../index.ts";
import * as ifMib from "../mib/interfaces.ts";
import { AgentTable, answerFrom, startTestAgent, type TestAgent } from "../test-agent.ts";
import { device, integer, port, ticks } from "../test-objects.ts";
import type { Varbind } from "../codec/varbind.ts";

const ifXEntry = oidOf("1.3.6.1.2.1.31.1.1.1");
const names = createNameCache({ permit: () => null });

describe("the interfaces of an agent", () => {
  let agent: TestAgent;
  let engine: ReturnType<typeof createSnmpEngine>;

  before(async () => {
    agent = await startTestAgent([]);
  });
  beforeEach(async () => {
    await engine?.close();
    engine = createSnmpEngine({ names });
    agent.handle = ({ pdu, version, reply }) => reply(answerFrom(agent.table, pdu, version));
    agent.requests.length = 0;
  });
  after(async () => {
    await engine.close();
    await agent.close();
    names.close();
  });

  const has = (objects: readonly Varbind[]) => {
    agent.table = new AgentTable(objects);
  };
  const check = async (
    interfaces: string[],
    timeoutMs = 2000,
    version: 1 | "2c" = "2c",
  ): Promise<CheckOutcome> => {
    agent.requests.length = 0;
    const snmp = { version, community: "public" };
    const spec = { type: "snmp" as const, target: agent.target, snmp, interfaces, host: [] };
    return engine.check(spec, { timeoutMs });
  };
  const walked = () =>
    agent.requests.some((pdu) => pdu.varbinds.some(({ oid }) => oid === ifMib.ifName));

  test("are found by ifName, else ifDescr, else ifAlias, and reported under the sensor's name", async () => {
    has(device([port(1, { alias: "uplink" }), port(2), port(3, { alias: "to core" })]));
    const outcome = await check(["to core", "Gi0/1", "GigabitEthernet0/2"]);
    assert.equal(outcome.cause, null);
    const found = outcome.interfaces?.map(({ name, ifIndex, alias }) => [name, ifIndex, alias]);
    assert.deepEqual(found, [
      ["to core", 3, "to core"],
      ["Gi0/1", 1, "uplink"],
      ["GigabitEthernet0/2", 2, null],
    ]);
  });

  test("that share a name are told by the highest index, every time", async () => {
    has(device([port(5, { name: "eth" }), port(9, { name: "eth" }), port(7, { name: "eth" })]));
    for (let each = 0; each < 2; each++) {
      assert.equal((await check(["eth"])).interfaces?.[0]?.ifIndex, 9);
    }
  });

  test("report status, speed and alias in words and units", async () => {
    has(device([port(1, { highSpeed: 40_000, oper: 5, alias: "core" })]));
    const expected: InterfaceFacts = {
      name: "Gi0/1",
      alias: "core",
      ifIndex: 1,
      adminStatus: "up",
      operStatus: "dormant",
      speedBps: 40_000_000_000,
      inBps: null,
      outBps: null,
      inErrorsPerSec: null,
      outErrorsPerSec: null,
      inDiscardsPerSec: null,
      outDiscardsPerSec: null,
      utilisationPercent: null,
    };
    const outcome = await check(["Gi0/1"]);
    assert.deepEqual([outcome.ok, outcome.interfaces], [true, [expected]]);
  });

  test("have the speed that ifHighSpeed tells, else ifSpeed unless that is at its ceiling", async () => {
    has(
      device([
        port(1, { highSpeed: 0, speed: 1_544_000 }),
        port(2, { highSpeed: 0, speed: 4_294_967_295 }),
        port(3, { highSpeed: 100_000, speed: 4_294_967_295 }),
        port(4, { highSpeed: 0, speed: 0 }),
      ]),
    );
    const outcome = await check(["Gi0/1", "Gi0/2", "Gi0/3", "Gi0/4"]);
    const speeds = outcome.interfaces?.map(({ speedBps }) => speedBps);
    assert.deepEqual(speeds, [1_544_000, null, 100_000_000_000, null]);
  });

  test("that are down though switched on fail the check, all of them named; switched off they do not", async () => {
    has(
      device([
        port(1, { oper: 2, alias: "to core" }),
        port(2, { oper: 7 }),
        port(3, { admin: 2, oper: 2 }),
        port(4, { oper: 4 }),
        port(5, { oper: 6 }),
        port(6),
      ]),
    );
    const outcome = await check(["Gi0/1", "Gi0/2", "Gi0/3", "Gi0/4", "Gi0/5", "Gi0/6"]);
    assert.equal(outcome.causeCode, "interface_down");
    assert.equal(
      outcome.cause,
      `2 interfaces of ${agent.target} are down, though administratively up: Gi0/1 (to core), Gi0/2 lowerLayerDown`,
    );
    assert.equal(outcome.interfaces?.length, 6);
    assert.ok(outcome.latencyMs !== null);
  });

  test("that do not exist are named, and do not keep the others from being read", async () => {
    has(device([port(1), port(2, { oper: 2 })]));
    const missing = await check(["Gi0/1", "Gi0/8", "Gi0/9"]);
    assert.equal(missing.causeCode, "no_such_object");
    assert.equal(missing.cause, `${agent.target} has no interface named Gi0/8, Gi0/9`);
    const states = missing.interfaces?.map(({ name, operStatus }) => [name, operStatus]);
    assert.deepEqual(states, [
      ["Gi0/1", "up"],
      ["Gi0/8", "missing"],
      ["Gi0/9", "missing"],
    ]);
    const both = await check(["Gi0/2", "Gi0/8"]);
    assert.equal(both.causeCode, "interface_down");
    assert.match(
      both.cause ?? "",
      /^interface Gi0\/2 of .* is down.*; .* has no interface named Gi0\/8$/,
    );
  });

  test("a cause stays within its 500 characters, however many interfaces are down", async () => {
    const ports = Array.from({ length: 200 }, (_, each) => {
      return port(each + 1, { oper: 2, alias: "an alias of some length for a port" });
    });
    has(device(ports));
    const outcome = await check(ports.map((_, each) => `Gi0/${each + 1}`));
    assert.ok((outcome.cause ?? "").length <= 500);
    assert.match(outcome.cause ?? "", /^200 interfaces .* and 19\d more$/);
  });

  test("are looked up once, and then asked for by index", async () => {
    has(device([port(1), port(2), port(3), port(4)]));
    await check(["Gi0/3"]);
    assert.ok(walked());
    const outcome = await check(["Gi0/3"]);
    assert.equal(outcome.interfaces?.[0]?.ifIndex, 3);
    assert.ok(!walked());
    assert.deepEqual(
      agent.requests.map(({ type }) => type),
      ["get", "get"],
    );
  });

  test("are walked with GETBULK when they are most of the table", async () => {
    const ports = Array.from({ length: 48 }, (_, each) => port(each + 1));
    has(device(ports));
    const all = ports.map((_, each) => `Gi0/${each + 1}`);
    await check(all);
    const outcome = await check(all);
    assert.equal(outcome.cause, null);
    assert.deepEqual(
      outcome.interfaces?.map(({ ifIndex }) => ifIndex),
      ports.map((_, each) => each + 1),
    );
    assert.equal(agent.requests.filter(({ type }) => type === "get").length, 1);
    assert.ok(agent.requests.length < 20, `${agent.requests.length} requests for 48 ports`);
  });

  test("that moved to other indexes are found again, though nothing but their names tells", async () => {
    has(device([port(1), port(2, { oper: 2 })]));
    await check(["Gi0/1"]);
    has(device([port(1, { name: "Gi0/2", oper: 2 }), port(2, { name: "Gi0/1" })]));
    const outcome = await check(["Gi0/1"]);
    assert.equal(outcome.cause, null);
    assert.equal(outcome.interfaces?.[0]?.ifIndex, 2);
  });

  test("are looked up anew when the agent restarts, ports come or go, or the table says that it changed", async () => {
    const moves: ((objects: Varbind[]) => Varbind[])[] = [
      (objects) =>
        objects.map((each) =>
          each.type === "timeticks" && each.value > 0 ? { ...each, value: 5 } : each,
        ),
      (objects) =>
        objects.map((each) => (each.oid === ifMib.ifNumber ? integer(each.oid, 9) : each)),
      (objects) =>
        objects.map((each) => (each.oid === ifMib.ifTableLastChange ? ticks(each.oid, 77) : each)),
    ];
    for (const move of moves) {
      await engine.close();
      engine = createSnmpEngine({ names });
      const objects = device([port(1), port(2), port(3)]);
      has(objects);
      await check(["Gi0/1"]);
      has(move(objects));
      await check(["Gi0/1"]);
      assert.ok(walked());
    }
  });

  test("that vanish are missing, and are found when they are back", async () => {
    has(device([port(1), port(2)]));
    assert.equal((await check(["Gi0/2"])).ok, true);
    has(device([port(1)]));
    assert.equal((await check(["Gi0/2"])).causeCode, "no_such_object");
    has(device([port(1), port(12, { name: "Gi0/2" })]));
    const back = await check(["Gi0/2"]);
    assert.deepEqual([back.ok, back.interfaces?.[0]?.ifIndex], [true, 12]);
  });

  test("without 64-bit counters are read by those of 32 bits, and what is missing is not asked for again", async () => {
    has(device([port(1, { narrow: true }), port(2), port(3), port(4)]));
    await check(["Gi0/1", "Gi0/2"]);
    const outcome = await check(["Gi0/1", "Gi0/2"]);
    assert.equal(outcome.cause, null);
    const asked = new Set(agent.requests.flatMap((pdu) => pdu.varbinds.map(({ oid }) => oid)));
    assert.ok(asked.has(child(ifMib.ifInOctets, 1)) && asked.has(child(ifMib.ifHcInOctets, 2)));
    assert.ok(!asked.has(child(ifMib.ifInOctets, 2)));
  });

  test("of an old agent, without ifXTable and 64-bit counters, are read in v1 without a detour", async () => {
    const old = device([port(1, { oper: 2 }), port(2)]).filter(({ oid, type }) => {
      return !isBelow(oid, ifXEntry) && type !== "counter64";
    });
    has(old);
    const outcome = await check(["GigabitEthernet0/1"], 2000, 1);
    assert.equal(outcome.causeCode, "interface_down");
    assert.equal(outcome.interfaces?.[0]?.speedBps, 1_000_000_000);
    await check(["GigabitEthernet0/1"], 2000, 1);
    assert.equal(agent.requests.length, 2);
  });

  test("have aliases that are cut to what a result can hold, without control characters", async () => {
    has(device([port(1, { alias: `a\u0007\n${"b".repeat(400)}` })]));
    assert.equal((await check(["Gi0/1"])).interfaces?.[0]?.alias, `a ${"b".repeat(248)}`);
  });

  test("the names of a big device are walked over several checks, each going on where the last one ended", async () => {
    has(device(Array.from({ length: 400 }, (_, each) => port(each + 1))));
    let budget = 6;
    agent.handle = ({ pdu, version, reply }) => {
      if (pdu.type !== "getBulk" || budget-- > 0) reply(answerFrom(agent.table, pdu, version));
    };
    const first = await check(["Gi0/399"], 300);
    assert.equal(first.causeCode, "timeout");
    assert.match(first.cause ?? "", /answers SNMP, but not all that is monitored within 0\.3 s/);
    budget = 1000;
    const second = await check(["Gi0/399"]);
    assert.equal(second.interfaces?.[0]?.ifIndex, 399);
    assert.ok(!walked(), "the second walk did not begin at the top");
  });
});
