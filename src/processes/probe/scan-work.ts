import { type ScanEngine, ScanRefused } from "#engines/scan-types";
import type { RunProgress, ScanJob } from "#wire/probe.v1";
import { checkedReport } from "./checked-report.ts";
import type { JobKind, JobTools, OpenJob } from "./job-line.ts";
import type { TargetLists } from "./target-lists.ts";

interface RunState {
  progress: RunProgress | null;
}

/** What scans need beside what every job needs. */
export interface ScanWorkOptions extends JobTools {
  scan: ScanEngine;
  targets: TargetLists;
}

/**
 * The runs of a probe's scans. One after another, so that a scan's budget is what its network really gets. Under other
 * target lists a scan goes on at once, with the addresses that are not reported yet.
 */
export function scanWork(options: ScanWorkOptions): JobKind<ScanJob, RunState> {
  const { targets, log } = options;
  return {
    noun: "a scan",
    idOf: ({ runId }) => runId,
    labelOf: ({ runId, scanName, done }) => ({ runId, scan: scanName, done: done.length }),
    newState: () => ({ progress: null }),
    endMessage: (runId, end, { progress }) => ({ runId, end: { ...end, progress } }),

    async carryOut(open) {
      const done = new Set(open.job.done);
      for (;;) {
        const { changed } = targets;
        const signal = AbortSignal.any([open.signal, changed]);
        try {
          await scanOnce(options, open, done, signal);
        } catch (error) {
          // What a scan says when it is ended is about its end, not about the network.
          if (!signal.aborted) throw error;
        }
        if (open.signal.aborted || !changed.aborted) return;
      }
    },

    sentenceOf(error, { runId }) {
      if (error instanceof ScanRefused) return error.message;
      log.error({ err: error, runId }, "a scan failed");
      const why = error instanceof Error ? error.message : String(error);
      return `The probe failed to carry it out: ${why}`;
    },
  };
}

/** @param done addresses that need no look any more; what is reported joins them. */
async function scanOnce(
  { scan, targets, outbox, clock, log }: ScanWorkOptions,
  { job, state }: OpenJob<ScanJob, RunState>,
  done: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { runId, spec } = job;
  await scan(spec, {
    signal,
    refuse: targets.refuse,
    done,
    now: () => Math.round(clock.now()),
    onProgress: (progress) => {
      state.progress = { ...progress };
    },
    onHost: async (report) => {
      done.add(report.address);
      await outbox.add({ runId, host: checkedReport(report, log) });
    },
  });
}
