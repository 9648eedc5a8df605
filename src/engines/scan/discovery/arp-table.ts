import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";

/** A neighbour on the same link, as the kernel knows it. An old entry stays for a while. */
interface Neighbour {
  /** Lower case with colons. */
  readonly mac: string;
  /** Written by somebody: it proves nothing. */
  readonly permanent: boolean;
}

/** linux/if_arp.h, the flags of /proc/net/arp. */
const complete = 0x02;
const permanent = 0x04;

/** Asking for the table more often than this tells nothing new. */
const freshForMs = 100;

/** Reads the neighbours of IPv4 that answered, arp(7). */
function parseArpTable(text: string): Map<string, Neighbour> {
  const neighbours = new Map<string, Neighbour>();
  for (const line of text.split("\n").slice(1)) {
    const [address = "", , flagText = "", mac = ""] = line.trim().split(/\s+/);
    const flags = Number(flagText);
    if (!/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(mac) || (flags & complete) === 0) continue;
    if (mac === "00:00:00:00:00:00") continue;
    neighbours.set(address, { mac: mac.toLowerCase(), permanent: (flags & permanent) !== 0 });
  }
  return neighbours;
}

/** Who answered on the links of this machine. Empty where there is no /proc/net/arp (other systems than Linux). */
export interface ArpTable {
  /** The hardware address, of this machine's own addresses too; `null`: not on this link, or not known. */
  macOf(address: string): string | null;
  /** Whether the neighbour has answered the kernel, as far as the table tells. */
  answers(address: string): boolean;
}

/** Keeps what the kernel said for a moment, and reads it anew for an address that was not there. */
export function createArpTable(read: () => string = readArpFile): ArpTable {
  let neighbours = parseArpTable("");
  let readAt = -Infinity;
  const own = new Map<string, string>();
  const current = (freshMs: number): typeof neighbours => {
    const now = performance.now();
    if (now - readAt < freshMs) return neighbours;
    readAt = now;
    neighbours = parseArpTable(read());
    own.clear();
    for (const each of Object.values(networkInterfaces()).flat()) {
      if (each !== undefined && !each.internal) own.set(each.address, each.mac);
    }
    return neighbours;
  };
  return {
    macOf(address) {
      // Who has just answered may not be in the table that was read a moment ago.
      const found = current(freshForMs).get(address) ?? current(0).get(address);
      return found?.mac ?? own.get(address) ?? null;
    },
    answers: (address) => current(freshForMs).get(address)?.permanent === false,
  };
}

function readArpFile(): string {
  if (process.platform !== "linux") return "";
  return readFileSync("/proc/net/arp", "utf8");
}
