export { createInventoryReader } from "./reader.ts";
export type { InventoryReader } from "./reader.ts";
