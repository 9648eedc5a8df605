/** Gives up all rights, once everything is loaded, and prints the inventory as JSON. */
import { createInventoryReader } from "../index.ts";

const reader = createInventoryReader();
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.("nogroup");
  process.setuid?.("nobody");
}
process.stdout.write(JSON.stringify(await reader.read()));
