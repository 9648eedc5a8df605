/**
 * Writes `src/engines/scan/discovery/vendors.txt` from the IEEE's public registry of MAC address blocks (MA-L):
 * `node scripts/write-vendors.ts oui.csv`, with the file of https://standards-oui.ieee.org/oui/oui.csv. The IEEE claims
 * no copyright in the listing. Only companies with many blocks, and some whose devices matter in an assessment.
 */
import { readFileSync, writeFileSync } from "node:fs";

/** A company with fewer blocks is rarely met. */
const fewestBlocks = 20;
const wanted =
  /^(vmware|proxmox|xensource|pcs systemtechnik|microsoft|parallels|nutanix|red hat|raspberry|synology|qnap|ubiquiti|routerboard|axis comm|siemens|rockwell|schneider|allen-bradley|wago|beckhoff|phoenix contact|moxa|omron|mitsubishi electric|abb\b|honeywell|brother ind|lexmark|kyocera|ricoh|xerox|seiko epson|canon inc|zebra tech|oki electric|konica|fortinet|palo alto|sonicwall|watchguard|sophos|check point|super micro|yealink|polycom|snom|grandstream|sonos\b|philips light|dahua|zhejiang dahua|hanwha|vivotek|mobotix|american power|eaton|netapp|emc corp|buffalo|western digital|mellanox|broadcom|realtek|gigabyte|micro-star|asrock|ruckus|aruba|meraki|cisco meraki|mitel|gigaset|avm |lancom|bintec|draytek|digi int|lantronix)/i;

const [, , source] = process.argv;
if (source === undefined) throw new Error("usage: node scripts/write-vendors.ts oui.csv");
const blocks = new Map<string, string[]>();
for (const line of readFileSync(source, "utf8").split("\n")) {
  const [, prefix, quoted, plain] = /^MA-L,([0-9A-F]{6}),(?:"([^"]*)"|([^,]*)),/.exec(line) ?? [];
  const name = shortened(quoted ?? plain ?? "");
  if (prefix === undefined || name === "" || /^(private|ieee registration)/i.test(name)) continue;
  blocks.set(name, [...(blocks.get(name) ?? []), prefix.toLowerCase()]);
}
const lines = [...blocks]
  .filter(([name, prefixes]) => prefixes.length >= fewestBlocks || wanted.test(name))
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, prefixes]) => `${name}\t${prefixes.toSorted().join(" ")}\n`);
const target = new URL("../src/engines/scan/discovery/vendors.txt", import.meta.url);
writeFileSync(target, lines.join(""));

/** `HUAWEI TECHNOLOGIES CO.,LTD` → `HUAWEI TECHNOLOGIES`: the legal form tells nobody who made a device. */
function shortened(name: string): string {
  const ending =
    /[\s,.]+(inc|incorporated|corp|corporation|co|ltd|limited|llc|gmbh|ag|s\.?a|sas|a\/s|ab|oy|b\.?v|spa|s\.p\.a|kg|plc|pte|pty|sdn|bhd|international|technologies|communications)\.?$/i;
  let short = name.replaceAll(/[^\x20-\x7e]/g, "").trim();
  for (let before = ""; before !== short;) {
    before = short;
    const cut = short.replace(ending, "").replace(/[\s,.(]+$/, "");
    if (cut.length >= 2) short = cut;
  }
  return short;
}
