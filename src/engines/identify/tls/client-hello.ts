import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { ssl3, tls10, tls12, tls13 } from "./protocol-versions.ts";

/** A question to a TLS server: would you agree on this? */
export interface Offer {
  /** The newest version that is offered; all older ones are, too. */
  version: number;
  ciphers: readonly number[];
  /** For SNI; an address is not sent. */
  hostName: string | null;
}

const handshakeRecord = 22;
const clientHello = 1;
/** Says that renegotiation is safe, where extensions cannot be sent (RFC 5746 section 3.3). */
const renegotiationSignal = 0x00ff;

const extensionTypes = {
  serverName: 0,
  groups: 10,
  pointFormats: 11,
  signatures: 13,
  versions: 43,
  keyShare: 51,
} as const;

/** x25519, P-256, P-384, P-521, x448, and the groups of RFC 7919. */
const groups = [0x001d, 0x0017, 0x0018, 0x0019, 0x001e, 0x0100, 0x0101, 0x0102];
const x25519 = 0x001d;
/** With ECDSA, RSA-PSS, EdDSA, RSA, DSA; down to SHA-1 and MD5, so that old servers have something to choose. */
const signatures = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401,
  0x0501, 0x0601, 0x0402, 0x0203, 0x0201, 0x0202, 0x0101,
];

/** The record of a ClientHello (RFC 8446 section 4.1.2, RFC 5246 section 7.4.1.2, RFC 6101 section 5.6.1.2). */
export function encodeClientHello({ version, ciphers, hostName }: Offer): Buffer {
  const legacyVersion = Math.min(version, tls12);
  const body = Buffer.concat([
    uint16(legacyVersion),
    randomBytes(32),
    block8(version === tls13 ? randomBytes(32) : Buffer.alloc(0)),
    block16(list16([...ciphers, renegotiationSignal])),
    block8(Buffer.from([0])), // no compression
    // Servers of SSLv3 may take extensions for an error.
    version === ssl3 ? Buffer.alloc(0) : block16(extensions(version, hostName)),
  ]);
  const length = Buffer.from([clientHello, 0, body.length >> 8, body.length & 0xff]);
  const recordVersion = uint16(Math.min(version, tls10));
  return Buffer.concat([
    Buffer.from([handshakeRecord]),
    recordVersion,
    block16(Buffer.concat([length, body])),
  ]);
}

function extensions(version: number, hostName: string | null): Buffer {
  const all = [
    extension(extensionTypes.groups, block16(list16(groups))),
    extension(extensionTypes.pointFormats, block8(Buffer.from([0]))),
  ];
  if (hostName !== null && isIP(hostName) === 0 && /^[\x21-\x7e]{1,253}$/.test(hostName)) {
    const name = Buffer.concat([Buffer.from([0]), block16(Buffer.from(hostName, "latin1"))]);
    all.unshift(extension(extensionTypes.serverName, block16(name)));
  }
  if (version >= tls12) all.push(extension(extensionTypes.signatures, block16(list16(signatures))));
  if (version === tls13) {
    const versions = [tls13, tls12, tls12 - 1, tls10];
    // Any 32 bytes are a public key of x25519; the handshake ends before the secret would be needed.
    const share = Buffer.concat([uint16(x25519), block16(randomBytes(32))]);
    all.push(extension(extensionTypes.versions, block8(list16(versions))));
    all.push(extension(extensionTypes.keyShare, block16(share)));
  }
  return Buffer.concat(all);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([uint16(type), block16(content)]);
}

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

function list16(values: readonly number[]): Buffer {
  return Buffer.concat(values.map(uint16));
}

/** With its length in one byte. */
function block8(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length]), content]);
}

/** With its length in two bytes. */
function block16(content: Buffer): Buffer {
  return Buffer.concat([uint16(content.length), content]);
}
