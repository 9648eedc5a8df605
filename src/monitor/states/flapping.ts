/**
 * Flapping as Icinga defines it: of the last 20 results, how many differ from the one before, the newer ones weighing
 * more (0.8 for the oldest, 0.02 more for each step, 1.18 for the newest). Unconfirmed results count.
 * Source: Icinga 2 documentation, "Flapping", and its implementation.
 */
const results = 20;
const oldestWeight = 0.8;
const weightStep = 0.02;
const startsAbovePercent = 30;
const endsBelowPercent = 25;
const mask = 2 ** results - 1;

/** @param bits bit 0 is the newest: 1 when that result differs from the one before. */
export function pushChange(bits: number, changed: boolean): number {
  return ((bits << 1) | (changed ? 1 : 0)) & mask;
}

/** Weighted share of changes among the last 20 results, in percent. */
export function flappingPercent(bits: number): number {
  let sum = 0;
  for (let age = 0; age < results; age++) {
    if ((bits >>> age) & 1) sum += oldestWeight + weightStep * (results - 1 - age);
  }
  return (100 * sum) / results;
}

/** Starts above 30 %, ends below 25 %; in between it stays as it was. */
export function nextFlapping(before: boolean, bits: number): boolean {
  if (bits === 0) return false;
  const percent = flappingPercent(bits);
  return before ? percent >= endsBelowPercent : percent > startsAbovePercent;
}
