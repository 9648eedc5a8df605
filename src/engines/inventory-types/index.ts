export { BlindSpot, HostFacts, ListenerFacts, PackageFacts } from "./inventory.ts";
export { packageKey } from "#lib/package-key";
export type { Inventory, PackageManager } from "./inventory.ts";
