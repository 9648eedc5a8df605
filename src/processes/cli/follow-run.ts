import { setTimeout as pause } from "node:timers/promises";
import { type RunReport, readRun } from "#exposure/scans";
import type { Context } from "#platform/context";
import { describeProgress } from "./describe-run.ts";
import { createProgressLine } from "./progress-line.ts";

const everyMs = 1_000;

/**
 * Shows a run's progress until it ends or the person has seen enough.
 *
 * @param leave aborted by Ctrl-C: the run goes on without being watched.
 * @returns the run as it was seen last.
 */
export async function followRun(
  context: Context,
  runId: string,
  leave: AbortSignal,
): Promise<RunReport> {
  const progress = createProgressLine(process.stderr, context.now);
  try {
    for (;;) {
      const run = await readRun(context, runId);
      if (leave.aborted || (run.state !== "queued" && run.state !== "running")) return run;
      progress.show(`${run.scanName}: ${describeProgress(run, context.now())}`);
      await pause(everyMs, undefined, { signal: leave }).catch((error: unknown) => {
        if (!leave.aborted) throw error;
      });
    }
  } finally {
    progress.end();
  }
}

/** An abort signal that Ctrl-C sets off, once. The second one ends the program at once, as ever. */
export function onInterrupt(): { signal: AbortSignal; done(): void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, abort);
  return {
    signal: controller.signal,
    done() {
      for (const name of ["SIGINT", "SIGTERM"] as const) process.off(name, abort);
    },
  };
}
