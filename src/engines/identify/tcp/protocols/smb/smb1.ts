import { framed } from "./smb2.ts";

const headerLength = 32;
const signature = Buffer.from([0xff, 0x53, 0x4d, 0x42]);
const negotiate = 0x72;

/** SMB_COM_NEGOTIATE with the one dialect that anything still speaks ([MS-CIFS] section 2.2.4.52). */
export function negotiateRequest1(): Buffer {
  const head = Buffer.alloc(headerLength);
  signature.copy(head);
  head[4] = negotiate;
  head[9] = 0x18; // canonical paths, no case
  head.writeUInt16LE(0xc001, 10); // Unicode, NT status codes, long names
  const dialect = Buffer.from("\x02NT LM 0.12\0", "latin1");
  const body = Buffer.concat([Buffer.from([0, dialect.length, 0]), dialect]);
  return framed(Buffer.concat([head, body]));
}

/** What the server made of it; `null`: it is not an answer in SMB 1, or it refuses the dialect. */
export function readNegotiated1(bytes: Buffer): { signingRequired: boolean } | null {
  const message = bytes.subarray(4);
  if (message.length < headerLength + 4 || !message.subarray(0, 4).equals(signature)) return null;
  const accepted = message.readUInt32LE(5) === 0 && message.readUInt16LE(headerLength + 1) === 0;
  if (message[4] !== negotiate || message[headerLength] !== 17 || !accepted) return null;
  return { signingRequired: ((message[headerLength + 3] ?? 0) & 8) !== 0 };
}
