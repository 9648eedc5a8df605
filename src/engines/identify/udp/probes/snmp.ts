import { askSnmpEngine, askSnmpSystem } from "#engines/checks";
import { cpeOf } from "../../products/product.ts";
import { enterpriseNames, type SnmpIdentity, writeSnmpIdentity } from "../../snmp-identity.ts";
import type { UdpAnswer, UdpProbe } from "../udp-probe.ts";

const community = "public";

/**
 * SNMP: v2c and v1 with the community `public`, which no agent should know, and the engine of v3, which every agent of v3
 * tells.
 */
export const snmpProbe: UdpProbe = {
  ports: [161],
  ask: () => [
    ...([2, 1] as const).map((version) => {
      const { datagram, read } = askSnmpSystem(version, community);
      return {
        datagram,
        read(reply: Buffer) {
          const system = read(reply);
          return system === null ? null : fromSystem(system);
        },
      };
    }),
    engineQuestion(),
  ],
};

function engineQuestion() {
  const { datagram, read } = askSnmpEngine();
  return {
    datagram,
    read(reply: Buffer): UdpAnswer | null {
      const engine = read(reply);
      if (engine === null) return null;
      const identity: SnmpIdentity = { version3: true };
      const enterprise = enterpriseOf(engine.engineId);
      if (enterprise !== null) identity.enterprise = enterprise;
      return { name: "snmp", extraInfo: writeSnmpIdentity(identity), confidence: 70 };
    },
  };
}

function fromSystem({
  sysName,
  sysDescr,
  sysObjectId,
}: {
  sysName: string | null;
  sysDescr: string | null;
  sysObjectId: string | null;
}): UdpAnswer {
  const identity: SnmpIdentity = {};
  if (sysObjectId !== null) identity.objectId = sysObjectId;
  const extraInfo = writeSnmpIdentity(identity);
  return {
    name: "snmp",
    observations: ["snmp_public"],
    confidence: 75,
    ...agentOf(sysObjectId),
    ...(extraInfo === "" ? {} : { extraInfo }),
    ...(sysDescr === null || sysDescr === "" ? {} : { banner: sysDescr }),
    ...(sysName === null || sysName === "" ? {} : { names: [{ name: sysName, source: "snmp" }] }),
  };
}

/** Which agent it is, where its object id says so; its version is not told. */
function agentOf(objectId: string | null): Partial<UdpAnswer> {
  if (objectId === null || !objectId.startsWith("1.3.6.1.4.1.8072.")) return {};
  return { product: "Net-SNMP", cpes: [cpeOf("net-snmp:net-snmp")] };
}

/** The enterprise number in an engine's id (RFC 3411 section 5, SnmpEngineID). */
function enterpriseOf(engineId: Buffer): number | null {
  if (engineId.length < 5) return null;
  const number = engineId.readUInt32BE(0) & 0x7fff_ffff;
  return enterpriseNames.has(number) ? number : null;
}
