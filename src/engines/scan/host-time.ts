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

/** A limit of time within a scan. */
export interface TimeLimit {
  /** Aborts when the time is over, or the scan. */
  readonly signal: AbortSignal;
  /** The time is over, and it was not the scan that ended. */
  isOver(): boolean;
  /** Takes the timer and the listener away. */
  end(): void;
}

/** As `AbortSignal.any` with a timeout would be, which keeps every host of a scan in memory until its time is over. */
export function startTimeLimit(scan: AbortSignal, ms: number): TimeLimit {
  const limit = new AbortController();
  let over = false;
  const timer = setTimeout(() => {
    over = !scan.aborted;
    limit.abort(new Error("the time of this host is over"));
  }, ms);
  const onAbort = (): void => limit.abort(scan.reason);
  if (scan.aborted) onAbort();
  else scan.addEventListener("abort", onAbort, { once: true });
  return {
    signal: limit.signal,
    isOver: () => over,
    end() {
      clearTimeout(timer);
      scan.removeEventListener("abort", onAbort);
    },
  };
}
