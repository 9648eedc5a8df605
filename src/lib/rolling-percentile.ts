const growth = 1.1; // a bucket ends 10 % above the one before: that is the error of a percentile
const bucketCount = 200; // 1.1^200 ms is six years

/** Durations of the last while, of which percentiles can be told. Memory is fixed, whatever the rate. */
export interface RollingPercentile {
  /** @param valueMs 0 or more; below 0 counts as 0. */
  add(valueMs: number, nowMs: number): void;
  /** The smallest bucket end that `share` (0 to 1) of the values do not exceed; 0 when there are none. */
  percentile(share: number, nowMs: number): number;
  count(nowMs: number): number;
}

/**
 * Counts values in exponential buckets, in `slots` time slots that fall out one by one.
 *
 * @param windowMs how far back values count; exact to one slot.
 */
export function createRollingPercentile(windowMs: number, slots = 12): RollingPercentile {
  const slotMs = windowMs / slots;
  const counts = Array.from({ length: slots }, () => new Uint32Array(bucketCount));
  let newestSlot = Number.NEGATIVE_INFINITY;

  function moveTo(nowMs: number): Uint32Array | undefined {
    const slot = Math.floor(nowMs / slotMs);
    // A clock that was set back far: what was counted belongs to another time.
    if (slot < newestSlot - slots) newestSlot = Number.NEGATIVE_INFINITY;
    const stale = Math.min(slots, slot - newestSlot);
    for (let i = 0; i < stale; i++) counts[(((slot - i) % slots) + slots) % slots]?.fill(0);
    newestSlot = Math.max(newestSlot, slot);
    return counts[((newestSlot % slots) + slots) % slots];
  }

  function count(nowMs: number): number {
    moveTo(nowMs);
    return counts.reduce((sum, slot) => sum + slot.reduce((a, b) => a + b, 0), 0);
  }

  return {
    add(valueMs, nowMs) {
      const bucket = Math.ceil(Math.log(Math.max(1, valueMs)) / Math.log(growth));
      const slot = moveTo(nowMs);
      const index = Math.min(bucket, bucketCount - 1);
      if (slot !== undefined) slot[index] = (slot[index] ?? 0) + 1;
    },
    percentile(share, nowMs) {
      const wanted = count(nowMs) * share;
      if (wanted === 0) return 0;
      let seen = 0;
      for (let bucket = 0; bucket < bucketCount; bucket++) {
        for (const slot of counts) seen += slot[bucket] ?? 0;
        if (seen >= wanted) return growth ** bucket;
      }
      return growth ** bucketCount;
    },
    count,
  };
}
