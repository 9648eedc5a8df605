import type { ScanSpec } from "#engines/scan-types";
import type { WantedPorts } from "./ports/index.ts";

/** Hosts that are being scanned at the same time: what bounds the memory of a scan. */
export const hostsAtOnce = 256;

const leastMs = 10 * 60_000;
const mostMs = 24 * 3_600_000;
/** A host may take so many times as long as its ports need at worst: each silent, each asked twice. */
const patience = 2;
/** A sweep has at least so many ports under way once it is on its way. */
const portsAtOnce = 64;

/**
 * How long one host may take, in milliseconds: then it is dropped, so that a tar pit or a host that answers each question
 * after a minute does not hold a scan up for ever. By what the budget allows, when all hosts at once share it evenly.
 */
export function hostTimeMs(
  spec: Pick<ScanSpec, "budget" | "connectTimeoutMs">,
  ports: WantedPorts,
): number {
  const { perHostPerSec, perSubnetPerSec, totalPerSec } = spec.budget;
  const perSec = Math.min(
    perHostPerSec ?? Infinity,
    (perSubnetPerSec ?? Infinity) / hostsAtOnce,
    (totalPerSec ?? Infinity) / hostsAtOnce,
  );
  const attempts = 2 * (ports.tcp.length + ports.udp.length);
  const sendingMs = (attempts / perSec) * 1000;
  const waitingMs = (attempts / portsAtOnce) * spec.connectTimeoutMs;
  return Math.min(mostMs, Math.round(leastMs + patience * (sendingMs + waitingMs)));
}
