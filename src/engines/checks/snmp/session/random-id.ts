import { randomFillSync } from "node:crypto";

const pool = new Uint32Array(1024);
let next = pool.length;

/** A request id that cannot be guessed: 1 to 2^31 - 1, because some agents read ids as signed and drop 0. */
export function randomId(): number {
  if (next >= pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  return (pool[next++] ?? 0) & 0x7fff_ffff || 1;
}
