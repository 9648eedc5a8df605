export {
  BlindSpot,
  HostFacts,
  ListenerFacts,
  PackageFacts,
  packageKey,
  packageManagers,
} from "./inventory.ts";
export type { Inventory, PackageManager } from "./inventory.ts";
