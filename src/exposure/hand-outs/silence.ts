/** Work is given up when its probe was silent for so long, in milliseconds. What it sends later is taken in all the same. */
export const silentAfterMs = 15 * 60_000;

/** Work that waits is given up when its probe was away for so long: it would begin at an hour that nobody chose. */
export const queuedForMs = 86_400_000;

/** Work of a probe that nothing is heard of. */
export interface SilentWork {
  tenantId: string;
  id: string;
  state: "queued" | "running";
  stopRequested: boolean;
  /** `null`: it was removed. */
  probeName: string | null;
}

/** Why it is given up, in a sentence. @param doing what the probe did: `scanned`. */
export function silenceOf({ probeName, state }: SilentWork, doing: string): string {
  if (probeName === null) return "The probe that was to do it was removed.";
  const probe = `The probe ${JSON.stringify(probeName)}`;
  if (state === "queued")
    return `${probe} did not take it up within ${queuedForMs / 3_600_000} hours.`;
  return `${probe} was not heard of for ${silentAfterMs / 60_000} minutes while it ${doing}.`;
}
