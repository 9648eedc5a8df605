import type { HostFiles } from "./host-files.ts";

/** Two readings this close are the same start: a clock that is set right moves it, and an uptime comes in rough steps. */
const sameStartMs = 60_000;
/** The latest time that a message can carry, ECMA-262 section 21.4.1.1. */
const latestTime = 8_640_000_000_000_000;

/** When the kernel started, by /proc/stat, proc_stat(5), to the second; `null`: it does not tell. */
export async function linuxBootTime(files: HostFiles): Promise<number | null> {
  const { text } = await files.read("/proc/stat");
  return text === null ? null : parseBootTime(text);
}

/** @returns epoch milliseconds. */
export function parseBootTime(stat: string): number | null {
  const [, seconds] = /^btime (\d{1,13})$/m.exec(stat) ?? [];
  const at = Number(seconds) * 1000;
  return seconds !== undefined && at <= latestTime ? at : null;
}

/** When the system started, by how long it has been running, to the minute. */
export function bootTimeOfUptime(uptimeSec: number, now: number): number {
  return Math.max(0, Math.round((now - uptimeSec * 1000) / 60_000) * 60_000);
}

/** Gives the first reading again for as long as later ones mean the same start: an inventory is to change when a host does. */
export function createSteadyTime(): (reading: number) => number {
  let kept = Number.NEGATIVE_INFINITY;
  return (reading) => {
    if (Math.abs(reading - kept) > sameStartMs) kept = reading;
    return kept;
  };
}
