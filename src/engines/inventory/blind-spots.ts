import type { BlindSpot } from "#engines/inventory-types";
import { fact } from "./fact.ts";

/** Takes note of what could not be seen; `why` is a sentence that says what would help. */
export type Tell = (what: BlindSpot["what"], why: string) => void;

/** The most that an inventory has room for, and the longest sentence. */
const most = 20;
const longest = 300;

/** Collects blind spots; `all` gives each once, in the order of their texts. */
export function createBlindSpots(): { tell: Tell; all(): BlindSpot[] } {
  const found = new Map<string, BlindSpot>();
  return {
    tell(what, why) {
      if (found.size < most) found.set(`${what}\n${why}`, { what, why: fact(why, longest) });
    },
    all: () =>
      [...found.keys()].toSorted().flatMap((key) => {
        const spot = found.get(key);
        return spot === undefined ? [] : [spot];
      }),
  };
}
