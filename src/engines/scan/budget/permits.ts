import type { ScanBudget } from "#engines/scan-types";
import { ProbeBudget } from "./probe-budget.ts";

/** Everything that sends draws from it, so that all of a scan together keeps its budget. */
export interface Permits {
  /** Waits until that many more probes (default 1) may be sent to the address. Rejects when the scan is stopped. */
  take(address: string, probes?: number): Promise<void>;
  /** As many as may be sent at once, at most so many; 0 when one has to wait. */
  grab(address: string, most: number): number;
}

/** Permits by this budget until the signal ends them. */
export function createPermits(budget: ScanBudget, signal: AbortSignal): Permits {
  const shares = new ProbeBudget(budget);
  let timer: NodeJS.Timeout | null = null;
  const aborts = new Set<(reason: unknown) => void>();

  const serve = (): void => {
    timer = null;
    const now = performance.now();
    const nextAt = shares.serve(now);
    if (nextAt !== null) timer = setTimeout(serve, Math.max(1, nextAt - now));
  };
  signal.addEventListener(
    "abort",
    () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      shares.clear();
      for (const abort of aborts) abort(signal.reason);
      aborts.clear();
    },
    { once: true },
  );

  return {
    grab: (address, most) => (signal.aborted ? 0 : shares.grab(address, most, performance.now())),
    async take(address, probes = 1) {
      signal.throwIfAborted();
      const left = probes - shares.grab(address, probes, performance.now());
      if (left === 0) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      aborts.add(reject);
      shares.stand(address, left, performance.now(), resolve);
      timer ??= setTimeout(serve, 1);
      await promise;
      aborts.delete(reject);
    },
  };
}
