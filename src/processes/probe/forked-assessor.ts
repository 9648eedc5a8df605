import { totalmem } from "node:os";
import { DirectoryRefused } from "#engines/directory-types";
import { ChildDied, ChildFailed, startChild } from "#remote/child";
import type {
  AssessmentAnswer,
  AssessmentAsked,
  AssessmentNews,
  AssessmentSaying,
} from "./assessment-call.ts";
import type { Assessor } from "./assessor.ts";
import type { TargetLists } from "./target-lists.ts";

/** How long it may take to end by itself. */
const endWithinMs = 3000;
/** As many objects as an assessment reads at most need 8 GiB: 65,000 take 300 MiB. */
const mostHeapMb = 8192;

/**
 * Assesses in a process that is started for each assessment and ends with it: a probe holds nothing of a directory afterwards, scans
 * and checks in while rules are asked, and outlives whatever a directory does to its reader.
 *
 * @param main the program of that process.
 * @param heapMb what its objects may take, MiB; as a rule half of this machine's memory.
 */
export function createForkedAssessor(main: string, heapMb = usualHeapMb()): Assessor {
  return async (job, context) => {
    const { signal, targets } = context;
    const asked = { job, targets: targets.lists, now: context.now() };
    try {
      const child = startChild<AssessmentAsked, AssessmentNews, AssessmentSaying, AssessmentAnswer>(
        {
          main,
          asked,
          mostHeapMb: heapMb,
          signal,
          endWithinMs,
          async hear(saying) {
            if (saying.say === "progress") context.onProgress(saying.progress);
            else if (saying.say === "message") await context.onMessage(saying.message);
            else context.onFault(saying.ruleId, saying.fault);
          },
        },
      );
      const ended = new AbortController();
      follow(targets, ended.signal, (lists) => child.tell({ targets: lists }));
      const answer = await child.end.finally(() => ended.abort());
      if ("facts" in answer) return answer.facts;
      throw new DirectoryRefused(answer.refused);
    } catch (error) {
      throw explained(error, heapMb);
    }
  };
}

function usualHeapMb(): number {
  // A container's limit; 0 or beyond the machine's memory: there is none.
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(Math.round(bytes / 2 ** 20 / 2), mostHeapMb);
}

/** Tells of other lists until the signal ends it. */
function follow(
  targets: TargetLists,
  signal: AbortSignal,
  tell: (lists: NonNullable<TargetLists["lists"]>) => void,
): void {
  const onChange = (): void => {
    if (targets.lists !== null) tell(targets.lists);
    follow(targets, signal, tell);
  };
  targets.changed.addEventListener("abort", onChange, { once: true, signal });
}

/** Why nothing came of it, for people; what only developers understand stays as it is. */
function explained(error: unknown, heapMb: number): unknown {
  if (error instanceof DirectoryRefused || error instanceof ChildFailed) return error;
  return new DirectoryRefused(sentenceOf(error, heapMb), { cause: error });
}

function sentenceOf(error: unknown, heapMb: number): string {
  const why = error instanceof Error ? error.message : String(error);
  const who = "The probe's process that reads the directory";
  if (!(error instanceof ChildDied)) return `${who} cannot be started: ${why}`;
  if (error.signal === "SIGABRT") {
    return `${who} ${why}: ${heapMb} MiB of memory, half of what its host has or 8 GiB, are not enough for a directory of this size.`;
  }
  if (error.signal === "SIGKILL") {
    return `${who} ${why}: it was killed, as a system does that runs out of memory. See the log of the probe's host.`;
  }
  return `${who} ${why}. See the probe's log.`;
}
