import { DirectoryRefused } from "#engines/directory-types";

/** Until when, and for how long, is waited. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** What is said when it was in vain. */
  readonly sentence: string;
}

/**
 * Waits for the work; `giveUp` is called when it did not end in time or was aborted.
 *
 * @throws DirectoryRefused with the sentence; what the signal was aborted with
 */
export async function within<T>(
  { signal, timeoutMs, sentence }: Patience,
  work: Promise<T>,
  giveUp: () => void,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (error: unknown) => {
    reject(error);
    giveUp();
  };
  const abort = () => stop(signal.reason);
  const timer = setTimeout(() => stop(new DirectoryRefused(sentence)), timeoutMs);
  signal.addEventListener("abort", abort);
  try {
    if (signal.aborted) abort();
    return await Promise.race([promise, work]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
