import type { HostFacts } from "#engines/check-types";
import type { ClockReading } from "../interfaces/device-clock.ts";
import type { Vendor } from "../mib/host.ts";
import type { Conversation } from "../session/conversation.ts";
import { type CpuMemory, readCpu } from "./cpu.ts";
import { readMemory } from "./memory.ts";
import { fixedDisks, readStorageTable, type StorageRow, volume } from "./storage.ts";
import { uptimeFacts } from "./uptime.ts";

/** What the check learnt of the host before it looks at aspects. */
export interface HostState {
  clock: ClockReading;
  vendor: Vendor | null;
}

/** What a result can hold; a host with more volumes than this has them mounted by a machine. */
const mostFacts = 500;

/**
 * Reads the monitored host aspects into `facts`, each once and 500 at most. What was read before a failure is there.
 * @returns the aspects that the device does not have, as the sensor says them
 * @throws SnmpFailure, or the system's error
 */
export async function readHost(
  conversation: Conversation,
  memory: CpuMemory,
  aspects: readonly string[],
  { clock, vendor }: HostState,
  facts: HostFacts[],
): Promise<string[]> {
  let table: Promise<StorageRow[]> | null = null;
  const storage = () => (table ??= readStorageTable(conversation));
  const lacking: string[] = [];
  for (const aspect of new Set(aspects)) {
    const found = await readAspect(aspect);
    if (found.length === 0) lacking.push(aspect);
    for (const each of found) {
      const known = facts.some(({ aspect, name }) => aspect === each.aspect && name === each.name);
      if (!known && facts.length < mostFacts) facts.push(each);
    }
  }
  return lacking;

  async function readAspect(aspect: string): Promise<HostFacts[]> {
    switch (aspect) {
      case "cpu":
        return listed(await readCpu(conversation, memory, vendor, clock));
      case "memory":
        return listed(await readMemory(conversation, vendor, storage));
      case "uptime":
        return listed(uptimeFacts(clock));
      case "storage":
        return fixedDisks(await storage());
      default:
        return listed(volume(await storage(), aspect.replace(/^storage:/, "")));
    }
  }
}

function listed(facts: HostFacts | null): HostFacts[] {
  return facts === null ? [] : [facts];
}
