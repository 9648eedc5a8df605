import { formatDuration } from "./format-duration.ts";

/** A probe that is silent for longer is worth a word, in seconds. */
const silentAfterSec = 120;

/** The probe that something waits for, and what is wrong with it; `null`: it was removed. */
export function describeProbe(
  probe: { name: string; status: string; lastSeenAt: number | null } | null,
  now: number,
): string {
  if (probe === null) return "a probe that was removed";
  const name = `probe ${probe.name}`;
  if (probe.status === "disabled") return `${name}, which is disabled`;
  if (probe.lastSeenAt === null) return `${name}, which has never checked in`;
  const silentSec = (now - probe.lastSeenAt) / 1000;
  return silentSec < silentAfterSec
    ? name
    : `${name}, last heard of ${formatDuration(silentSec)} ago`;
}
