/**
 * When sensors are checked: each has its place in the interval, by its id alone. So load is even, and the times are the
 * same after a restart of whatever part.
 */

/** The place of an id, 0 (inclusive) to 1 (exclusive), spread evenly: FNV-1a, and the finish of MurmurHash3. */
export function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/**
 * The first time after `after` at which a sensor is due: the grid of its interval since the epoch, shifted by its place.
 * All times are milliseconds.
 */
export function nextOnGrid(place: number, intervalMs: number, after: number): number {
  const phaseMs = place * intervalMs;
  const slot = Math.floor((after - phaseMs) / intervalMs) + 1;
  const at = phaseMs + slot * intervalMs;
  return at > after ? at : at + intervalMs; // a rounding error away
}
