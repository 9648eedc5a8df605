import { BerReader } from "./ber-reader.ts";
import { DecodeError } from "./decode-error.ts";

/**
 * The number that tells whose answer a datagram is: the request id of v1 and v2c, the message id of v3. `null` when it
 * cannot be an answer at all. Costs little, so that what nobody waits for is dropped at the door.
 */
export function peekId(datagram: Buffer): number | null {
  const reader = new BerReader(datagram);
  try {
    reader.enter(0x30, "the message");
    const version = reader.integer("the version");
    if (version === 3) {
      reader.enter(0x30, "the header");
      return reader.integer("the message id");
    }
    reader.position = reader.header(0x04, "the community");
    reader.anyHeader("the PDU");
    return reader.integer("the request id");
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}
