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
}

/** Runs `ip` with these words. */
export function ip(words: string): void {
  execFileSync("ip", words.split(" "));
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
  ip("neigh add 10.77.0.2 lladdr 02:00:00:00:00:02 dev silent0 nud permanent");
  return "10.77.0.2";
}
