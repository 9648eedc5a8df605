import type { InterfaceMap, UnfinishedMap } from "./interfaces/interface-map.ts";
import type { CounterHistory } from "./interfaces/counter-history.ts";
import type { CpuMemory } from "./host/cpu.ts";
import type { BulkWindow } from "./session/bulk-window.ts";
import { firstWindow } from "./session/bulk-window.ts";
import type { EnginePlace } from "./usm/usm-security.ts";

/** What is remembered of one device, as asked under one set of credentials, from check to check. */
export interface DeviceMemory extends EnginePlace {
  window: BulkWindow;
  /** It answered the last check. */
  answered: boolean;
  interfaces: InterfaceMap | null;
  unfinished: UnfinishedMap | null;
  /** By the interface's name in the sensor. */
  counters: Map<string, CounterHistory>;
  cpu: CpuMemory;
}

/** Remembers so many devices; the one that was not asked for longest goes first. */
const maxDevices = 20_000;

/** The memory of an engine, lost with the process: only a cycle of rates goes with it. */
export class DeviceMemories {
  readonly #devices = new Map<string, DeviceMemory>();

  /** The memory under `key`, which says where and with what credentials the device is asked. */
  of(key: string): DeviceMemory {
    const known = this.#devices.get(key);
    if (known !== undefined) {
      this.#devices.delete(key);
      this.#devices.set(key, known);
      return known;
    }
    for (const oldest of this.#devices.keys()) {
      if (this.#devices.size < maxDevices) break;
      this.#devices.delete(oldest);
    }
    const fresh: DeviceMemory = {
      engine: null,
      window: firstWindow,
      answered: false,
      interfaces: null,
      unfinished: null,
      counters: new Map(),
      cpu: { source: null, raw: null },
    };
    this.#devices.set(key, fresh);
    return fresh;
  }
}
