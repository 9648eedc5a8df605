/**
 * Rates from two readings of counters. A rate is `null` when no honest one exists: never negative, never above what the
 * line can carry. The rules and where others got them wrong: RFC 2863 sections 3.1.5 to 3.1.7; LibreNMS issues 1128, 14789.
 */

/** A counter as it was read: its value, exact, and how many bits it has. */
export interface CounterReading {
  value: bigint;
  bits: 32 | 64;
}

/** What one interface said at one time; `null` where the agent has no such object. */
export interface CounterSample {
  ifIndex: number;
  /** ifCounterDiscontinuityTime: a change means that the counters began anew. */
  discontinuity: number | null;
  speedBps: number | null;
  inOctets: CounterReading | null;
  outOctets: CounterReading | null;
  inErrors: CounterReading | null;
  outErrors: CounterReading | null;
  inDiscards: CounterReading | null;
  outDiscards: CounterReading | null;
}

export interface Rates {
  inBps: number | null;
  outBps: number | null;
  inErrorsPerSec: number | null;
  outErrorsPerSec: number | null;
  inDiscardsPerSec: number | null;
  outDiscardsPerSec: number | null;
  /** Busier direction in percent of the speed, 0 to 100. */
  utilisationPercent: number | null;
}

export const noRates: Readonly<Rates> = Object.freeze({
  inBps: null,
  outBps: null,
  inErrorsPerSec: null,
  outErrorsPerSec: null,
  inDiscardsPerSec: null,
  outDiscardsPerSec: null,
  utilisationPercent: null,
});

/** Counters are read a little later or earlier than the clock, so a full line may look this much fuller. */
const tolerance = 1.1;
/** Over less than this a rate is mostly the error of its clock, which ticks in hundredths. */
const leastSec = 1;
/** Octets of the shortest Ethernet frame with preamble and gap: what bounds packets a second. */
const shortestFrame = 84;

/** True when both samples are of the same row of counters, which did not begin anew in between. */
export function continues(before: CounterSample, now: CounterSample): boolean {
  return before.ifIndex === now.ifIndex && before.discontinuity === now.discontinuity;
}

/** The rates between two samples that are `elapsedSec` apart on the device's clock; `null` for that: it began anew. */
export function ratesBetween(
  before: CounterSample | null,
  now: CounterSample,
  elapsedSec: number | null,
): Rates {
  if (before === null || elapsedSec === null) return noRates;
  if (!(elapsedSec >= leastSec && elapsedSec < Infinity)) return noRates;
  if (!continues(before, now)) return noRates;
  const { speedBps } = now;
  const octetsPerSec = speedBps === null ? null : speedBps / 8;
  const packetsPerSec = octetsPerSec === null ? null : octetsPerSec / shortestFrame;
  const bits = (from: CounterReading | null, to: CounterReading | null) => {
    const rate = octetRate(from, to, elapsedSec, octetsPerSec);
    return rate === null ? null : rate * 8;
  };
  const count = (from: CounterReading | null, to: CounterReading | null) =>
    eventRate(from, to, elapsedSec, packetsPerSec);
  const inBps = bits(before.inOctets, now.inOctets);
  const outBps = bits(before.outOctets, now.outOctets);
  return {
    inBps,
    outBps,
    inErrorsPerSec: count(before.inErrors, now.inErrors),
    outErrorsPerSec: count(before.outErrors, now.outErrors),
    inDiscardsPerSec: count(before.inDiscards, now.inDiscards),
    outDiscardsPerSec: count(before.outDiscards, now.outDiscards),
    utilisationPercent: utilisation(inBps, outBps, speedBps),
  };
}

/**
 * Octets a second; `mostPerSec` is the line's speed, `null` when nobody knows it. A 32-bit counter that went back has wrapped
 * if the result is possible, else begun anew. One that the line could fill up in the time may have wrapped unseen: it says
 * nothing.
 */
function octetRate(
  before: CounterReading | null,
  now: CounterReading | null,
  elapsedSec: number,
  mostPerSec: number | null,
): number | null {
  if (before === null || now === null || before.bits !== now.bits) return null;
  if (now.bits === 64 || mostPerSec === null) {
    return bounded(now.value - before.value, elapsedSec, mostPerSec);
  }
  if (mostPerSec * elapsedSec >= 2 ** 32) return null;
  return bounded(BigInt.asUintN(32, now.value - before.value), elapsedSec, mostPerSec);
}

/** Errors or discards a second. Their counters wrap once in years, but begin anew now and then: back is never a wrap. */
function eventRate(
  before: CounterReading | null,
  now: CounterReading | null,
  elapsedSec: number,
  mostPerSec: number | null,
): number | null {
  if (before === null || now === null || before.bits !== now.bits) return null;
  return bounded(now.value - before.value, elapsedSec, mostPerSec);
}

function bounded(grown: bigint, elapsedSec: number, mostPerSec: number | null): number | null {
  if (grown < 0n) return null;
  const rate = Number(grown) / elapsedSec;
  if (mostPerSec === null) return rate;
  return rate > mostPerSec * tolerance ? null : Math.min(rate, mostPerSec);
}

function utilisation(
  inBps: number | null,
  outBps: number | null,
  speedBps: number | null,
): number | null {
  if (inBps === null || outBps === null || speedBps === null) return null;
  return Math.min(100, (Math.max(inBps, outBps) / speedBps) * 100);
}
