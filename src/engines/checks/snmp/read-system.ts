import type { Oid } from "./codec/oid.ts";
import type { Varbind } from "./codec/varbind.ts";
import { readScalars } from "./host/gauges.ts";
import { vendorOf } from "./host/vendor.ts";
import type { ClockReading } from "./interfaces/device-clock.ts";
import type { TableMarks } from "./interfaces/interface-map.ts";
import type { Vendor } from "./mib/host.ts";
import { ifNumber, ifTableLastChange } from "./mib/interfaces.ts";
import * as mib from "./mib/system.ts";
import { numberOf } from "./mib/values.ts";
import type { Conversation } from "./session/conversation.ts";

/** What the rest of a check needs to know of the device first. */
export interface SystemReading {
  clock: ClockReading;
  marks: TableMarks;
  vendor: Vendor | null;
}

/**
 * The first question of every check: does the agent answer, and what does its clock say? Only what the sensor needs is
 * asked for.
 * @throws SnmpFailure, or the system's error
 */
export async function readSystem(
  conversation: Conversation,
  wanted: { interfaces: boolean; aspects: readonly string[] },
): Promise<SystemReading> {
  const found = await readScalars(conversation, objectsFor(conversation.version, wanted));
  const number = (oid: Oid) => numberOf(found.get(oid));
  const uptimeTicks = number(mib.sysUpTime);
  return {
    clock: {
      uptimeTicks,
      engineBoots: number(mib.snmpEngineBoots),
      engineTimeSec: number(mib.snmpEngineTime),
      hostUptimeTicks: number(mib.hrSystemUptime),
      ...conversation.latest,
    },
    marks: {
      uptimeTicks,
      ifNumber: number(ifNumber),
      tableLastChange: number(ifTableLastChange),
    },
    vendor: vendorOf(objectId(found.get(mib.sysObjectId))),
  };
}

function objectsFor(
  version: 1 | 2 | 3,
  { interfaces, aspects }: { interfaces: boolean; aspects: readonly string[] },
): Oid[] {
  const cpu = aspects.includes("cpu");
  const uptime = aspects.includes("uptime");
  const oids = [mib.sysUpTime];
  // In v1 each object that an agent lacks costs a round trip, and agents that old have no SNMP-FRAMEWORK-MIB.
  const rich = version !== 1;
  if (rich && (interfaces || cpu)) oids.push(mib.snmpEngineBoots);
  if (rich && (interfaces || cpu || uptime)) oids.push(mib.snmpEngineTime);
  if (uptime || (rich && (interfaces || cpu))) oids.push(mib.hrSystemUptime);
  if (interfaces) oids.push(ifNumber);
  if (rich && interfaces) oids.push(ifTableLastChange);
  if (cpu || aspects.includes("memory")) oids.push(mib.sysObjectId);
  return oids;
}

function objectId(varbind: Varbind | undefined): Oid | null {
  return varbind?.type === "oid" ? varbind.value : null;
}
