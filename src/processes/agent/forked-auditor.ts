import { ChildDied, ChildFailed, startChild } from "#remote/child";
import type { AuditAnswer, AuditCall, AuditPlace, AuditSaying } from "./audit-call.ts";
import { type AuditContext, type Auditor, failed } from "./auditor.ts";

/** Reports of some hundred megabytes are read as they come; what needs more than this is not one that we can use. */
const mostHeapMb = 1024;
/** How long it may take to end what it runs. */
const endWithinMs = 15_000;

/**
 * Has audits carried out by a process that is started for each and ends with it: an agent that has nothing to do holds nothing of
 * the engine, its reader and its schemas.
 *
 * @param main the program of that process.
 */
export function createForkedAuditor(main: string, place: AuditPlace): Auditor {
  const never = new AbortController().signal;

  async function call(
    asked: AuditCall,
    signal: AbortSignal,
    context?: AuditContext,
  ): Promise<AuditAnswer> {
    const child = startChild<AuditCall, never, AuditSaying, AuditAnswer>({
      main,
      asked,
      mostHeapMb,
      signal,
      endWithinMs,
      hear(saying) {
        if (saying.say === "progress") context?.onProgress(saying.progress);
        else context?.warn(saying.sentence);
      },
    });
    return child.end;
  }

  return {
    async cleanUp() {
      const answer = await call({ ...place, ask: "clean up" }, never).catch(explain);
      if (answer.say !== "cleaned up") throw unexpected(answer);
    },
    async version() {
      const answer = await call({ ...place, ask: "version" }, never).catch(explain);
      if (answer.say !== "version") throw unexpected(answer);
      return answer.version;
    },
    async audit(jobId, job, context) {
      const { system } = context;
      const asked = { ...place, ask: "audit", jobId, job, system, now: context.now() } as const;
      try {
        const answer = await call(asked, context.signal, context).catch(explain);
        if (answer.say !== "end") throw unexpected(answer);
        return answer.end;
      } catch (error) {
        const { message, cause } = error instanceof Error ? error : new Error(String(error));
        const wasKilled = cause instanceof ChildDied && cause.signal === "SIGKILL";
        return failed(jobId, context.now(), wasKilled ? "killed" : "engine_error", message);
      }
    },
  };
}

function unexpected({ say }: AuditAnswer): Error {
  return new Error(`The process that audits said ${say}.`);
}

function explain(cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  // A host short of memory or of open files lets no process begin.
  let did = `cannot be started: ${why}`;
  if (cause instanceof ChildDied) did = `${why}.`;
  if (cause instanceof ChildFailed) did = `failed: ${why}`;
  throw new Error(`The process that audits ${did}`, { cause });
}
