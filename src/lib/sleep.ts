import { setTimeout as sleepUnless } from "node:timers/promises";

/** Fulfils after the time, or at once when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleepUnless(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
