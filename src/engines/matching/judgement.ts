import type { Verdict } from "#engines/vulnerability-types";

/** What one source says, with what the next ones must know of it. */
export interface Judgement {
  verdict: Verdict;
  /** A guess: it gives way to a source that knows. */
  weak: boolean;
  fixedVersion: string | null;
  unimportant: boolean;
}

/** A guess that rests on no version range, and a verdict on a distribution's package by its upstream number: per cent at most. */
export const guessConfidence = 30;
/** The product is named, but its version is not known: per cent. */
export const productOnlyConfidence = 10;
/** What a verdict loses when it holds on some platforms only, and which one this is, is not known: per cent. */
export const unknownPlatformLoss = 30;

/** A judgement from its verdict; what is not said is the ordinary case. */
export function judgement(
  verdict: Verdict,
  more: Partial<Omit<Judgement, "verdict">> = {},
): Judgement {
  return { verdict, weak: false, fixedVersion: null, unimportant: false, ...more };
}
