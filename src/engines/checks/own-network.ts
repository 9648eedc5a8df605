import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import koffi from "koffi";

const cloneNewNet = 0x40000000; // sched.h

/**
 * Moves this thread, and all threads and processes that it starts from now on, into a network namespace of its own with
 * loopback only: the test may set sysctls and routes there, and no packet leaves the machine. Needs root on Linux.
 */
export function enterOwnNetwork(): void {
  const unshare: (flags: number) => number = koffi.load(null).func("int unshare(int)");
  if (unshare(cloneNewNet) !== 0) {
    throw new Error(
      `these tests need a network namespace of their own: run them as root (errno ${koffi.errno()})`,
    );
  }
  ip("link set lo up");
  writeFileSync("/proc/sys/net/ipv6/conf/default/accept_dad", "0"); // new addresses work at once
}

const capabilityVersion3 = 0x20080522; // linux/capability.h
const capNetRaw = 1 << 13;

/**
 * Does the work as somebody who may not open raw sockets. Only this one privilege goes: another user might not be able to
 * read the checkout, wherever it lies.
 */
export async function withoutRawSockets<T>(work: () => Promise<T>): Promise<T> {
  const library = koffi.load(null);
  const capget: (header: Buffer, data: Buffer) => number = library.func(
    "int capget(void *header, void *data)",
  );
  const capset: (header: Buffer, data: Buffer) => number = library.func(
    "int capset(void *header, void *data)",
  );
  const header = Buffer.alloc(8);
  header.writeUInt32LE(capabilityVersion3);
  // Effective, permitted, inheritable: twice, for capabilities 0 to 31 and 32 to 63.
  const mine = Buffer.alloc(24);
  if (capget(header, mine) !== 0) throw new Error(`capget: errno ${koffi.errno()}`);
  const less = Buffer.from(mine);
  less.writeUInt32LE((mine.readUInt32LE(0) & ~capNetRaw) >>> 0, 0);
  if (capset(header, less) !== 0) throw new Error(`capset: errno ${koffi.errno()}`);
  try {
    return await work();
  } finally {
    capset(header, mine);
  }
}

/** Runs `ip` with these words. @returns what it prints */
export function ip(words: string): string {
  return execFileSync("ip", words.split(" "), { encoding: "utf8" });
}

/** Opens the kernel's ping sockets to everybody, or closes them, in this namespace. */
export function allowPingSockets(allowed: boolean): void {
  writeFileSync("/proc/sys/net/ipv4/ping_group_range", allowed ? "0 2147483647" : "1 0");
}

/** Lets the kernel answer pings to this namespace, or not. */
export function answerPings(answer: boolean): void {
  writeFileSync("/proc/sys/net/ipv4/icmp_echo_ignore_all", answer ? "0" : "1");
}

/** An address that takes every packet and never answers: its neighbour entry leads nowhere. */
export function makeSilentAddress(): string {
  ip("link add silent0 type veth peer name silent1");
  ip("addr add 10.77.0.1/24 dev silent0");
  ip("link set silent0 up");
  ip("link set silent1 up");
  // The kernel tells that a link is up by and by, and until then IPv6 does not work on it.
  const endAt = performance.now() + 5000;
  while (!/state UP/.test(ip("link show silent0"))) {
    if (performance.now() > endAt) throw new Error("the link silent0 does not come up");
  }
  ip("neigh add 10.77.0.2 lladdr 02:00:00:00:00:02 dev silent0 nud permanent");
  return "10.77.0.2";
}
