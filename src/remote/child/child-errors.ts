/** A process that was started for one piece of work is gone, and did not say what came of it. */
export class ChildDied extends Error {
  override readonly name = "ChildDied";
  /** What ended it; `null`: itself. V8 ends itself by SIGABRT when its heap may not grow, Linux by SIGKILL whoever holds the most. */
  readonly signal: NodeJS.Signals | null;

  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`ended without a result (${signal ?? `exit code ${code}`})`);
    this.signal = signal;
  }
}

/** What a process that was started for one piece of work did not catch; the stack is that of its error. */
export class ChildFailed extends Error {
  override readonly name = "ChildFailed";

  constructor({ message, stack }: { message: string; stack: string }) {
    super(message);
    this.stack = stack;
  }
}
