import { BerReader } from "./ber-reader.ts";
import type { BerWriter } from "./ber-writer.ts";
import { DecodeError } from "./decode-error.ts";
import { type Pdu, readPdu, writePdu } from "./pdu.ts";

/** A message of SNMP v1 (RFC 1157) or v2c (RFC 1901). */
export interface CommunityMessage {
  /** As it travels: 0 is v1, 1 is v2c. */
  version: 0 | 1;
  community: Buffer;
  pdu: Pdu;
}

/** The bytes of a message. @throws RangeError when a value is outside of its type or the message gets too long */
export function encodeCommunityMessage(writer: BerWriter, message: CommunityMessage): Buffer {
  writer.reset();
  const mark = writer.mark;
  writePdu(writer, message.pdu);
  writer.octets(0x04, message.community);
  writer.integer(message.version);
  writer.wrap(0x30, mark);
  return writer.take();
}

/** Reads a datagram; octets after the message are padding and ignored. @throws DecodeError */
export function decodeCommunityMessage(datagram: Buffer): CommunityMessage {
  const reader = new BerReader(datagram);
  reader.enter(0x30, "the message");
  const version = reader.integer("the version");
  if (version !== 0 && version !== 1)
    throw new DecodeError(`the version is ${version}, not v1 or v2c`);
  const community = reader.octets("the community");
  const pdu = readPdu(reader);
  if (!reader.done) throw new DecodeError("the message holds more than it should");
  return { version, community, pdu };
}
