import { fork } from "node:child_process";
import type { AuditCall, AuditPlace, AuditSaying, AuditStop } from "./audit-call.ts";
import { type AuditContext, type Auditor, failed } from "./auditor.ts";

/** Reports of some hundred megabytes are read as they come; what needs more than this is not one that we can use. */
const mostHeapMb = 1024;
/** How long it may take to end what it runs. */
const endWithinMs = 15_000;

/** How a process ended that did not say what it was started for. */
interface Death {
  readonly say: "died";
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Answer = Exclude<AuditSaying, { say: "progress" | "warning" }> | Death;

/**
 * Has audits carried out by a process that is started for each and ends with it: an agent that has nothing to do holds nothing of
 * the engine, its reader and its schemas.
 *
 * @param main the program of that process.
 */
export function createForkedAuditor(main: string, place: AuditPlace): Auditor {
  const never = new AbortController().signal;

  async function call(asked: AuditCall, signal: AbortSignal, context?: AuditContext) {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const child = fork(main, [], {
      execArgv: [`--max-old-space-size=${mostHeapMb}`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    let answer: Answer | undefined;
    let killer: NodeJS.Timeout | undefined;
    const end = () => {
      const stop: AuditStop = { ask: "stop" };
      if (child.connected) child.send(stop, () => {});
      killer ??= setTimeout(() => child.kill("SIGKILL"), endWithinMs);
    };
    child.on("message", (saying: AuditSaying) => {
      if (saying.say === "progress") context?.onProgress(saying.progress);
      else if (saying.say === "warning") context?.warn(saying.sentence);
      else answer = saying;
    });
    child.on("error", (error) => {
      context?.warn(`the process that audits cannot be used: ${error.message}`);
      if (child.pid === undefined) resolve({ say: "died", code: null, signal: null });
    });
    child.on("close", (code, killedBy) =>
      resolve(answer ?? { say: "died", code, signal: killedBy }),
    );
    signal.addEventListener("abort", end);
    child.send(asked, () => {});
    if (signal.aborted) end();
    const settled = await promise;
    signal.removeEventListener("abort", end);
    clearTimeout(killer);
    return settled;
  }

  return {
    async cleanUp() {
      const answer = await call({ ...place, ask: "clean up" }, never);
      if (answer.say !== "cleaned up") throw unexpected(answer);
    },
    async version() {
      const answer = await call({ ...place, ask: "version" }, never);
      if (answer.say !== "version") throw unexpected(answer);
      return answer.version;
    },
    async audit(jobId, job, context) {
      const { system } = context;
      const asked = { ...place, ask: "audit", jobId, job, system, now: context.now() } as const;
      const answer = await call(asked, context.signal, context).catch((error: unknown) => {
        // A host short of memory or of open files lets no process begin.
        const why = error instanceof Error ? error.message : String(error);
        const sentence = `The process that audits cannot be started: ${why}`;
        return { say: "end", end: failed(jobId, context.now(), "engine_error", sentence) } as const;
      });
      if (answer.say === "end") return answer.end;
      const code = answer.say === "died" && answer.signal === "SIGKILL" ? "killed" : "engine_error";
      return failed(jobId, context.now(), code, unexpected(answer).message);
    },
  };
}

function unexpected(answer: Answer): Error {
  if (answer.say !== "died") return new Error(`The process that audits said ${answer.say}.`);
  const how = answer.signal ?? `exit code ${answer.code}`;
  return new Error(`The process that audits ended without a result (${how}).`);
}
