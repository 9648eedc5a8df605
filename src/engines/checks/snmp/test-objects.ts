/** Objects for the tables of test agents. */
import { child, type Oid } from "./codec/oid.ts";
import type { Varbind } from "./codec/varbind.ts";
import * as ifMib from "./mib/interfaces.ts";
import { sysUpTime } from "./mib/system.ts";

export const integer = (oid: Oid, value: number): Varbind => ({ oid, type: "integer", value });
export const gauge = (oid: Oid, value: number): Varbind => ({ oid, type: "gauge32", value });
export const ticks = (oid: Oid, value: number): Varbind => ({ oid, type: "timeticks", value });
export const counter32 = (oid: Oid, value: number): Varbind => ({ oid, type: "counter32", value });
const counter64 = (oid: Oid, value: bigint): Varbind => ({ oid, type: "counter64", value });
export const objectId = (oid: Oid, value: Oid): Varbind => ({ oid, type: "oid", value });
export const text = (oid: Oid, value: string): Varbind => {
  return { oid, type: "octets", value: Buffer.from(value) };
};

export interface PortOptions {
  name?: string;
  descr?: string;
  alias?: string;
  admin?: number;
  oper?: number;
  /** Octets in; twice as many out. */
  octets?: bigint;
  /** Without 64-bit counters. */
  narrow?: boolean;
  highSpeed?: number;
  speed?: number;
}

/** The rows of one port in ifTable and ifXTable. */
export function port(ifIndex: number, options: PortOptions = {}): Varbind[] {
  const { name = `Gi0/${ifIndex}`, descr = `GigabitEthernet0/${ifIndex}`, alias = "" } = options;
  const { admin = 1, oper = 1, octets = 1000n, narrow = false } = options;
  const { highSpeed = 1000, speed = 1_000_000_000 } = options;
  const at = (column: Oid) => child(column, ifIndex);
  const low = (value: bigint) => Number(BigInt.asUintN(32, value));
  const wide = [
    counter64(at(ifMib.ifHcInOctets), octets),
    counter64(at(ifMib.ifHcOutOctets), octets * 2n),
  ];
  return [
    text(at(ifMib.ifDescr), descr),
    integer(at(ifMib.ifType), 6),
    gauge(at(ifMib.ifSpeed), speed),
    integer(at(ifMib.ifAdminStatus), admin),
    integer(at(ifMib.ifOperStatus), oper),
    counter32(at(ifMib.ifInOctets), low(octets)),
    counter32(at(ifMib.ifInDiscards), 0),
    counter32(at(ifMib.ifInErrors), 0),
    counter32(at(ifMib.ifOutOctets), low(octets * 2n)),
    counter32(at(ifMib.ifOutDiscards), 0),
    counter32(at(ifMib.ifOutErrors), 0),
    text(at(ifMib.ifName), name),
    ...(narrow ? [] : wide),
    gauge(at(ifMib.ifHighSpeed), highSpeed),
    text(at(ifMib.ifAlias), alias),
    ticks(at(ifMib.ifCounterDiscontinuityTime), 0),
  ];
}

/** A device with these ports. */
export function device(ports: readonly Varbind[][], uptimeTicks = 100_000): Varbind[] {
  return [
    ticks(sysUpTime, uptimeTicks),
    integer(ifMib.ifNumber, ports.length),
    ticks(ifMib.ifTableLastChange, 0),
    ...ports.flat(),
  ];
}
