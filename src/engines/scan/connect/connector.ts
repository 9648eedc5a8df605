/** Where a connection goes: the address in words of 32 bits, one for IPv4, four for IPv6, and as text. */
export interface Destination {
  readonly address: string;
  readonly family: 4 | 6;
  readonly words: readonly number[];
}

/**
 * What became of one attempt: `open` and `closed` are answers; `silent`: none came in time; `unreachable`: the network
 * or a firewall said no; `unsent`: this machine lacked a socket or a port of its own, so that nothing was asked.
 */
export type ConnectOutcome = "open" | "closed" | "silent" | "unreachable" | "unsent";

export interface ConnectListener {
  /** Called once for each attempt, never while `connect` still runs. `rttMs` counts for `open` and `closed`. */
  settled(port: number, outcome: ConnectOutcome, rttMs: number): void;
}

/** Makes TCP connections and ends each as soon as it is known whether the port is open. It never sends data. */
export interface Connector {
  /** How many connections it can have under way at once. */
  readonly atOnce: number;
  connect(to: Destination, port: number, timeoutMs: number, listener: ConnectListener): void;
  /** Fulfils once it cannot work any more: with what broke it, or `null` when it was closed. */
  readonly ended: Promise<Error | null>;
  /** Ends all attempts at once; their listeners hear nothing more. */
  close(): Promise<void>;
}

/** A SYN without an answer is repeated by the kernel after this time (RFC 6298, section 5.7), and again and again. */
const firstRepeatMs = 1000;
/** Linux, net.ipv4.tcp_syn_retries. */
const mostRepeats = 6;

/**
 * How many packets one attempt may send within its time. The kernel's repetitions are what the target counts, too, so
 * that they are drawn from the budget beforehand; since Linux 6.5 the first four come one second apart.
 */
export function packetsOfAttempt(timeoutMs: number): number {
  return 1 + Math.min(mostRepeats, Math.floor((timeoutMs - 1) / firstRepeatMs));
}
