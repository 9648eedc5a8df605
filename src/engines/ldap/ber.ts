import { DamagedMessage } from "./message-cutter.ts";

/** Tags of ASN.1 that LDAP's replies are made of. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const;

/**
 * Walks through the elements of a BER encoding as LDAP restricts it (RFC 4511 section 5.1). Every length is held against the
 * element that it is in, so nothing is read beyond it, and each step goes on.
 */
export class BerCursor {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, from = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** Of the next element; undefined at the end. */
  get tag(): number | undefined {
    return this.isAtEnd ? undefined : this.#bytes[this.#at];
  }

  /** The next element, which must have this tag, to be walked through. @throws DamagedMessage */
  enter(tag: number): BerCursor {
    const from = this.#skip(tag);
    return new BerCursor(this.#bytes, from, this.#at);
  }

  /** The contents of the next element, which must have this tag. @throws DamagedMessage */
  bytes(tag: number): Buffer {
    const from = this.#skip(tag);
    return this.#bytes.subarray(from, this.#at);
  }

  /** Likewise, as text. @throws DamagedMessage */
  text(tag: number): string {
    const from = this.#skip(tag);
    return this.#bytes.toString("utf8", from, this.#at);
  }

  /** Likewise, as a whole number of up to four bytes. @throws DamagedMessage */
  integer(tag: number): number {
    const bytes = this.bytes(tag);
    if (bytes.length === 0 || bytes.length > 4) throw new DamagedMessage("a number has no length");
    return bytes.readIntBE(0, bytes.length);
  }

  /** Goes behind the next element. @returns where its contents begin */
  #skip(tag: number): number {
    const bytes = this.#bytes;
    if (this.#at + 2 > this.#end || bytes[this.#at] !== tag) {
      throw new DamagedMessage("a message is not made as LDAP's are");
    }
    let from = this.#at + 2;
    let length = bytes[this.#at + 1] ?? 0;
    if (length >= 0x80) {
      const count = length - 0x80;
      if (count === 0 || count > 4 || from + count > this.#end) {
        throw new DamagedMessage("a message has a length that cannot be");
      }
      length = bytes.readUIntBE(from, count);
      from += count;
    }
    if (from + length > this.#end) throw new DamagedMessage("a message is longer than it says");
    this.#at = from + length;
    return from;
  }
}
