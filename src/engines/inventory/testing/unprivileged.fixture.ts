/** Gives up all rights, once everything is loaded, and prints the inventory as JSON: of this host, or below the folder given. */
import { createInventoryReader } from "../index.ts";

const [root = "/"] = process.argv.slice(2);
const reader = createInventoryReader({ root });
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.("nogroup");
  process.setuid?.("nobody");
}
process.stdout.write(JSON.stringify(await reader.read()));
