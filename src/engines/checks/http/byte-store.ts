/** Bytes in one piece of memory that doubles as they come: a drip costs no more than a flood. */
export class ByteStore {
  private memory: Buffer = Buffer.alloc(0);
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** What has been kept. It is overwritten by later calls of `keep` and `drop`. */
  get bytes(): Buffer {
    return this.memory.subarray(0, this.used);
  }

  /** Copies `chunk`. */
  keep(chunk: Buffer): void {
    const needed = this.used + chunk.length;
    if (needed > this.memory.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, 2 * this.memory.length, 1024));
      this.memory.copy(grown, 0, 0, this.used);
      this.memory = grown;
    }
    chunk.copy(this.memory, this.used);
    this.used = needed;
  }

  /** Forgets the first `count` bytes. */
  drop(count: number): void {
    this.memory.copyWithin(0, count, this.used);
    this.used -= count;
  }
}
