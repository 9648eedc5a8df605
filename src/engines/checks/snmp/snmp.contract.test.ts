import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { SpecOf } from "#engines/check-types";
import { freeUdpPort, startSnmpd } from "#test/snmpd";
import { engineContract } from "../contract-suite.ts";
import { createSnmpEngine } from "./index.ts";

engineContract({
  type: "snmp",
  create: createSnmpEngine,
  async startTargets() {
    const agent = await startSnmpd("rocommunity public\n");
    const silent = createSocket("udp4");
    silent.bind(0, "127.0.0.1");
    await once(silent, "listening");
    const vacantPort = await freeUdpPort();
    const spec = (target: string): SpecOf<"snmp"> => {
      const snmp = { version: "2c", community: "public" } as const;
      return { type: "snmp", target, snmp, interfaces: ["lo"], host: ["memory", "uptime"] };
    };
    return {
      good: spec(agent.target),
      nothing: spec(`127.0.0.1:${vacantPort}`),
      nothingCodes: ["refused"],
      hanging: spec(`127.0.0.1:${silent.address().port}`),
      at: (host) => spec(`${host}:${agent.port}`),
      withTarget: spec,
      async close() {
        silent.close();
        await agent.close();
      },
    };
  },
});
