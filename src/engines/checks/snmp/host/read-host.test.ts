import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { CheckOutcome } from "#engines/check-types";
import { createNameCache } from "../../names/index.ts";
import { child, type Oid, oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import { createSnmpEngine, discoverSnmp } from "../index.ts";
import * as mib from "../mib/host.ts";
import { hrSystemUptime, snmpEngineTime, sysObjectId, sysUpTime } from "../mib/system.ts";
import { AgentTable, answerFrom, startTestAgent, type TestAgent } from "../test-agent.ts";
import { counter32, gauge, integer, objectId, text, ticks } from "../test-objects.ts";

const names = createNameCache({ permit: () => null });
const disk = mib.hrStorageFixedDisk;

/** A row of hrStorageTable. */
function storage(
  index: number,
  type: Oid,
  descr: string,
  unit: number,
  size: number,
  used: number,
): Varbind[] {
  return [
    objectId(child(mib.hrStorageType, index), type),
    text(child(mib.hrStorageDescr, index), descr),
    integer(child(mib.hrStorageAllocationUnits, index), unit),
    integer(child(mib.hrStorageSize, index), size),
    integer(child(mib.hrStorageUsed, index), used),
  ];
}

/** UCD tick counters of a host that was busy for so many ticks, and idle for so many. */
function cpuTicks(busy: number, idle: number): Varbind[] {
  const { user, system, nice, idle: idleOid, wait } = mib.ssCpuRaw;
  const values: [Oid, number][] = [
    [user, busy],
    [system, 0],
    [nice, 0],
    [idleOid, idle],
    [wait, 0],
  ];
  return values.map(([name, value]) => counter32(name, value));
}

describe("the host aspects of an agent", () => {
  let agent: TestAgent;
  let engine: ReturnType<typeof createSnmpEngine>;

  before(async () => {
    agent = await startTestAgent([]);
  });
  beforeEach(async () => {
    await engine?.close();
    engine = createSnmpEngine({ names });
    agent.handle = ({ pdu, version, reply }) => reply(answerFrom(agent.table, pdu, version));
  });
  after(async () => {
    await engine.close();
    await agent.close();
    names.close();
  });

  const check = (
    objects: readonly Varbind[],
    host: string[],
    version: 1 | "2c" = "2c",
  ): Promise<CheckOutcome> => {
    agent.table = new AgentTable([ticks(sysUpTime, 500_000), ...objects]);
    const snmp = { version, community: "public" };
    const spec = { type: "snmp" as const, target: agent.target, snmp, interfaces: [], host };
    return engine.check(spec, { timeoutMs: 2000 });
  };
  const first = async (objects: readonly Varbind[], aspect: string) => {
    const outcome = await check(objects, [aspect]);
    assert.equal(outcome.cause, null);
    return outcome.host?.[0];
  };

  test("cpu is the mean of all processors", async () => {
    const loads = [10, 20, 60, 90].map((load, each) =>
      integer(child(mib.hrProcessorLoad, each), load),
    );
    assert.equal((await first(loads, "cpu"))?.percent, 45);
  });

  test("cpu out of tick counters needs a check before, and then is the load in between", async () => {
    assert.equal((await first(cpuTicks(1000, 9000), "cpu"))?.percent, null);
    assert.equal((await first(cpuTicks(1075, 9025), "cpu"))?.percent, 75);
    assert.equal((await first(cpuTicks(10, 20), "cpu"))?.percent, null, "the host began anew");
  });

  test("cpu and memory of Cisco, Juniper and HP come from their own objects", async () => {
    const vendor = (id: string) => objectId(sysObjectId, oid(`1.3.6.1.4.1.${id}`));
    const cisco = [
      vendor("9.1.1208"),
      gauge(child(mib.cpmCpuTotal5minRev, 1), 12),
      gauge(child(mib.cpmCpuTotal5minRev, 2), 18),
      gauge(mib.ciscoMemoryPoolUsed, 300),
      gauge(mib.ciscoMemoryPoolFree, 700),
    ];
    const juniper = [
      vendor("2636.1.1.1.2.29"),
      gauge(child(mib.jnxOperatingCpu, 7, 1, 0, 0), 0),
      gauge(child(mib.jnxOperatingCpu, 9, 1, 0, 0), 34),
      gauge(child(mib.jnxOperatingBuffer, 7, 1, 0, 0), 0),
      gauge(child(mib.jnxOperatingBuffer, 9, 1, 0, 0), 56),
    ];
    const hp = [
      vendor("11.2.3.7.11.90"),
      integer(mib.hpSwitchCpuStat, 7),
      integer(mib.hpLocalMemTotalBytes, 1000),
      integer(mib.hpLocalMemFreeBytes, 100),
    ];
    const expected: [Varbind[], number, number][] = [
      [cisco, 15, 30],
      [juniper, 34, 56],
      [hp, 7, 90],
    ];
    for (const [objects, cpu, memory] of expected) {
      assert.equal((await first(objects, "cpu"))?.percent, cpu);
      assert.equal((await first(objects, "memory"))?.percent, memory);
    }
    const stranger = await check([vendor("99999.1"), ...hp.slice(1)], ["cpu", "memory"]);
    assert.equal(stranger.causeCode, "no_such_object", "another vendor's objects are not believed");
  });

  test("memory leaves out what buffers and caches give back, where the agent tells", async () => {
    const ucd = [
      integer(mib.memTotalReal, 1000),
      integer(mib.memAvailReal, 200),
      integer(mib.memBuffer, 100),
      integer(mib.memCached, 450),
    ];
    const ram = storage(1, mib.hrStorageRam, "Physical memory", 1024, 1000, 800);
    const precise = await first([...ucd, ...ram], "memory");
    assert.deepEqual(precise, {
      aspect: "memory",
      name: "memory",
      percent: 25,
      used: 256_000,
      total: 1_024_000,
      seconds: null,
    });
    assert.equal((await first(ram, "memory"))?.percent, 80);
  });

  test("storage is every fixed disk, in octets, and nothing else", async () => {
    const outcome = await check(
      [
        ...storage(1, mib.hrStorageRam, "Physical memory", 1024, 1000, 800),
        ...storage(31, disk, "/", 4096, 1000, 250),
        ...storage(35, disk, "/data", 4096, 2000, 1000),
        ...storage(36, disk, "/empty", 4096, 0, 0),
        ...storage(40, oid("1.3.6.1.2.1.25.2.1.10"), "/net", 4096, 10, 1),
      ],
      ["storage"],
    );
    assert.equal(outcome.cause, null);
    assert.deepEqual(
      outcome.host?.map(({ name, percent, used, total }) => [name, percent, used, total]),
      [
        ["/", 25, 1_024_000, 4_096_000],
        ["/data", 50, 4_096_000, 8_192_000],
      ],
    );
  });

  test("a volume beyond 2^31 units is read as it is meant, though it came negative", async () => {
    const big = storage(31, disk, "/big", 4096, -1_294_967_296, -2_147_483_648);
    const facts = await first(big, "storage:/big");
    assert.equal(facts?.total, 3_000_000_000 * 4096);
    assert.equal(facts?.used, 2_147_483_648 * 4096);
  });

  test("volumes of one name are told apart, and the same one listed twice is one", async () => {
    const outcome = await check(
      [
        ...storage(1, disk, "/data", 4096, 1000, 250),
        ...storage(2, disk, "/data", 4096, 1000, 250),
        ...storage(3, disk, "/data", 4096, 5000, 4000),
      ],
      ["storage"],
    );
    assert.deepEqual(
      outcome.host?.map(({ name, percent }) => [name, percent]),
      [
        ["/data", 25],
        ["/data (2)", 80],
      ],
    );
  });

  test("one volume is found by its name, a Windows drive by its letter", async () => {
    const windows = [
      ...storage(1, disk, "C:\\ Label:System  Serial Number 1a2b", 4096, 100, 50),
      ...storage(2, disk, "D:\\ Label:Data  Serial Number 3c4d", 4096, 100, 70),
    ];
    assert.deepEqual((await first(windows, "storage:D:\\"))?.percent, 70);
    const both = await check(windows, ["storage", "storage:C:\\ Label:System  Serial Number 1a2b"]);
    assert.equal(both.cause, null);
    assert.equal(both.host?.length, 2, "a volume that is monitored twice is reported once");
  });

  test("uptime is the host's, else the agent's, and does not forget 497 days", async () => {
    assert.equal((await first([ticks(hrSystemUptime, 900_000)], "uptime"))?.seconds, 9000);
    assert.equal((await first([], "uptime"))?.seconds, 5000);
    const rolled = [ticks(hrSystemUptime, 900_000), integer(snmpEngineTime, 42_958_000)];
    assert.equal((await first(rolled, "uptime"))?.seconds, 42_958_673);
  });

  test("what a device does not tell is named, and what it does tell is reported", async () => {
    const outcome = await check(storage(31, disk, "/", 4096, 1000, 250), [
      "cpu",
      "memory",
      "storage",
      "storage:/srv",
      "uptime",
    ]);
    assert.equal(outcome.causeCode, "no_such_object");
    assert.equal(
      outcome.cause,
      `${agent.target} does not tell its cpu, memory, storage volume "/srv"`,
    );
    assert.deepEqual(
      outcome.host?.map(({ aspect }) => aspect),
      ["storage", "uptime"],
    );
  });

  test("discovery reads tick counters until they tell a load", async () => {
    let reading = 0;
    agent.handle = ({ pdu, version, reply }) => {
      if (pdu.varbinds.some((varbind) => varbind.oid === mib.ssCpuRaw.idle)) reading++;
      const ticksNow = cpuTicks(1000 + (reading > 1 ? 30 : 0), 9000 + (reading > 1 ? 70 : 0));
      const table = new AgentTable([ticks(sysUpTime, 500_000), ...ticksNow]);
      reply(answerFrom(table, pdu, version));
    };
    const community = { version: "2c", community: "public" } as const;
    const found = await discoverSnmp(agent.target, community, { names, timeoutMs: 3000 });
    assert.equal(found.host.find(({ aspect }) => aspect === "cpu")?.percent, 30);
    assert.deepEqual(found.notes, [
      `${agent.target} does not tell its memory`,
      `${agent.target} does not tell its storage`,
    ]);
  });

  test("v1 agents are read like the others", async () => {
    const objects = [
      ...storage(31, disk, "/", 4096, 1000, 250),
      integer(child(mib.hrProcessorLoad, 1), 33),
    ];
    const outcome = await check(objects, ["cpu", "storage", "uptime"], 1);
    assert.equal(outcome.cause, null);
    assert.deepEqual(
      outcome.host?.map(({ percent, seconds }) => percent ?? seconds),
      [33, 25, 5000],
    );
  });
});
