/**
 * What is known of an agent's SNMP engine: its id, and its clock (RFC 3414 section 2.2). The clock is a guess to stamp
 * requests with. Whether an answer is fresh does not hang on it: an answer must carry the random id of a request that is
 * under way, under the digest. So an agent that lost its boots counter, and is "in the past", is believed like any other.
 */
export interface Engine {
  id: Buffer;
  boots: number;
  /** Seconds since its last boot, at `at`. */
  time: number;
  /** Monotonic milliseconds. */
  at: number;
}

/** The engine's time in seconds at `now`, in monotonic milliseconds. */
export function engineTime(engine: Engine, now: number): number {
  return Math.max(0, engine.time + Math.floor((now - engine.at) / 1000));
}
