import { readFileSync } from "node:fs";

/**
 * Companies and the first three bytes of the MAC addresses they were given, a line each: facts of the IEEE's public
 * registry, for the some 270 companies whose devices are met most; see `scripts/write-vendors.ts`.
 */
const file = new URL("./vendors.txt", import.meta.url);

/** Given by software, without a registry: libvirt and QEMU choose 52:54:00. */
const unregistered: ReadonlyMap<string, string> = new Map([["525400", "QEMU virtual machine"]]);

let vendors: ReadonlyMap<string, string> | null = null;

/** Who made the device with this MAC address (lower case with colons); `null`: not known, or the address is made up. */
export function vendorOf(mac: string): string | null {
  const prefix = mac.replaceAll(":", "").slice(0, 6);
  const software = unregistered.get(prefix);
  if (software !== undefined) return software;
  const isMadeUp = (Number.parseInt(prefix.slice(0, 2), 16) & 2) !== 0; // IEEE 802: locally administered
  if (isMadeUp) return null;
  vendors ??= readVendors();
  return vendors.get(prefix) ?? null;
}

function readVendors(): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [name = "", prefixes = ""] = line.split("\t");
    for (const prefix of prefixes.split(" ")) found.set(prefix, name);
  }
  return found;
}
