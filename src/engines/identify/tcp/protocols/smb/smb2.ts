/*
 * The two messages of SMB 2 and 3 that come before a login ([MS-SMB2] sections 2.2.3 to 2.2.6).
 */

const headerLength = 64;
const signature = Buffer.from([0xfe, 0x53, 0x4d, 0x42]);
const dialects = [0x0202, 0x0210, 0x0300, 0x0302, 0x0311];

/** What a server answers to NEGOTIATE. */
export interface Negotiated {
  /** `3.1.1` */
  readonly dialect: string;
  readonly signingRequired: boolean;
}

/** A message with the four bytes in front that TCP needs ([MS-SMB2] section 2.1). */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(message.length);
  return Buffer.concat([length, message]);
}

/** Whether a framed message came as a whole. */
export function isWholeFrame(bytes: Buffer): boolean {
  return bytes.length >= 4 && (bytes[0] !== 0 || bytes.length >= 4 + bytes.readUIntBE(1, 3));
}

/** SMB2 NEGOTIATE of every dialect (MS-SMB2 2.2.3), framed. */
export function negotiateRequest(): Buffer {
  const body = Buffer.alloc(36);
  body.writeUInt16LE(36, 0);
  body.writeUInt16LE(dialects.length, 2);
  body.writeUInt16LE(1, 4); // signing enabled, not required
  body.write("vedette-no-guid.", 12, "latin1"); // ClientGuid: nobody comes back to this connection
  const list = Buffer.alloc(dialects.length * 2);
  for (const [i, dialect] of dialects.entries()) list.writeUInt16LE(dialect, i * 2);
  // Version 3.1.1 wants a context: SHA-512 for pre-authentication integrity; contexts begin at a multiple of 8.
  const end = headerLength + body.length + list.length;
  const padding = Buffer.alloc((8 - (end % 8)) % 8);
  body.writeUInt32LE(end + padding.length, 28);
  body.writeUInt16LE(1, 32);
  const salt = Buffer.alloc(32, 7);
  const context = Buffer.from([1, 0, 38, 0, 0, 0, 0, 0, 1, 0, 32, 0, 1, 0]);
  return framed(Buffer.concat([header(0, 0), body, list, padding, context, salt]));
}

/** The reply to {@link negotiateRequest} (MS-SMB2 2.2.4); `null`: it is none. */
export function readNegotiated(bytes: Buffer): Negotiated | null {
  const message = readMessage(bytes, 0);
  if (message === null || message.length < headerLength + 8) return null;
  const code = message.readUInt16LE(headerLength + 4);
  const dialect = {
    0x0202: "2.0.2",
    0x0210: "2.1",
    0x0300: "3.0",
    0x0302: "3.0.2",
    0x0311: "3.1.1",
  }[code];
  if (dialect === undefined) return null;
  return { dialect, signingRequired: (message.readUInt16LE(headerLength + 2) & 2) !== 0 };
}

/** The first step of a login, with a token that names nobody. */
export function sessionSetupRequest(token: Buffer): Buffer {
  const body = Buffer.alloc(24);
  body.writeUInt16LE(25, 0);
  body[3] = 1; // signing enabled
  body.writeUInt16LE(headerLength + body.length, 12);
  body.writeUInt16LE(token.length, 14);
  return framed(Buffer.concat([header(1, 1), body, token]));
}

/** The server's token in its answer; `null`: there is none. */
export function readToken(bytes: Buffer): Buffer | null {
  const message = readMessage(bytes, 1);
  if (message === null || message.length < headerLength + 8) return null;
  const offset = message.readUInt16LE(headerLength + 4);
  const length = message.readUInt16LE(headerLength + 6);
  return message.subarray(offset, offset + length);
}

function header(command: number, id: number): Buffer {
  const bytes = Buffer.alloc(headerLength);
  signature.copy(bytes);
  bytes.writeUInt16LE(headerLength, 4);
  bytes.writeUInt16LE(command, 12);
  bytes.writeUInt16LE(1, 14); // credits asked for
  bytes.writeUInt32LE(id, 24);
  return bytes;
}

function readMessage(bytes: Buffer, command: number): Buffer | null {
  const message = bytes.subarray(4);
  if (message.length < headerLength || !message.subarray(0, 4).equals(signature)) return null;
  return message.readUInt16LE(12) === command ? message : null;
}
