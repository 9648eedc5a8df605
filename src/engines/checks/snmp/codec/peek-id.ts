import { BerReader } from "./ber-reader.ts";
import { DecodeError } from "./decode-error.ts";

/**
 * The number that tells whose answer a datagram is: the request id of v1 and v2c, the message id of v3. `null` when it
 * cannot be an answer at all. Costs little, so that what nobody waits for is dropped at the door; and looks no further, so
 * that a message that is cut off still finds the one who can say so.
 */
export function peekId(datagram: Buffer): number | null {
  const reader = new BerReader(datagram);
  try {
    goInto(reader, 0x30);
    const version = reader.integer("the version");
    if (version === 3) {
      goInto(reader, 0x30);
      return reader.integer("the message id");
    }
    reader.position = reader.header(0x04, "the community");
    goInto(reader, reader.peekTag());
    return reader.integer("the request id");
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** Moves to the content of an element, whatever length it claims. @throws DecodeError */
function goInto(reader: BerReader, tag: number): void {
  if (reader.peekTag() !== tag) throw new DecodeError("not a message");
  const length = reader.bytes[reader.position + 1] ?? 0;
  reader.position += length < 0x80 ? 2 : 2 + (length & 0x7f);
}
