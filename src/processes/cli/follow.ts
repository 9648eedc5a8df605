import { setTimeout as pause } from "node:timers/promises";
import { createProgressLine } from "./progress-line.ts";

const everyMs = 1_000;

/** What is followed. */
interface Followed<T> {
  /** Looks at it. */
  read(): Promise<T>;
  /** Whether there is more to come. */
  isOpen(seen: T): boolean;
  /** How far it is, in one line. */
  describe(seen: T): string;
  /** Unix epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Shows on stderr how far something is until it ends or the person has seen enough.
 *
 * @param leave aborted by Ctrl-C: it goes on without being watched.
 * @returns what was seen last.
 */
export async function follow<T>(followed: Followed<T>, leave: AbortSignal): Promise<T> {
  const progress = createProgressLine(process.stderr, followed.now);
  try {
    for (;;) {
      const seen = await followed.read();
      if (leave.aborted || !followed.isOpen(seen)) return seen;
      progress.show(followed.describe(seen));
      await pause(everyMs, undefined, { signal: leave }).catch((error: unknown) => {
        if (!leave.aborted) throw error;
      });
    }
  } finally {
    progress.end();
  }
}
