import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import {
  type CheckOutcome,
  snmpAuthProtocols,
  snmpPrivProtocols,
  type SnmpSettings,
} from "#engines/check-types";
import { type Snmpd, startSnmpd } from "#test/snmpd";
import { createNameCache } from "../../names/index.ts";
import { BerWriter } from "../codec/ber-writer.ts";
import { oid } from "../codec/oid.ts";
import { decodeV3Message, encodeScopedPdu, encodeV3Message } from "../codec/v3-message.ts";
import { createSnmpEngine } from "../index.ts";
import { readScalars } from "../host/gauges.ts";
import { snmpEngineBoots, sysUpTime } from "../mib/system.ts";
import { numberOf } from "../mib/values.ts";
import { SnmpSessions } from "../snmp-sessions.ts";
import { counter32, ticks } from "../test-objects.ts";
import { startUdpRelay, type UdpRelay } from "../udp-relay.ts";

const authPassword = "authpass123";
const privPassword = "privpass123";
const v3 = {
  version: 3,
  user: "SHA-256-AES",
  authProtocol: "SHA-256",
  privProtocol: "AES",
} as const;
const good: SnmpSettings = { ...v3, authPassword, privPassword };
const names = createNameCache({ permit: () => null });
const writer = new BerWriter();

/** A single user, so that the agent starts quickly. */
const oneUser = (
  privacy: string,
) => `createUser ${v3.user} SHA-256 "${authPassword}" AES "${privacy}"
rouser ${v3.user} priv
exactEngineID 0x80001f8880aabbccee
`;

/** A user for each pair of protocols, one without encryption, one without anything. */
function users(): string {
  const lines = ["createUser plain", "rouser plain noauth"];
  for (const auth of snmpAuthProtocols) {
    lines.push(`createUser ${auth}-only ${auth} "${authPassword}"`, `rouser ${auth}-only auth`);
    for (const priv of snmpPrivProtocols) {
      const user = `${auth}-${priv}`;
      lines.push(`createUser ${user} ${auth} "${authPassword}" ${priv} "${privPassword}"`);
      lines.push(`rouser ${user} priv`);
    }
  }
  return lines.join("\n");
}

after(() => names.close());

describe("SNMPv3 against net-snmp's agent", () => {
  let agent: Snmpd;
  let engine: ReturnType<typeof createSnmpEngine>;

  before(async () => {
    agent = await startSnmpd(`${users()}\nexactEngineID 0x80001f8880aabbccdd\n`);
  });
  beforeEach(async () => {
    await engine?.close();
    engine = createSnmpEngine({ names });
  });
  after(async () => {
    await engine.close();
    await agent.close();
  });

  const check = (
    snmp: SnmpSettings,
    timeoutMs = 2000,
    target = agent.target,
  ): Promise<CheckOutcome> =>
    engine.check({ type: "snmp", target, snmp, interfaces: [], host: ["uptime"] }, { timeoutMs });

  test("every authentication works with every encryption", async () => {
    for (const authProtocol of snmpAuthProtocols) {
      for (const privProtocol of snmpPrivProtocols) {
        const user = `${authProtocol}-${privProtocol}`;
        const settings = { version: 3 as const, user, authProtocol, privProtocol };
        const outcome = await check({ ...settings, authPassword, privPassword });
        assert.equal(outcome.cause, null, user);
        assert.ok(outcome.host?.[0]?.seconds !== null, user);
      }
    }
  });

  test("the lower levels work", async () => {
    assert.equal((await check({ version: 3, user: "plain" })).cause, null);
    for (const authProtocol of snmpAuthProtocols) {
      const outcome = await check({
        version: 3,
        user: `${authProtocol}-only`,
        authProtocol,
        authPassword,
      });
      assert.equal(outcome.cause, null, authProtocol);
    }
  });

  test("each wrong credential is told from the others, and from silence", async () => {
    const cases: [Partial<Extract<SnmpSettings, { version: 3 }>>, RegExp][] = [
      [{ user: "stranger" }, /does not know the SNMPv3 user "stranger": unknown user/],
      [{ authPassword: "wrong-password" }, /wrong authentication password or protocol \(SHA-256\)/],
      [{ authProtocol: "SHA-512" }, /wrong authentication password or protocol \(SHA-512\)/],
      [
        { privPassword: "wrong-password" },
        /drops what is encrypted: wrong privacy password or protocol \(AES\)/,
      ],
      [{ privProtocol: "AES-256" }, /wrong privacy password or protocol \(AES-256\)/],
      [{ level: "authNoPriv" }, /refuses access \(authorizationError\)/],
      [{ user: "plain", level: "authPriv" }, /unsupported security level authPriv/],
      [{ context: "nowhere" }, /at level authPriv in context "nowhere"/],
    ];
    await Promise.all(
      cases.map(async ([change, words]) => {
        const own = createSnmpEngine({ names }); // one engine asks a device one thing at a time
        const snmp = { ...v3, authPassword, privPassword, ...change };
        const spec = {
          type: "snmp" as const,
          target: agent.target,
          snmp,
          interfaces: [],
          host: [],
        };
        const outcome = await own.check(spec, { timeoutMs: 600 });
        await own.close();
        assert.equal(outcome.causeCode, "credentials", JSON.stringify(change));
        assert.match(outcome.cause ?? "", words);
        assert.ok(!outcome.cause?.includes("wrong-password"), "no password in a cause");
      }),
    );
  });

  test("a missing password is said before anything is sent", async () => {
    const outcome = await check({ version: 3, user: "u", level: "authPriv" });
    assert.equal(outcome.causeCode, "credentials");
    assert.match(
      outcome.cause ?? "",
      /was not asked: SNMPv3 user "u" has no authPassword, which level authPriv needs/,
    );
  });

  describe("with someone in between", () => {
    let relay: UdpRelay;
    before(async () => {
      relay = await startUdpRelay(agent.address, agent.port);
    });
    beforeEach(() => {
      relay.change = (answer) => [answer];
    });
    after(() => relay.close());

    test("a changed answer does not count, wherever it was changed; the true one behind it does", async () => {
      await check(good, 2000, relay.target);
      const { length } = await answerOf(relay, () => check(good, 2000, relay.target));
      const changedAt = (answer: Buffer, at: number): Buffer => {
        const changed = Buffer.from(answer);
        changed[at] = (changed[at] ?? 0) ^ 0x01;
        return changed;
      };
      for (let at = 0; at < length; at += 3) {
        relay.change = (answer) => [changedAt(answer, at), answer.subarray(0, at), answer];
        const outcome = await check(good, 2000, relay.target);
        assert.equal(outcome.cause, null, `octet ${at}`);
      }
      for (let at = length - 1; at > 0; at -= 13) {
        relay.change = (answer) => [changedAt(answer, at)];
        const outcome = await check(good, 60, relay.target);
        assert.equal(outcome.ok, false, `octet ${at}`);
      }
    });

    test("an answer below the level that was asked for does not count", async () => {
      await check(good, 2000, relay.target);
      relay.change = (answer) => {
        const message = decodeV3Message(answer);
        const pdu = { requestId: message.msgId, errorStatus: 0, errorIndex: 0 };
        const payload = encodeScopedPdu(writer, {
          contextEngineId: message.engineId,
          contextName: Buffer.alloc(0),
          pdu: { type: "response", ...pdu, varbinds: [ticks(sysUpTime, 66_600)] },
        });
        const header = { ...message, auth: false, priv: false, reportable: false };
        return [encodeV3Message(writer, header, payload, 0).bytes];
      };
      const outcome = await check(good, 400, relay.target);
      assert.equal(outcome.causeCode, "credentials");
      assert.match(outcome.cause ?? "", /answers at another security level than authPriv/);
    });

    test("an answer with a wrong digest only is said to be that", async () => {
      await check(good, 2000, relay.target);
      relay.change = (answer) => {
        const { auth, digestAt } = decodeV3Message(answer);
        if (auth) answer[digestAt] = (answer[digestAt] ?? 0) ^ 1;
        return [answer];
      };
      const outcome = await check(good, 400, relay.target);
      assert.equal(outcome.causeCode, "credentials");
      assert.match(outcome.cause ?? "", /it answers with a wrong digest/);
    });

    test("an agent that reports for ever that our time is wrong does not hold a check up", async () => {
      const agents: Buffer[] = [];
      await check({ ...good, authPassword: "wrong-password" }, 400, relay.target);
      relay.change = (_answer, request) => {
        const { msgId } = decodeV3Message(request);
        const report = discoveryReport(msgId);
        agents.push(report);
        return [report];
      };
      const outcome = await check(good, 2000, relay.target);
      assert.equal(outcome.causeCode, "protocol");
      assert.match(
        outcome.cause ?? "",
        /answers every SNMPv3 request with a report that our engine id or time is wrong/,
      );
      assert.ok(agents.length < 10);
    });
  });
});

describe("SNMPv3 when the agent changes", { concurrency: true }, () => {
  /** An agent that was asked once, and the same question again. */
  async function startKnown() {
    const agent = await startSnmpd(oneUser(privPassword));
    const engine = createSnmpEngine({ names });
    const check = (timeoutMs = 2000): Promise<CheckOutcome> => {
      const spec = { type: "snmp" as const, target: agent.target, interfaces: [], host: [] };
      return engine.check({ ...spec, snmp: good }, { timeoutMs });
    };
    const sessions = new SnmpSessions(names);
    /** How often the agent says that it booted. */
    const boots = async (): Promise<number | null> => {
      const asked = { target: agent.target, address: null, timeoutMs: 2000 };
      const found = await sessions.with(asked, good, ({ conversation }) =>
        readScalars(conversation, [snmpEngineBoots]),
      );
      return numberOf(found.get(snmpEngineBoots));
    };
    const close = async () => {
      await sessions.close();
      await engine.close();
      await agent.close();
    };
    assert.equal((await check()).cause, null);
    return { agent, check, boots, [Symbol.asyncDispose]: close };
  }

  test("after a restart the first check is good: boots and time are learnt anew", async () => {
    await using known = await startKnown();
    for (const boots of [2, 3]) {
      await known.agent.stop();
      await known.agent.restart();
      assert.equal((await known.check()).cause, null);
      assert.equal(await known.boots(), boots);
    }
  });

  test("an agent that forgot how often it booted is believed all the same", async () => {
    await using known = await startKnown();
    await known.agent.stop();
    await known.agent.restart();
    assert.equal((await known.check()).cause, null);
    await known.agent.stop("SIGKILL");
    await known.agent.restart({ forget: true });
    assert.equal((await known.check()).cause, null);
    assert.equal(await known.boots(), 1);
  });

  test("when it is gone, no credential is blamed", async () => {
    await using known = await startKnown();
    await known.agent.stop();
    assert.equal((await known.check(300)).causeCode, "refused");
  });

  test("when its privacy password was changed, that is told", async () => {
    await using known = await startKnown();
    await known.agent.stop();
    await known.agent.restart({ forget: true, config: oneUser("changed-password") });
    const outcome = await known.check(600);
    assert.equal(outcome.causeCode, "credentials");
    assert.match(outcome.cause ?? "", /accepts user .* but drops what is encrypted/);
  });

  test("when another device took its address, its new engine is learnt", async () => {
    await using known = await startKnown();
    await known.agent.stop();
    const config = oneUser(privPassword).replace("aabbccee", "aabbccff");
    await known.agent.restart({ forget: true, config });
    assert.equal((await known.check()).cause, null);
  });
});

/** The agent's last answer during a check. */
async function answerOf(relay: UdpRelay, run: () => Promise<unknown>): Promise<Buffer> {
  let seen = Buffer.alloc(0);
  relay.change = (answer) => {
    seen = Buffer.from(answer);
    return [answer];
  };
  await run();
  return seen;
}

/** What an agent says to an engine id that is not its own. */
function discoveryReport(msgId: number): Buffer {
  const unknownEngineIds = oid("1.3.6.1.6.3.15.1.1.4.0");
  const payload = encodeScopedPdu(writer, {
    contextEngineId: Buffer.from("80001f88800102", "hex"),
    contextName: Buffer.alloc(0),
    pdu: {
      type: "report",
      requestId: 0,
      errorStatus: 0,
      errorIndex: 0,
      varbinds: [counter32(unknownEngineIds, 1)],
    },
  });
  const header = {
    msgId,
    maxSize: 65_507,
    auth: false,
    priv: false,
    reportable: false,
    engineId: Buffer.from("80001f88800102", "hex"),
    engineBoots: 1,
    engineTime: 1,
    user: Buffer.alloc(0),
    privParams: Buffer.alloc(0),
  };
  return encodeV3Message(writer, header, payload, 0).bytes;
}
