import type { ScanEngine } from "#engines/scan-types";
import type { Gate } from "#lib/gate";
import { assessmentWork } from "./assessment-work.ts";
import type { Assessor } from "./assessor.ts";
import { JobLine, type JobTools } from "./job-line.ts";
import { scanWork } from "./scan-work.ts";
import { createTargetLists } from "./target-lists.ts";

/** What the work of one probe needs. */
export interface ProbeWorkOptions extends JobTools {
  scan: ScanEngine;
  assess: Assessor;
  /** Shared by all probes of this process. */
  gates: { scans: Gate; assessments: Gate };
}

/** All that one probe does. Its scans and its assessments go on beside each other. */
export type ProbeWork = ReturnType<typeof createProbeWork>;

/** A probe's work, with nothing to do yet. */
export function createProbeWork(options: ProbeWorkOptions) {
  const { outbox, clock, log, gates } = options;
  const tools = { outbox, clock, log };
  const targets = createTargetLists();
  const scans = new JobLine(
    scanWork({ ...tools, scan: options.scan, targets }),
    gates.scans,
    tools,
  );
  const assessing = assessmentWork({ ...tools, assess: options.assess, targets });
  const assessments = new JobLine(assessing, gates.assessments, tools);
  let leftover = outbox.added;
  return {
    targets,
    scans,
    assessments,
    /**
     * Whether the server has all that it must know before it hands out work: what an earlier process, or one that was
     * refused, had found out. Without it, it would have the same hosts scanned and the same directories read again.
     */
    get mayAsk(): boolean {
      return outbox.gone >= leftover;
    },
    /** Ends one job at once, whichever it is. */
    stop(id: string): void {
      scans.stop(id);
      assessments.stop(id);
    },
    /** As `JobLine.abandon`. */
    abandon(): void {
      scans.abandon();
      assessments.abandon();
      leftover = outbox.added;
    },
    /** As `JobLine.close`. */
    async close(): Promise<void> {
      await Promise.all([scans.close(), assessments.close()]);
    },
  };
}
