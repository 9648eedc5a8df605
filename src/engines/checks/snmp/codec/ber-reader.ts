import { DecodeError } from "./decode-error.ts";

/**
 * Reads BER (X.690) as SNMP uses it: definite lengths, tags of one octet. Lengths need not be minimal and integers may
 * lack or repeat sign octets, because agents in the field send that; what would lead outside of an element is refused.
 */
export class BerReader {
  readonly bytes: Buffer;
  position: number;
  /** End of the element that is being read. */
  limit: number;

  constructor(bytes: Buffer, position = 0, limit = bytes.length) {
    this.bytes = bytes;
    this.position = position;
    this.limit = limit;
  }

  get done(): boolean {
    return this.position >= this.limit;
  }

  /** The next element's tag, without consuming it. @throws DecodeError */
  peekTag(): number {
    if (this.position >= this.limit) throw new DecodeError("the message ends too early");
    return this.bytes[this.position] ?? 0;
  }

  /** Consumes tag and length, leaving the position at the content; returns where the content ends. @throws DecodeError */
  header(tag: number, what: string): number {
    const found = this.peekTag();
    if (found !== tag) throw new DecodeError(`${what} has the tag ${hex(found)}, not ${hex(tag)}`);
    return this.#contentEnd(what);
  }

  /** As {@link header}, whatever the tag is. @throws DecodeError */
  anyHeader(what: string): number {
    this.peekTag();
    return this.#contentEnd(what);
  }

  /** Goes into a constructed element; give the result to {@link leave}. @throws DecodeError */
  enter(tag: number, what: string): number {
    const end = this.header(tag, what);
    const outer = this.limit;
    this.limit = end;
    return outer;
  }

  /** Back out of an element that must have been read to its end. @throws DecodeError */
  leave(outer: number, what: string): void {
    if (this.position !== this.limit) throw new DecodeError(`${what} holds more than it should`);
    this.limit = outer;
  }

  /** An INTEGER. @throws DecodeError outside of the safe integers */
  integer(what: string): number {
    return this.signed(this.header(0x02, what), what);
  }

  /** An OCTET STRING, as a view. @throws DecodeError */
  octets(what: string): Buffer {
    const end = this.header(0x04, what);
    const view = this.bytes.subarray(this.position, end);
    this.position = end;
    return view;
  }

  /** The content up to `end` as a two's complement number. @throws DecodeError outside of the safe integers */
  signed(end: number, what: string): number {
    const length = end - this.position;
    if (length < 1 || length > 8) throw new DecodeError(`${what} has ${length} octets`);
    let at = this.position;
    let value = ((this.bytes[at++] ?? 0) << 24) >> 24;
    while (at < end) value = value * 256 + (this.bytes[at++] ?? 0);
    if (!Number.isSafeInteger(value)) throw new DecodeError(`${what} does not fit`);
    this.position = end;
    return value;
  }

  /** The content up to `end` as an unsigned 32-bit number; a missing leading zero octet is forgiven. @throws DecodeError */
  unsigned32(end: number, what: string): number {
    const length = end - this.position;
    if (length < 1 || length > 9) throw new DecodeError(`${what} has ${length} octets`);
    let value = 0;
    for (let at = this.position; at < end; at++) value = value * 256 + (this.bytes[at] ?? 0);
    if (value > 0xffff_ffff) throw new DecodeError(`${what} is above 32 bits`);
    this.position = end;
    return value;
  }

  /** The content up to `end` as an unsigned 64-bit number, exact. @throws DecodeError */
  unsigned64(end: number, what: string): bigint {
    const length = end - this.position;
    if (length < 1 || length > 9) throw new DecodeError(`${what} has ${length} octets`);
    let high = 0;
    let low = 0;
    for (let at = this.position; at < end - 4; at++) high = high * 256 + (this.bytes[at] ?? 0);
    const split = Math.max(this.position, end - 4);
    for (let at = split; at < end; at++) low = low * 256 + (this.bytes[at] ?? 0);
    if (high > 0xffff_ffff) throw new DecodeError(`${what} is above 64 bits`);
    this.position = end;
    return high < 0x20_0000
      ? BigInt(high * 0x1_0000_0000 + low)
      : (BigInt(high) << 32n) + BigInt(low);
  }

  #contentEnd(what: string): number {
    const { bytes, limit } = this;
    let at = this.position;
    if (((bytes[at++] ?? 0) & 0x1f) === 0x1f) throw new DecodeError(`${what} has a long tag`);
    if (at >= limit) throw new DecodeError(`${what} ends before its length`);
    let length = bytes[at++] ?? 0;
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count < 1 || count > 4) throw new DecodeError(`${what} has a length of ${count} octets`);
      if (at + count > limit) throw new DecodeError(`${what} ends within its length`);
      length = 0;
      for (let octet = 0; octet < count; octet++) length = length * 256 + (bytes[at++] ?? 0);
    }
    if (length > limit - at) {
      throw new DecodeError(`${what} claims ${length} octets where ${limit - at} are left`);
    }
    this.position = at;
    return at + length;
  }
}

function hex(tag: number): string {
  return `0x${tag.toString(16).padStart(2, "0")}`;
}
