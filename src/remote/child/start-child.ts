import { fork } from "node:child_process";
import type { FromChild, ToChild } from "./channel.ts";
import { ChildDied, ChildFailed } from "./child-errors.ts";

/** What is done by a process of its own. */
interface ChildWork<Asked, Saying> {
  /** Its program: one that calls `answerParent`. */
  readonly main: string;
  readonly asked: Asked;
  /** How much its objects may take; what needs more ends it. */
  readonly mostHeapMb: number;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** How long that may take before it is killed. */
  readonly endWithinMs: number;
  /** Hears one thing after another; it may wait for each to be heard. What is thrown here ends it. */
  hear(saying: Saying): void | Promise<void>;
}

/** A process at work. */
interface Child<News, End> {
  /**
   * What it came to, when it is gone and all that it said was heard.
   *
   * @throws ChildDied; ChildFailed; what `hear` threw; the system's error when it cannot be started.
   */
  readonly end: Promise<End>;
  /** Lets it know something. It may be gone. */
  tell(news: News): void;
}

/**
 * Has one piece of work done by a process that is started for it and ends with it: whatever it takes of memory is given back, and
 * whatever kills it kills nothing else. What it is asked goes over a channel, so that no argument, variable or file has it. It ends
 * when this process does.
 *
 * @throws Error when the system has no room for it, or there is no such program.
 */
export function startChild<Asked, News, Saying, End>(
  work: ChildWork<Asked, Saying>,
): Child<News, End> {
  const { signal } = work;
  const child = fork(work.main, [], {
    execArgv: [`--max-old-space-size=${work.mostHeapMb}`],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  let last: Exclude<FromChild<Saying, End>, { say: Saying }> | undefined;
  let fault: { error: unknown } | undefined;
  let heard: Promise<void> = Promise.resolve();
  let killer: NodeJS.Timeout | undefined;

  function send(message: ToChild<Asked, News>): void {
    // One that has just died hears nothing: its death is told by itself.
    if (child.connected) child.send(message, () => {});
  }
  function end(): void {
    send({ stop: true });
    killer ??= setTimeout(() => child.kill("SIGKILL"), work.endWithinMs);
  }
  async function hear(saying: Saying): Promise<void> {
    if (fault !== undefined) return;
    try {
      await work.hear(saying);
      send({ heard: true });
    } catch (error) {
      fault = { error };
      child.kill("SIGKILL");
    }
  }

  child.on("message", (message: FromChild<Saying, End>) => {
    if ("say" in message) heard = heard.then(() => hear(message.say));
    else last = message;
  });
  child.on("error", (error) => {
    // Not started; of one that was, its end says more.
    if (child.pid === undefined) reject(error);
  });
  child.on("close", (code, killedBy) => {
    signal.removeEventListener("abort", end);
    clearTimeout(killer);
    void heard.then(() => {
      if (fault !== undefined) reject(fault.error);
      else if (last === undefined) reject(new ChildDied(code, killedBy));
      else if ("end" in last) resolve(last.end);
      else reject(new ChildFailed(last.failed));
    });
  });
  signal.addEventListener("abort", end);
  send({ ask: work.asked });
  if (signal.aborted) end();
  return { end: promise, tell: (news) => send({ tell: news }) };
}
