/*
 * Three-valued logic: whether a condition holds, when not everything is known.
 */
import { guessConfidence, productOnlyConfidence } from "../judgement.ts";

/** `maybe`: something is not known; `why` then names what, in order of how much it costs. */
export interface Truth {
  holds: "yes" | "no" | "maybe";
  /** Nobody knows the platform or what else is installed. */
  unknownPlatform: boolean;
  /** Confidence that it can have at most, per cent. */
  cap: number;
}

export const yes: Truth = { holds: "yes", unknownPlatform: false, cap: 100 };
export const no: Truth = { holds: "no", unknownPlatform: false, cap: 100 };
/** It depends on something else on the host. */
export const unknownPlatform: Truth = { holds: "maybe", unknownPlatform: true, cap: 100 };
/** Only the beginning of the version is known. */
export const truncatedVersion: Truth = {
  holds: "maybe",
  unknownPlatform: false,
  cap: guessConfidence,
};
export const unknownVersion: Truth = {
  holds: "maybe",
  unknownPlatform: false,
  cap: productOnlyConfidence,
};

/** Holds when all hold; a doubt in one is a doubt in all. */
export function and(truths: readonly Truth[]): Truth {
  if (truths.some((truth) => truth.holds === "no")) return no;
  return {
    holds: truths.every((truth) => truth.holds === "yes") ? "yes" : "maybe",
    unknownPlatform: truths.some((truth) => truth.unknownPlatform),
    cap: Math.min(100, ...truths.map((truth) => truth.cap)),
  };
}

/** Holds when one holds: the surest of them counts. */
export function or(truths: readonly Truth[]): Truth {
  let best = no;
  for (const truth of truths) if (weight(truth) > weight(best)) best = truth;
  return best;
}

/** The opposite; a doubt stays a doubt. */
export function not(truth: Truth): Truth {
  if (truth.holds === "maybe") return truth;
  return truth.holds === "yes" ? no : yes;
}

function weight({ holds, unknownPlatform, cap }: Truth): number {
  if (holds === "no") return 0;
  return (holds === "yes" ? 1000 : 1) + cap - (unknownPlatform ? 50 : 0) + 50;
}
