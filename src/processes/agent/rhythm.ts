/** How often an agent does what. All in milliseconds. */
export interface Rhythm {
  /** From one check-in to the next. */
  readonly idleMs: number;
  /** A random time up to so much earlier or later than that. */
  readonly spreadMs: number;
  /**
   * So long after its start it asks again as soon as it was answered: whoever has just set it up is waiting for what it does.
   */
  readonly eagerMs: number;
  /** How long the server may hold one while it has no news. */
  readonly heldMs: number;
  /** From one check-in to the next while audits are in hand. */
  readonly busyMs: number;
  /** What of the host changes without a trace is read again after this. */
  readonly inventoryMs: number;
}

export const usualRhythm: Rhythm = {
  idleMs: 60_000,
  spreadMs: 5000,
  eagerMs: 600_000,
  heldMs: 25_000,
  busyMs: 5000,
  inventoryMs: 600_000,
};
