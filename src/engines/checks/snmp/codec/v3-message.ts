import { BerReader } from "./ber-reader.ts";
import type { BerWriter } from "./ber-writer.ts";
import { DecodeError } from "./decode-error.ts";
import { type Pdu, readPdu, writePdu } from "./pdu.ts";

/** Header and security parameters of a v3 message (RFC 3412 section 6, RFC 3414 section 2.4), all but the digest. */
export interface V3Header {
  msgId: number;
  /** The largest message that the sender takes, in octets. */
  maxSize: number;
  auth: boolean;
  priv: boolean;
  /** The sender wants a report when its message cannot be processed. */
  reportable: boolean;
  engineId: Buffer;
  engineBoots: number;
  /** Seconds since the engine's last boot. */
  engineTime: number;
  user: Buffer;
  /** What the privacy protocol needs besides the key; empty without privacy. */
  privParams: Buffer;
}

/** What is said, and to which part of the agent (RFC 3412 section 6.8). */
export interface ScopedPdu {
  contextEngineId: Buffer;
  contextName: Buffer;
  pdu: Pdu;
}

/** A v3 message off the wire. */
export interface V3Message extends V3Header {
  /** The digest that came, and where it stands in the datagram: it counts as zeros when the digest is made. */
  digest: Buffer;
  digestAt: number;
  /** The message without what may follow it in the datagram. */
  whole: Buffer;
  /** The scoped PDU in BER, or encrypted when `priv`. */
  payload: Buffer;
}

const authFlag = 1;
const privFlag = 2;
const reportableFlag = 4;
const userSecurityModel = 3;

/** The bytes of a scoped PDU. @throws RangeError when a value is outside of its type or the message gets too long */
export function encodeScopedPdu(writer: BerWriter, scoped: ScopedPdu): Buffer {
  writer.reset();
  const mark = writer.mark;
  writePdu(writer, scoped.pdu);
  writer.octets(0x04, scoped.contextName);
  writer.octets(0x04, scoped.contextEngineId);
  writer.wrap(0x30, mark);
  return writer.take();
}

/** Reads a scoped PDU; what follows it is the padding of a block cipher. @throws DecodeError */
export function decodeScopedPdu(bytes: Buffer): ScopedPdu {
  const reader = new BerReader(bytes);
  reader.enter(0x30, "the scoped PDU");
  const contextEngineId = reader.octets("the context engine id");
  const contextName = reader.octets("the context name");
  const pdu = readPdu(reader);
  if (!reader.done) throw new DecodeError("the scoped PDU holds more than it should");
  return { contextEngineId, contextName, pdu };
}

/**
 * The bytes of a message with `digestLength` zeros for the digest, which the caller fills in at `digestAt`. `payload` is
 * the scoped PDU in BER, or encrypted when the header says `priv`. @throws RangeError when the message gets too long
 */
export function encodeV3Message(
  writer: BerWriter,
  header: V3Header,
  payload: Buffer,
  digestLength: number,
): { bytes: Buffer; digestAt: number } {
  writer.reset();
  const end = writer.mark;
  if (header.priv) writer.octets(0x04, payload);
  else writer.raw(payload);
  const security = writer.mark;
  writer.octets(0x04, header.privParams);
  const fromEnd = end - writer.mark;
  writer.octets(0x04, Buffer.alloc(digestLength));
  writer.octets(0x04, header.user);
  writer.integer(header.engineTime);
  writer.integer(header.engineBoots);
  writer.octets(0x04, header.engineId);
  writer.wrap(0x30, security);
  writer.wrap(0x04, security);
  const global = writer.mark;
  writer.integer(userSecurityModel);
  writer.octets(0x04, Buffer.of(flags(header)));
  writer.integer(header.maxSize);
  writer.integer(header.msgId);
  writer.wrap(0x30, global);
  writer.integer(3);
  writer.wrap(0x30, end);
  const bytes = writer.take();
  return { bytes, digestAt: bytes.length - fromEnd - digestLength };
}

/** Reads a datagram; nothing is verified or decrypted yet. @throws DecodeError */
export function decodeV3Message(datagram: Buffer): V3Message {
  const reader = new BerReader(datagram);
  reader.enter(0x30, "the message");
  const whole = datagram.subarray(0, reader.limit);
  const version = reader.integer("the version");
  if (version !== 3) throw new DecodeError(`the version is ${version}, not v3`);
  const global = reader.enter(0x30, "the header");
  const msgId = reader.integer("the message id");
  const maxSize = reader.integer("the maximum size");
  const flagOctets = reader.octets("the flags");
  const model = reader.integer("the security model");
  reader.leave(global, "the header");
  const flag = flagOctets[0];
  if (flag === undefined || flagOctets.length !== 1)
    throw new DecodeError("the flags are not one octet");
  if (model !== userSecurityModel) throw new DecodeError(`the security model is ${model}, not USM`);
  const auth = (flag & authFlag) !== 0;
  const priv = (flag & privFlag) !== 0;
  if (priv && !auth) throw new DecodeError("the message claims privacy without authentication");
  const message = reader.enter(0x04, "the security parameters");
  const security = reader.enter(0x30, "the security parameters");
  const engineId = reader.octets("the engine id");
  const engineBoots = reader.integer("the engine boots");
  const engineTime = reader.integer("the engine time");
  const user = reader.octets("the user name");
  const digest = reader.octets("the digest");
  const digestAt = reader.position - digest.length;
  const privParams = reader.octets("the privacy parameters");
  reader.leave(security, "the security parameters");
  reader.leave(message, "the security parameters");
  const payload = priv ? reader.octets("the encrypted PDU") : whole.subarray(reader.position);
  const reportable = (flag & reportableFlag) !== 0;
  const head = { msgId, maxSize, auth, priv, reportable, engineId, engineBoots, engineTime };
  return { ...head, user, privParams, digest, digestAt, whole, payload };
}

function flags(header: V3Header): number {
  return (
    (header.auth ? authFlag : 0) +
    (header.priv ? privFlag : 0) +
    (header.reportable ? reportableFlag : 0)
  );
}
