const size = 65_536;

/**
 * The packets under way on one socket, by their 16-bit sequence number. A number is free again once its packet was
 * answered or given up, and is then used last of all; the serial tells a late answer to its former user from one to
 * its present.
 */
export class Sequences<T> {
  underWay = 0;
  readonly #owners: (T | null)[] = Array.from<T | null>({ length: size }).fill(null);
  readonly #serials = new Uint32Array(size);
  readonly #sentAt = new Float64Array(size);
  readonly #packets = new Uint8Array(size);
  #next: number;
  #serial = 0;

  /** `first` is the first number to use. */
  constructor(first = 0) {
    this.#next = first & 0xffff;
  }

  /** Takes a number for packet `packet` (0 to 255) of `owner`; -1 when all 65,536 are under way. */
  take(owner: T, packet: number): number {
    if (this.underWay === size) return -1;
    while (this.#owners[this.#next] !== null) this.#next = (this.#next + 1) & 0xffff;
    const sequence = this.#next;
    this.#next = (sequence + 1) & 0xffff;
    this.#serial = (this.#serial + 1) >>> 0;
    this.#owners[sequence] = owner;
    this.#serials[sequence] = this.#serial;
    this.#packets[sequence] = packet;
    this.underWay++;
    return sequence;
  }

  /** Whose packet this is; `null` when none of ours waits under this number and serial. */
  owner(sequence: number, serial: number): T | null {
    return this.#serials[sequence] === serial ? (this.#owners[sequence] ?? null) : null;
  }

  /** Frees the number, if `owner` still has it. */
  free(sequence: number, owner: T): void {
    if (this.#owners[sequence] !== owner) return;
    this.#owners[sequence] = null;
    this.underWay--;
  }

  serialOf(sequence: number): number {
    return this.#serials[sequence] ?? 0;
  }

  packetOf(sequence: number): number {
    return this.#packets[sequence] ?? 0;
  }

  /** When the packet left, in milliseconds of the caller's clock. */
  sentAt(sequence: number): number {
    return this.#sentAt[sequence] ?? 0;
  }

  setSentAt(sequence: number, atMs: number): void {
    this.#sentAt[sequence] = atMs;
  }
}
