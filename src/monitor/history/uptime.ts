import { type TimeSpan, lengthOf, within, without } from "#lib/time-spans";

/** When a sensor was heard of: in parts of some length, with gaps between them. */
export interface Hearing {
  /** Its first check; where only parts are kept of that time, when the part begins. `null`: never. */
  firstAt: number | null;
  /** Its last check; where only parts are kept of that time, when the part ends. `null`: never. */
  untilAt: number | null;
  /** Of the last part before each gap and of the first one after it: where they begin. */
  gaps: readonly (readonly [number, number])[];
  partMs: number;
}

/** How available a sensor was. */
export interface Uptime {
  /** 0 to 100; `null`: nothing is known of the time. */
  percent: number | null;
  /** Time that counts: known, and no maintenance. */
  countedMs: number;
  downMs: number;
  /** Confirmed outages that reach into the time that counts. */
  outages: number;
}

/**
 * Availability as ITIL has it (Service Design, availability management): agreed service time less downtime, by agreed service
 * time. It goes by confirmed outages and not by single checks, which are more frequent while something fails:
 *
 * - Down is from the first failed check of an incident to the first good one after it: what the list of incidents says.
 * - Time of which nothing is known does not count, neither as up nor as down: before the first result and after the last one;
 *   and, to the part (5 minutes, or an hour for a year), while the sensor was paused or its collector silent in between.
 * - Maintenance is no agreed service time: it does not count either. So far as windows still exist; a failure within one opens
 *   no incident anyway, so what this adds is the end of an outage that reaches into it.
 * - While it fails and a parent is down, nobody knows whether it works: a failure that its parent explains opens no incident.
 *   That time does not count either, unless an incident of its own was open before.
 *
 * @param facts.pauseMs what the last check may be ago while the sensor still counts as heard of.
 */
export function uptimeOf(
  span: TimeSpan,
  facts: {
    heard: Hearing;
    pauseMs: number;
    outages: readonly TimeSpan[];
    /** It failed, and a parent was down. */
    unreachable: readonly TimeSpan[];
    maintenance: readonly TimeSpan[];
  },
): Uptime {
  const { heard, pauseMs, outages, unreachable, maintenance } = facts;
  const known = within(knownTime(heard, pauseMs, span.toAt), [span]);
  const counted = without(known, [...maintenance, ...without(unreachable, outages)]);
  const down = within(outages, counted);
  const countedMs = lengthOf(counted);
  const downMs = lengthOf(down);
  return {
    percent: countedMs === 0 ? null : 100 * (1 - downMs / countedMs),
    countedMs,
    downMs,
    outages: outages.filter((outage) => lengthOf(within([outage], counted)) > 0).length,
  };
}

function knownTime({ firstAt, untilAt, gaps, partMs }: Hearing, pauseMs: number, now: number) {
  if (firstAt === null || untilAt === null) return [];
  const isHeardNow = now - untilAt <= pauseMs;
  const silences = gaps.map(([from, to]) => ({ fromAt: from + partMs, toAt: to }));
  return without([{ fromAt: firstAt, toAt: isHeardNow ? now : untilAt }], silences);
}
