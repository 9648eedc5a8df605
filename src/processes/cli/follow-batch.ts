import { setTimeout as pause } from "node:timers/promises";
import { type JobReport, readBatch } from "#exposure/audits";
import type { Context } from "#platform/context";
import { describeBatch, isOpen } from "./describe-job.ts";
import { createProgressLine } from "./progress-line.ts";

const everyMs = 1_000;

/**
 * Shows how far the jobs of an audit are until all have ended or the person has seen enough.
 *
 * @param leave aborted by Ctrl-C: the jobs go on without being watched.
 * @returns the jobs as they were seen last; none when their audit was deleted.
 */
export async function followBatch(
  context: Context,
  batch: { audit: string; batchId: string },
  leave: AbortSignal,
): Promise<JobReport[]> {
  const progress = createProgressLine(process.stderr, context.now);
  try {
    for (;;) {
      const jobs = await readBatch(context, batch.batchId);
      if (leave.aborted || !jobs.some(isOpen)) return jobs;
      progress.show(`${batch.audit}: ${describeBatch(jobs, context.now())}`);
      await pause(everyMs, undefined, { signal: leave }).catch((error: unknown) => {
        if (!leave.aborted) throw error;
      });
    }
  } finally {
    progress.end();
  }
}
