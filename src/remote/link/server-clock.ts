/** The server's time, as well as it can be known from here. */
export interface ServerClock {
  /** Unix epoch milliseconds of the server's clock, with a fraction. Before the first answer: this machine's clock. */
  now(): number;
  /** Whether the server was heard at all, so that {@link now} is its time and not this machine's. */
  readonly synced: boolean;
  /** Milliseconds that only ever grow, for {@link sample}. */
  monotonic(): number;
  /**
   * Learns from one answer.
   *
   * @param serverTime as the answer says it; the server read its clock between `sentAt` and `receivedAt`.
   */
  sample(serverTime: number, sentAt: number, receivedAt: number): void;
}

/** One answer's evidence: the server's time minus our monotonic time lies within `errorMs` of `offsetMs`. */
interface Sample {
  offsetMs: number;
  errorMs: number;
  takenAt: number;
}

const keptSamples = 16;
/** How far two clocks may drift apart: 100 ppm, twice what NTP assumes of ordinary crystals (RFC 5905, PHI and MAXDRIFT). */
const driftPerMs = 0.0001;
/** Corrections backwards smaller than this hold time still instead of turning it back. */
const smallStepMs = 1000;

/**
 * Makes a clock that follows the server's. It runs on the monotonic clock: setting this machine's clock changes nothing.
 * Of the last answers it believes the one with the least possible error, which is half its round trip and what may have
 * drifted since; an answer that contradicts older ones (a clock was set, a machine slept) ends them.
 */
export function createServerClock(
  monotonic: () => number = () => performance.now(),
  wallMs: () => number = Date.now,
): ServerClock {
  const startOffsetMs = wallMs() - monotonic();
  let samples: Sample[] = [];
  let lastTold = Number.NEGATIVE_INFINITY;

  function offsetMs(now: number): number {
    let best: Sample | undefined;
    for (const sample of samples) {
      if (best === undefined || errorAt(sample, now) < errorAt(best, now)) best = sample;
    }
    return best?.offsetMs ?? startOffsetMs;
  }

  return {
    now() {
      const at = monotonic();
      const told = at + offsetMs(at);
      const back = lastTold - told;
      if (back > 0 && back < smallStepMs) return lastTold;
      lastTold = told;
      return told;
    },
    get synced() {
      return samples.length > 0;
    },
    monotonic,
    sample(serverTime, sentAt, receivedAt) {
      const fresh: Sample = {
        offsetMs: serverTime + 0.5 - (sentAt + receivedAt) / 2,
        errorMs: (receivedAt - sentAt) / 2 + 0.5, // the server tells whole milliseconds
        takenAt: receivedAt,
      };
      const agreeing = samples.filter(
        (old) =>
          Math.abs(old.offsetMs - fresh.offsetMs) <= errorAt(old, receivedAt) + fresh.errorMs,
      );
      samples = [...agreeing.slice(1 - keptSamples), fresh];
    },
  };
}

function errorAt(sample: Sample, now: number): number {
  return sample.errorMs + (now - sample.takenAt) * driftPerMs;
}
