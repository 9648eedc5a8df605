import type { HostFacts } from "#engines/check-types";
import type { Oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import { type ClockReading, elapsedSec } from "../interfaces/device-clock.ts";
import * as mib from "../mib/host.ts";
import { numberOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { mean, percent, percentFacts, readColumn, readScalars } from "./gauges.ts";

/** Where a device's load is read: HOST-RESOURCES-MIB, the tick counters of UCD-SNMP-MIB, or the vendor's own objects. */
export type CpuSource = "hostResources" | "ucd" | mib.Vendor;

/** Ticks of processor time, and when they were read. */
export interface RawCpu {
  clock: ClockReading;
  idle: number;
  total: number;
}

export interface CpuMemory {
  /** Which source worked the last time. */
  source: CpuSource | null;
  raw: RawCpu | null;
}

/**
 * The load of all processors in percent. From tick counters it needs a check before this one: until then it is `null`.
 * `null` for the whole when the device tells no load.
 * @throws SnmpFailure, or the system's error
 */
export async function readCpu(
  conversation: Conversation,
  memory: CpuMemory,
  vendor: mib.Vendor | null,
  clock: ClockReading,
): Promise<HostFacts | null> {
  const all: readonly CpuSource[] = ["hostResources", "ucd", ...(vendor === null ? [] : [vendor])];
  const first = memory.source;
  const order = first === null ? all : [first, ...all.filter((source) => source !== first)];
  for (const source of order) {
    const facts = await readFrom(conversation, source, memory, clock);
    if (facts === null) continue;
    memory.source = source;
    return facts;
  }
  memory.source = null;
  return null;
}

async function readFrom(
  conversation: Conversation,
  source: CpuSource,
  memory: CpuMemory,
  clock: ClockReading,
): Promise<HostFacts | null> {
  if (source === "ucd") return readUcd(conversation, memory, clock);
  const load = await readLoad(conversation, source);
  return load === null ? null : percentFacts("cpu", percent(load));
}

async function readLoad(
  conversation: Conversation,
  source: Exclude<CpuSource, "ucd">,
): Promise<number | null> {
  switch (source) {
    case "hostResources":
      return mean((await readColumn(conversation, mib.hrProcessorLoad)).map((row) => row.value));
    case "cisco":
      return mean((await readColumn(conversation, mib.cpmCpuTotal5minRev)).map((row) => row.value));
    case "juniper": {
      const rows = await readColumn(conversation, mib.jnxOperatingCpu);
      const engines = rows.filter((row) => row.arc === mib.jnxRoutingEngine && row.value > 0);
      return mean((engines.length > 0 ? engines : rows).map((row) => row.value));
    }
    case "hp": {
      const found = await readScalars(conversation, [mib.hpSwitchCpuStat]);
      return numberOf(found.get(mib.hpSwitchCpuStat));
    }
  }
}

async function readUcd(
  conversation: Conversation,
  memory: CpuMemory,
  clock: ClockReading,
): Promise<HostFacts | null> {
  const ticks = cpuTicks(await readScalars(conversation, Object.values(mib.ssCpuRaw)));
  if (ticks === null) return null;
  const now = { ...ticks, clock: { ...clock, ...conversation.latest } };
  const before = memory.raw;
  memory.raw = now;
  return percentFacts("cpu", before === null ? null : loadBetween(before, now));
}

/** Idle and total ticks; `null` without the three that every agent with this MIB has. */
function cpuTicks(found: ReadonlyMap<Oid, Varbind>): { idle: number; total: number } | null {
  const value = (oid: Oid) => numberOf(found.get(oid));
  const user = value(mib.ssCpuRaw.user);
  const system = value(mib.ssCpuRaw.system);
  const idle = value(mib.ssCpuRaw.idle);
  if (user === null || system === null || idle === null) return null;
  const busy = user + system + (value(mib.ssCpuRaw.nice) ?? 0);
  const wait = value(mib.ssCpuRaw.wait) ?? 0;
  // Where the kernel's own time is told, `system` is the sum of it and of waiting (UCD-SNMP-MIB, ssCpuRawSystem).
  if ((value(mib.ssCpuRaw.kernel) ?? 0) > 0) return { idle: idle + wait, total: busy + idle };
  const interrupts =
    (value(mib.ssCpuRaw.interrupt) ?? 0) + (value(mib.ssCpuRaw.softInterrupt) ?? 0);
  const stolen = value(mib.ssCpuRaw.steal) ?? 0;
  return { idle: idle + wait, total: busy + interrupts + stolen + idle + wait };
}

/** The load between two readings in percent; `null` when the host began anew, a counter wrapped, or no tick passed. */
function loadBetween(before: RawCpu, now: RawCpu): number | null {
  if (elapsedSec(before.clock, now.clock) === null) return null;
  const total = now.total - before.total;
  const idle = now.idle - before.idle;
  return total > 0 && idle >= 0 && idle <= total ? percent((1 - idle / total) * 100) : null;
}
