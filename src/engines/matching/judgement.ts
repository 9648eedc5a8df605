import type { Verdict } from "#engines/vulnerability-types";

/** What one source says, with what the next ones must know of it. */
export interface Judgement extends Omit<Verdict, "reason"> {
  /** Put into words only when somebody is to read it: most judgements are of other versions and are dropped. */
  readonly reason: () => string;
  /** A guess: it gives way to a source that knows. */
  readonly weak: boolean;
  readonly fixedVersion: string | null;
  readonly unimportant: boolean;
}

/** A guess that rests on no version range, and a verdict on a distribution's package by its upstream number: per cent at most. */
export const guessConfidence = 30;
/** The product is named, but its version is not known: per cent. */
export const productOnlyConfidence = 10;
/** What a verdict loses when it holds on some platforms only, and which one this is, is not known: per cent. */
export const unknownPlatformLoss = 30;

/** A judgement from what has to be said; the rest is the ordinary case. */
export function judgement(
  said: Pick<Judgement, "source" | "verdict" | "confidence" | "reason"> & Partial<Judgement>,
): Judgement {
  const { source, verdict, confidence, reason } = said;
  const { weak = false, fixedVersion = null, unimportant = false } = said;
  return { source, verdict, confidence, reason, weak, fixedVersion, unimportant };
}
