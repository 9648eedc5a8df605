import { sleep } from "#lib/sleep";
import type { Permits } from "../budget/index.ts";
import { type ConnectPool, type Destination, packetsOfAttempt } from "../connect/index.ts";
import type { ArpTable } from "./arp-table.ts";

/** Ports that hosts answer most, one way or the other: a refusal proves a host as well. The first two go first. */
const discoveryPorts: readonly number[] = [
  443, 80, 22, 445, 3389, 8080, 53, 139, 135, 8443, 21, 25,
];
const firstPorts = 2;
/**
 * An entry that was in the ARP table before we came may be old. The kernel checks an old entry that it uses within
 * delay_first_probe_time (5 s) and three requests of one second (arp(7)); then it is gone, or the host is there, or was
 * there in the last 45 s: so long the kernel may believe an answer.
 */
const arpCheckMs = 9000;

/** What showed that a host is up. */
export interface Proof {
  /** `icmp`, `tcp/443`, `arp`. */
  readonly by: string;
  readonly rttMs: number | null;
  /** The port that answered, of TCP. */
  readonly port: number | null;
}

export interface DiscoveryTools {
  readonly pool: ConnectPool;
  readonly permits: Permits;
  readonly arp: ArpTable;
  /** One echo request; the round trip in milliseconds, or `null` when no answer came. `null`: this machine cannot ping. */
  readonly ping: ((address: string, timeoutMs: number) => Promise<number | null>) | null;
  readonly connectTimeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Finds out whether a host is there: by an echo request and two ports first, by more ports and one more echo request
 * when these are silent, and by its answer to ARP. `null`: no answer of any kind.
 */
export async function discoverHost(to: Destination, tools: DiscoveryTools): Promise<Proof | null> {
  const wasKnown = tools.arp.answers(to.address);
  const proof =
    (await firstProof(to, discoveryPorts.slice(0, firstPorts), tools)) ??
    (await firstProof(to, discoveryPorts.slice(firstPorts), tools));
  if (proof !== null) return proof;
  return arpProof(to.address, wasKnown, tools);
}

/** Whether a host that was up still answers, by the way that proved it or a port that answered since. Asks three times. */
export async function isStillUp(
  to: Destination,
  proof: Proof | null,
  answeredPort: number | null,
  tools: DiscoveryTools,
): Promise<boolean> {
  const port = answeredPort ?? proof?.port ?? null;
  for (let round = 0; round < 3; round++) {
    const found = await firstProof(to, port === null ? [] : [port], tools);
    if (found !== null) return true;
  }
  return proof?.by === "arp" && tools.arp.answers(to.address);
}

/** One echo request where that is possible, and one connection to each port; what one proves, spares the others. */
function firstProof(
  to: Destination,
  ports: readonly number[],
  tools: DiscoveryTools,
): Promise<Proof | null> {
  const { pool, permits, ping, connectTimeoutMs } = tools;
  let proven = false;
  const echo = async (): Promise<Proof | null> => {
    if (ping === null) return null;
    await permits.take(to.address);
    if (proven) return null;
    const rttMs = await ping(to.address, connectTimeoutMs);
    return rttMs === null ? null : { by: "icmp", rttMs, port: null };
  };
  const connect = async (port: number): Promise<Proof | null> => {
    await permits.take(to.address, packetsOfAttempt(connectTimeoutMs));
    if (proven) return null;
    const { outcome, rttMs } = await pool.ask(to, port, connectTimeoutMs);
    const answered = outcome === "open" || outcome === "closed";
    return answered ? { by: `tcp/${port}`, rttMs, port } : null;
  };
  return new Promise((resolve, reject) => {
    const asked = [echo(), ...ports.map(connect)];
    let left = asked.length;
    for (const one of asked) {
      one.then((proof) => {
        left--;
        if (proof === null && left > 0) return;
        proven = true;
        resolve(proof);
      }, reject);
    }
  });
}

async function arpProof(
  address: string,
  wasKnown: boolean,
  { arp, signal }: DiscoveryTools,
): Promise<Proof | null> {
  const until = performance.now() + arpCheckMs;
  while (arp.answers(address)) {
    if (!wasKnown || performance.now() >= until) return { by: "arp", rttMs: null, port: null };
    await sleep(500, signal);
    signal.throwIfAborted();
  }
  return null;
}
