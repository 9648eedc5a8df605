import type { HostFacts } from "#engines/check-types";
import type { ClockReading } from "../interfaces/device-clock.ts";

/** TimeTicks roll over after so many seconds (2^32 hundredths). */
const rollOverSec = 2 ** 32 / 100;

/**
 * Seconds since the host began; where it does not tell, since its agent did. The engine of v3 counts seconds that do not roll
 * over, and cannot be older than its host: so roll-overs of the host's clock are made up for. `null` when no clock is told.
 */
export function uptimeFacts(clock: ClockReading): HostFacts | null {
  const ticks = clock.hostUptimeTicks ?? clock.uptimeTicks;
  if (ticks === null) return null;
  let seconds = Math.floor(ticks / 100);
  const missing = (clock.engineTimeSec ?? 0) - seconds;
  // Less than a day is no roll-over, but clocks that were set or run apart.
  if (missing > 86_400) seconds += Math.round(Math.ceil(missing / rollOverSec) * rollOverSec);
  return { aspect: "uptime", name: "uptime", percent: null, used: null, total: null, seconds };
}
