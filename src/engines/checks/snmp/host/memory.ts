import type { HostFacts } from "#engines/check-types";
import * as mib from "../mib/host.ts";
import { numberOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { mean, percent, percentFacts, percentOf, readColumn, readScalars } from "./gauges.ts";
import type { StorageRow } from "./storage.ts";

/**
 * Main memory: by UCD-SNMP-MIB, which tells caches apart, else hrStorageTable, else the vendor's objects. `null` when the
 * device tells none.
 * @throws SnmpFailure, or the system's error
 */
export async function readMemory(
  conversation: Conversation,
  vendor: mib.Vendor | null,
  storage: () => Promise<StorageRow[]>,
): Promise<HostFacts | null> {
  const ucd = await readUcd(conversation);
  if (ucd !== null) return ucd;
  const ram = (await storage()).find((row) => row.type === mib.hrStorageRam);
  if (ram !== undefined) return memoryFacts(ram.used, ram.total);
  switch (vendor) {
    case "cisco": {
      const used = await readScalar(conversation, mib.ciscoMemoryPoolUsed);
      const free = await readScalar(conversation, mib.ciscoMemoryPoolFree);
      return used === null || free === null ? null : memoryFacts(used, used + free);
    }
    case "hp": {
      const total = await readScalar(conversation, mib.hpLocalMemTotalBytes);
      const free = await readScalar(conversation, mib.hpLocalMemFreeBytes);
      return total === null || free === null ? null : memoryFacts(total - free, total);
    }
    case "juniper": {
      const rows = await readColumn(conversation, mib.jnxOperatingBuffer);
      const engines = rows.filter((row) => row.arc === mib.jnxRoutingEngine && row.value > 0);
      const share = mean(engines.map((row) => row.value));
      return share === null ? null : percentFacts("memory", percent(share));
    }
    case null:
      return null;
  }
}

/** Used is what is neither free nor buffers nor cache: those are given back when asked for. */
async function readUcd(conversation: Conversation): Promise<HostFacts | null> {
  const { memTotalReal, memAvailReal, memBuffer, memCached } = mib;
  const found = await readScalars(conversation, [memTotalReal, memAvailReal, memBuffer, memCached]);
  const total = numberOf(found.get(memTotalReal));
  const free = numberOf(found.get(memAvailReal));
  if (total === null || free === null || total <= 0) return null;
  const buffers = numberOf(found.get(memBuffer)) ?? 0;
  const cached = numberOf(found.get(memCached)) ?? 0;
  return memoryFacts(Math.max(0, total - free - buffers - cached) * 1024, total * 1024);
}

async function readScalar(
  conversation: Conversation,
  oid: Parameters<typeof readScalars>[1][number],
) {
  return numberOf((await readScalars(conversation, [oid])).get(oid));
}

function memoryFacts(used: number, total: number): HostFacts {
  const share = percentOf(used, total);
  return { aspect: "memory", name: "memory", percent: share, used, total, seconds: null };
}
