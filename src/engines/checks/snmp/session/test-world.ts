/** What tests of conversations begin with. */
import type { CheckOutcome } from "#engines/check-types";
import { createNameCache } from "../../names/index.ts";
import { createSnmpEngine } from "../index.ts";
import { answerFrom, type Incoming, startTestAgent, type TestAgent } from "../test-agent.ts";
import { device, port } from "../test-objects.ts";

/** Shared by all worlds; to be closed at the end. */
export const names = createNameCache({ permit: () => null });

/** An agent with three ports, and an engine that asks it. */
export interface World extends AsyncDisposable {
  agent: TestAgent;
  check(
    more?: { community?: string; version?: 1 | "2c"; interfaces?: string[]; host?: string[] },
    timeoutMs?: number,
    target?: string,
  ): Promise<CheckOutcome>;
}

export async function startWorld(address = "127.0.0.1"): Promise<World> {
  const agent = await startTestAgent(device([port(1), port(2), port(3)]), address);
  const engine = createSnmpEngine({ names });
  return {
    agent,
    check(more = {}, timeoutMs = 2000, target = agent.target) {
      const { community = "public", version = "2c", interfaces = [], host = [] } = more;
      const snmp = { version, community };
      return engine.check({ type: "snmp", target, snmp, interfaces, host }, { timeoutMs });
    },
    async [Symbol.asyncDispose]() {
      await engine.close();
      await agent.close();
    },
  };
}

/** Answers as a good agent does. */
export function answerWell(agent: TestAgent, { pdu, version, reply }: Incoming): void {
  reply(answerFrom(agent.table, pdu, version));
}
