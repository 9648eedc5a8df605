import { writeElement } from "../ber.ts";

/*
 * The first two messages of NTLM ([MS-NLMP] sections 2.2.1.1 and 2.2.1.2) within SPNEGO (RFC 4178): the challenge tells who
 * the server is before anybody has logged in.
 */

const signature = Buffer.from("NTLMSSP\0", "latin1");
/** Unicode, target's name asked for, NTLM, always sign, extended session security, version, 128 and 56 bits. */
const flags = 0xa208_8205;
const spnegoOid = Buffer.from([0x2b, 6, 1, 5, 5, 2]);
const ntlmOid = Buffer.from([0x2b, 6, 1, 4, 1, 0x82, 0x37, 2, 2, 10]);

/** What a challenge tells. All of it is data of a stranger. */
export interface Challenge {
  readonly computer: string | null;
  readonly domain: string | null;
  readonly dnsName: string | null;
  readonly version: {
    readonly major: number;
    readonly minor: number;
    readonly build: number;
  } | null;
}

/** NEGOTIATE_MESSAGE, which names nobody, in a NegTokenInit. */
export function negotiateToken(): Buffer {
  const message = Buffer.alloc(40);
  signature.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(flags, 12);
  const mechanisms = writeElement(0xa0, writeElement(0x30, writeElement(0x06, ntlmOid)));
  const token = writeElement(0xa2, writeElement(0x04, message));
  const init = writeElement(0xa0, writeElement(0x30, mechanisms, token));
  return writeElement(0x60, writeElement(0x06, spnegoOid), init);
}

/** What the server tells of itself in a CHALLENGE_MESSAGE (MS-NLMP 2.2.1.2) somewhere in the token; `null`: none. */
export function readChallenge(token: Buffer): Challenge | null {
  const at = token.indexOf(signature);
  const message = at < 0 ? Buffer.alloc(0) : token.subarray(at);
  if (message.length < 48 || message.readUInt32LE(8) !== 2) return null;
  const info = readPairs(field(message, 40));
  const hasVersion = (message.readUInt32LE(20) & 0x0200_0000) !== 0 && message.length >= 56;
  return {
    computer: told(info.get(1)),
    domain: told(info.get(4)) ?? told(info.get(2)),
    dnsName: told(info.get(3)),
    version: hasVersion
      ? { major: message[48] ?? 0, minor: message[49] ?? 0, build: message.readUInt16LE(50) }
      : null,
  };
}

function field(message: Buffer, at: number): Buffer {
  const length = message.readUInt16LE(at);
  const offset = message.readUInt32LE(at + 4);
  return message.subarray(offset, offset + length);
}

/** AV_PAIRs: an id, a length, a text in UTF-16. */
function readPairs(bytes: Buffer): Map<number, string> {
  const pairs = new Map<number, string>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const id = bytes.readUInt16LE(at);
    const length = bytes.readUInt16LE(at + 2);
    if (id === 0) break;
    if (id <= 5) pairs.set(id, bytes.toString("utf16le", at + 4, at + 4 + length));
    at += 4 + length;
  }
  return pairs;
}

function told(name: string | undefined): string | null {
  return name === undefined || name === "" ? null : name;
}
