import { endianness } from "node:os";
import type { ListenerFacts } from "#engines/inventory-types";
import { formatIpBytes, parseIp } from "#lib/ip";
import type { Tell } from "./blind-spots.ts";
import { sortedByText } from "./by-text.ts";
import type { HostFiles } from "./host-files.ts";
import { findSocketOwners } from "./socket-owners.ts";

/** The most that an inventory has room for. */
const maxListeners = 5000;

const tables = ["tcp", "tcp6", "udp", "udp6"] as const;

interface Socket {
  readonly protocol: "tcp" | "udp";
  readonly address: string;
  readonly port: number;
  readonly inode: string;
}

/** Ports that the system gives to whoever asks for any. */
interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Linux' listening sockets, and whose they are. */
export async function readListeners(files: HostFiles, tell: Tell): Promise<ListenerFacts[]> {
  const passing = parsePortRange(
    (await files.line("/proc/sys/net/ipv4/ip_local_port_range")) ?? "",
  );
  const sockets: Socket[] = [];
  for (const table of tables) {
    const { text, problem } = await files.read(`/proc/net/${table}`);
    // A kernel without IPv6 has no table of it.
    if (problem === "absent" && table.endsWith("6")) continue;
    if (text === null)
      tell("listeners", `/proc/net/${table} cannot be read: mount /proc for the agent.`);
    else sockets.push(...parseSockets(text, table.startsWith("tcp") ? "tcp" : "udp", passing));
  }
  const inodes = new Set(sockets.map(({ inode }) => inode).filter((inode) => inode !== "0"));
  const { owners, hidden } = await findSocketOwners(files.at("/proc"), inodes);
  if (hidden !== null && owners.size < inodes.size) tell("processes", hidden);
  return listenersOf(sockets, owners, tell);
}

/** Each protocol, address, port and process once, in order. */
function listenersOf(
  sockets: readonly Socket[],
  owners: ReadonlyMap<string, string>,
  tell: Tell,
): ListenerFacts[] {
  const byText = new Map<string, ListenerFacts>();
  for (const { protocol, address, port, inode } of sockets) {
    const process = owners.get(inode) ?? null;
    const text = [protocol, address, String(port).padStart(5, "0"), process ?? ""].join("\n");
    byText.set(text, { protocol, address, port, process });
  }
  if (byText.size > maxListeners) {
    tell("listeners", `There are more than ${maxListeners} listeners; the others are left out.`);
  }
  return sortedByText([...byText], ([text]) => text)
    .slice(0, maxListeners)
    .map(([, listener]) => listener);
}

/** `32768	60999`; `null`: it is not told. */
export function parsePortRange(text: string): PortRange | null {
  const [, first, last] = /^(\d{1,5})\s+(\d{1,5})$/.exec(text) ?? [];
  return first === undefined ? null : { first: Number(first), last: Number(last) };
}

/**
 * A line of /proc/net/tcp and its sisters: local address and port, remote address and port, state, queues, timers, user, and
 * the socket's inode.
 */
const line =
  /^\s*\d+: ((?:[0-9A-F]{8}){1,4}):([0-9A-F]{4}) ([0-9A-F]+):([0-9A-F]{4}) ([0-9A-F]{2}) \S+ \S+ \S+ +\d+ +\d+ (\d+)/gm;

/** net/tcp_states.h: it listens; of UDP: it has no peer. */
const listens = "0A";
const hasNoPeer = "07";

/**
 * Sockets that take what comes. Those of UDP in the range from which the system gives ports are left out: they belong to
 * whoever has just asked something, and come and go.
 */
export function parseSockets(
  text: string,
  protocol: "tcp" | "udp",
  passing: PortRange | null,
): Socket[] {
  const sockets: Socket[] = [];
  for (const [, addressHex = "", portHex = "", peer, peerPort, state, inode = ""] of text.matchAll(
    line,
  )) {
    const address = addressOfHex(addressHex);
    const port = Number.parseInt(portHex, 16);
    if (address === null || port === 0) continue;
    if (protocol === "tcp" ? state !== listens : state !== hasNoPeer) continue;
    if (protocol === "udp") {
      if (peerPort !== "0000" || !/^0+$/.test(peer ?? "")) continue;
      if (passing !== null && port >= passing.first && port <= passing.last) continue;
    }
    sockets.push({ protocol, address, port, inode });
  }
  return sockets;
}

const isLittleEndian = endianness() === "LE";

/** The kernel writes words of 32 bits as this machine stores them. An IPv4 address in IPv6 clothes is shown as IPv4. */
function addressOfHex(hex: string): string | null {
  if (hex.length !== 8 && hex.length !== 32) return null;
  const bytes = Buffer.from(hex, "hex");
  if (isLittleEndian) bytes.swap32();
  return parseIp(formatIpBytes(bytes))?.address ?? null;
}
