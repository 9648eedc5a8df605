import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { child } from "../codec/oid.ts";
import { hrProcessorLoad } from "../mib/host.ts";
import { SnmpSessions } from "../snmp-sessions.ts";
import { AgentTable, answerFrom } from "../test-agent.ts";
import { device, integer, port } from "../test-objects.ts";
import { answerWell, names, startWorld } from "./test-world.ts";
import { startOf, walk } from "./walk.ts";

after(() => names.close());

describe("walks and long lists", { concurrency: true }, () => {
  test("an agent that says tooBig is asked for less, and that is remembered", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.table = new AgentTable(device(Array.from({ length: 12 }, (_, each) => port(each + 1))));
    agent.handle = ({ pdu, version, reply }) => reply(answerFrom(agent.table, pdu, version, 6));
    const interfaces = ["Gi0/1", "Gi0/5", "Gi0/12"];
    const outcome = await check({ interfaces });
    assert.equal(outcome.cause, null);
    assert.equal(outcome.interfaces?.length, 3);
    agent.requests.length = 0;
    await check({ interfaces });
    assert.ok(
      agent.requests.every((pdu) => pdu.varbinds.length <= 8),
      "close to what it manages",
    );
  });

  test("an agent that falls silent at large requests is asked for half, then for half of that", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.table = new AgentTable(device(Array.from({ length: 40 }, (_, each) => port(each + 1))));
    agent.handle = (incoming) => {
      const { pdu } = incoming;
      const most = pdu.type === "getBulk" ? pdu.maxRepetitions * pdu.varbinds.length : 1;
      if (most <= 13) answerWell(agent, incoming);
    };
    const outcome = await check({ interfaces: ["Gi0/40"] }, 5000);
    assert.equal(outcome.cause, null);
    const repetitions = agent.requests.flatMap((pdu) => {
      return pdu.type === "getBulk" ? [pdu.maxRepetitions] : [];
    });
    assert.deepEqual([repetitions[0], repetitions[1]], [8, 4]);
  });

  test("a device that fell silent in the middle of a check is asked for as much as before when it is back", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.table = new AgentTable(device(Array.from({ length: 40 }, (_, each) => port(each + 1))));
    const interfaces = Array.from({ length: 20 }, (_, each) => `Gi0/${each + 1}`);
    await check({ interfaces });
    agent.requests.length = 0;
    await check({ interfaces });
    const before = agent.requests.map((pdu) => pdu.varbinds.length);
    agent.handle = (incoming) => {
      if (incoming.pdu.varbinds.length < 10) answerWell(agent, incoming);
    };
    assert.equal((await check({ interfaces }, 1500)).causeCode, "timeout");
    agent.handle = (incoming) => answerWell(agent, incoming);
    agent.requests.length = 0;
    assert.equal((await check({ interfaces })).cause, null);
    assert.deepEqual(
      agent.requests.map((pdu) => pdu.varbinds.length),
      before,
    );
  });

  test("an agent that walks in circles does not hold a check up, and the cause says so", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.handle = (incoming) => {
      const { pdu, reply } = incoming;
      if (pdu.type !== "getBulk") return answerWell(agent, incoming);
      const row = (at: number) => pdu.varbinds.map(({ oid: root }) => integer(child(root, at), 1));
      const varbinds = [...row(7), ...row(5)];
      reply({
        type: "response",
        requestId: pdu.requestId,
        errorStatus: 0,
        errorIndex: 0,
        varbinds: varbinds.slice(0, pdu.varbinds.length * pdu.maxRepetitions),
      });
    };
    const outcome = await check({ interfaces: ["Gi0/1"] });
    assert.equal(outcome.causeCode, "no_such_object");
    assert.match(
      outcome.cause ?? "",
      /no interface named Gi0\/1; but it walks in circles at 1\.3\./,
    );
  });

  test("a walk stops at its most rows and says so", async () => {
    await using world = await startWorld();
    const { agent } = world;
    const sessions = new SnmpSessions(names);
    const rows = Array.from({ length: 300 }, (_, each) => integer(child(hrProcessorLoad, each), 1));
    agent.table = new AgentTable(rows);
    let visited = 0;
    const asked = { target: agent.target, address: null, timeoutMs: 2000 };
    const community = { version: "2c", community: "public" } as const;
    const incomplete = await sessions.with(asked, community, ({ conversation }) =>
      walk(conversation, {
        cursors: startOf([hrProcessorLoad]),
        maxRows: 250,
        visit: () => visited++,
      }),
    );
    assert.equal(visited, 250);
    assert.match(incomplete ?? "", /has more than 250 rows in 1\.3\.6\.1\.2\.1\.25\.3\.3\.1\.2/);
    await sessions.close();
  });

  test("in v1 one object that is not there does not spoil the others, and no 64-bit counter is asked for", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.table = new AgentTable(device([port(1)]).filter(({ type }) => type !== "counter64"));
    const outcome = await check({ version: 1, interfaces: ["Gi0/1"], host: ["uptime"] });
    assert.equal(outcome.cause, null);
    assert.equal(outcome.host?.[0]?.seconds, 1000, "sysUpTime, where hrSystemUptime is missing");
    assert.equal(outcome.interfaces?.[0]?.operStatus, "up");
    assert.ok(agent.requests.every(({ type }) => type !== "getBulk"));
  });

  test("at the deadline a check is over, with what was read so far", async () => {
    await using world = await startWorld();
    const { agent, check } = world;
    agent.table = new AgentTable(device(Array.from({ length: 30 }, (_, each) => port(each + 1))));
    await check({ interfaces: ["Gi0/1"] });
    agent.handle = (incoming) => setTimeout(() => answerWell(agent, incoming), 250);
    const startedAt = performance.now();
    const interfaces = Array.from({ length: 20 }, (_, each) => `Gi0/${each + 1}`);
    const outcome = await check({ interfaces }, 1200);
    assert.ok(performance.now() - startedAt < 2200);
    assert.equal(outcome.causeCode, "timeout");
    assert.match(outcome.cause ?? "", /answers SNMP, but not all that is monitored within 1\.2 s/);
    const read = outcome.interfaces?.length ?? 0;
    assert.ok(read > 0 && read < 20, `${read} interfaces`);
    assert.ok(outcome.latencyMs !== null);
  });
});
