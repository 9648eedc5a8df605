import type { Oid } from "./oid.ts";

/** Largest UDP payload over IPv4. */
const capacity = 65_507;

/**
 * Writes BER backwards, from the last element to the first: so every length is known when it is written, and nothing is
 * moved or measured twice. `end` marks before an element's content say where {@link wrap} has to close it.
 */
export class BerWriter {
  readonly #bytes = Buffer.allocUnsafe(capacity);
  #position = capacity;

  /** Forgets what was written. */
  reset(): void {
    this.#position = capacity;
  }

  /** The place of the element written last: the mark for {@link wrap}. */
  get mark(): number {
    return this.#position;
  }

  /** A copy of what was written. */
  take(): Buffer {
    return Buffer.from(this.#bytes.subarray(this.#position));
  }

  /** Puts tag and length before all that was written since `mark`. @throws RangeError when the message gets too long */
  wrap(tag: number, mark: number): void {
    const length = mark - this.#position;
    if (length < 0x80) {
      this.#reserve(2);
    } else if (length < 0x100) {
      this.#reserve(3);
      this.#bytes[this.#position + 1] = 0x81;
    } else {
      this.#reserve(4);
      this.#bytes[this.#position + 1] = 0x82;
      this.#bytes[this.#position + 2] = length >>> 8;
    }
    this.#bytes[this.#position] = tag;
    this.#bytes[mark - length - 1] = length & 0xff;
  }

  /** An element of the given bytes. @throws RangeError when the message gets too long */
  octets(tag: number, content: Uint8Array): void {
    const mark = this.#position;
    this.raw(content);
    this.wrap(tag, mark);
  }

  /** An element whose content is a Latin-1 string, such as an {@link Oid}. @throws RangeError when it gets too long */
  latin1(tag: number, content: string): void {
    const mark = this.#position;
    this.#reserve(content.length);
    for (let at = 0; at < content.length; at++) {
      this.#bytes[this.#position + at] = content.charCodeAt(at);
    }
    this.wrap(tag, mark);
  }

  /** Bytes that are BER already. @throws RangeError when the message gets too long */
  raw(content: Uint8Array): void {
    this.#reserve(content.length);
    this.#bytes.set(content, this.#position);
  }

  /** An OBJECT IDENTIFIER. @throws RangeError when the message gets too long */
  oid(value: Oid): void {
    this.latin1(0x06, value);
  }

  /** An INTEGER, or with another tag an unsigned type, in the fewest octets. @throws RangeError when it is not a safe integer */
  integer(value: number, tag = 0x02): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
    const mark = this.#position;
    let rest = value;
    let octet: number;
    do {
      octet = ((rest % 256) + 256) % 256;
      rest = Math.floor(rest / 256);
      this.#reserve(1);
      this.#bytes[this.#position] = octet;
    } while (!((rest === 0 && octet < 0x80) || (rest === -1 && octet >= 0x80)));
    this.wrap(tag, mark);
  }

  /** An unsigned 64-bit number. @throws RangeError when it is none */
  unsigned64(value: bigint, tag: number): void {
    if (value < 0n || value >= 1n << 64n) throw new RangeError(`${value} is not a 64-bit counter`);
    const mark = this.#position;
    let rest = value;
    let octet: number;
    do {
      octet = Number(rest & 0xffn);
      rest >>= 8n;
      this.#reserve(1);
      this.#bytes[this.#position] = octet;
    } while (rest !== 0n || octet >= 0x80);
    this.wrap(tag, mark);
  }

  #reserve(count: number): void {
    if (this.#position < count)
      throw new RangeError(`an SNMP message is longer than ${capacity} octets`);
    this.#position -= count;
  }
}
