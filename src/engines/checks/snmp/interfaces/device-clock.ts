/** How much time passed on a device between two readings, and whether its counters went on all the while. */

/** What a device said of its clocks, and when we heard it. */
export interface ClockReading {
  /** sysUpTime in hundredths of a second; `null` when the agent does not tell. */
  uptimeTicks: number | null;
  engineBoots: number | null;
  /** snmpEngineTime in seconds. */
  engineTimeSec: number | null;
  /** hrSystemUptime in hundredths of a second. */
  hostUptimeTicks: number | null;
  /** Our monotonic milliseconds when the question went out and the answer came in: the device looked in between. */
  sentAt: number;
  receivedAt: number;
}

const ticksRange = 2 ** 32;
/** Device clocks are read in hundredths of a second but may run this share fast or slow, and agents cache a little. */
const drift = 0.1;
const slackSec = 2;

/**
 * Seconds between two readings by the device's own clock, by ours when it has none. `null` when the device began anew in
 * between: then no difference of counters means anything. The roll-over of sysUpTime after 497 days is not a new beginning:
 * what tells them apart is that modulo 2^32 as much time has passed there as here, and that neither the engine's boots and
 * time nor the host's uptime speak against it.
 */
export function elapsedSec(before: ClockReading, now: ClockReading): number | null {
  const least = Math.max(0, now.sentAt - before.receivedAt) / 1000;
  const most = Math.max(0, now.receivedAt - before.sentAt) / 1000;
  const plausible = (seconds: number) =>
    seconds >= least * (1 - drift) - slackSec && seconds <= most * (1 + drift) + slackSec;
  if (differs(before.engineBoots, now.engineBoots)) return null;
  if (wentBack(before.engineTimeSec, now.engineTimeSec)) return null;
  const host = ticksBetween(before.hostUptimeTicks, now.hostUptimeTicks);
  if (wentBack(before.hostUptimeTicks, now.hostUptimeTicks) && host !== null && !plausible(host)) {
    return null;
  }
  const agent = ticksBetween(before.uptimeTicks, now.uptimeTicks);
  // An agent whose clock stands still has none.
  if (agent === null || agent === 0) return (least + most) / 2;
  return plausible(agent) ? agent : null;
}

function differs(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && before !== now;
}

function wentBack(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now < before;
}

/** Seconds, modulo the roll-over; `null` when one of them is unknown. */
function ticksBetween(before: number | null, now: number | null): number | null {
  if (before === null || now === null) return null;
  return ((now - before + ticksRange) % ticksRange) / 100;
}
