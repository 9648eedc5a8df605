import type { ScanProgress } from "../../api/operations.generated.ts";

/** What a progress says of the time ahead; `null` while too little is known. */
export interface RunPace {
  hostsPerMinute: number | null;
  /** Until it is done, in milliseconds. */
  leftMs: number | null;
}

/** Below it, any guess is a bad one. */
const leastPercent = 2;
const leastMs = 3_000;

/** How fast a run goes, and how long it will take if it goes on so. */
export function paceOf(
  progress: ScanProgress | null,
  startedAt: number | null,
  now: number,
): RunPace {
  const elapsedMs = startedAt === null ? 0 : now - startedAt;
  if (progress === null || elapsedMs < leastMs) return { hostsPerMinute: null, leftMs: null };
  const { percent, hostsDone } = progress;
  return {
    hostsPerMinute: hostsDone === 0 ? null : Math.round((hostsDone * 60_000) / elapsedMs),
    leftMs: percent < leastPercent ? null : (elapsedMs * (100 - percent)) / percent,
  };
}
