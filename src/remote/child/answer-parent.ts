import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import type { FromChild, ToChild } from "./channel.ts";
import type { OrphanWatch } from "./orphan-watch.ts";

/** Below what a person waits for. */
const priority = 10;

/** The process that started this one. */
export interface Parent<Saying> {
  /** Aborted when it wants no more, or is gone. */
  readonly signal: AbortSignal;
  /** Fulfils when it has heard; never when it is gone. */
  say(saying: Saying): Promise<void>;
}

/** The work of a process that was started by `startChild`. */
interface Work<Asked, News, Saying, End> {
  /** What it throws is told, and is nobody's surprise once the parent wants no more. */
  carryOut(asked: Asked, parent: Parent<Saying>): Promise<End>;
  /** Something that the parent lets it know meanwhile. */
  learn?(news: News): void;
  /** How long it may take to leave nothing behind when its parent is gone. */
  readonly endWithinMs: number;
}

/** Does what this process was started for, and ends it. To be called once, by its program. */
export function answerParent<Asked, News, Saying, End>(work: Work<Asked, News, Saying, End>): void {
  const ended = new AbortController();
  const unheard: (() => void)[] = [];

  function send(message: FromChild<Saying, End>, done: () => void = () => {}): void {
    if (process.connected) process.send?.(message, undefined, undefined, done);
  }
  function leave(message: FromChild<Saying, End>): void {
    send(message, () => {
      if (process.connected) process.disconnect?.();
    });
  }
  function fail(error: unknown): void {
    const failed =
      error instanceof Error
        ? { message: error.message, stack: error.stack ?? error.message }
        : { message: String(error), stack: String(error) };
    leave({ failed });
  }
  async function say(saying: Saying): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    unheard.push(resolve);
    send({ say: saying });
    await promise;
  }

  // Whoever ends the parent by these, from a terminal or as a service, means us as well; it ends us in its order.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  // Told, not printed: what hangs on an error may be a secret that we were given.
  process.on("uncaughtException", fail);
  process.on("disconnect", () => {
    ended.abort();
    setTimeout(() => process.exit(1), work.endWithinMs).unref();
  });
  process.on("message", (message: ToChild<Asked, News>) => {
    if ("ask" in message) {
      setPriority(priority);
      const workerData: OrphanWatch = { parent: process.ppid, endWithinMs: work.endWithinMs };
      new Worker(new URL("orphan-watch.ts", import.meta.url), { workerData }).unref();
      const parent = { signal: ended.signal, say };
      work.carryOut(message.ask, parent).then((end) => leave({ end }), fail);
    } else if ("tell" in message) work.learn?.(message.tell);
    else if ("heard" in message) unheard.shift()?.();
    else ended.abort();
  });
}
