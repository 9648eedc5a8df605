/**
 * The law of the house, as data: who may import whom, and which slice owns which table. The architecture test and the
 * picture in ARCHITECTURE.md read it.
 */

/** For each room: the rooms that its files may import, besides its own slice. A `room/*` entry means every slice of it. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  "engines/check-types": [],
  "engines/checks": ["lib", "engines/check-types"],
  wire: ["lib", "engines/check-types"],
  remote: ["lib", "wire"],
  platform: ["lib", "platform"],
  monitor: ["lib", "wire", "engines/check-types", "platform", "monitor"],
  processes: [
    "lib",
    "wire",
    "engines/check-types",
    "engines/checks",
    "platform",
    "monitor",
    "remote",
    "processes",
  ],
};

/**
 * The stages through which monitoring data flows, in order. A stage imports nothing of the others but types; only
 * `monitor/flows` knows the order.
 */
export const monitorStages: readonly string[] = [
  "monitor/results",
  "monitor/states",
  "monitor/incidents",
];

/** Programs that run at customers' sites: no file of these rooms may be reachable from their `main.ts`. */
export const remoteMains: readonly string[] = ["src/processes/collector/main.ts"];
export const serverOnlyRooms: readonly string[] = ["platform", "monitor"];

/** The slice whose `*.queries.ts` alone write a table. Shared tables hold no tenant's data. */
export const tableOwners: Readonly<Record<string, string>> = {};

/** Tables without a tenant: installation-wide data. */
export const sharedTables: readonly string[] = [];
