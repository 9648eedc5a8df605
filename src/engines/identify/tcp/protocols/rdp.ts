import type { Protocol } from "../protocol.ts";

/** Protocols of RDP_NEG_REQ ([MS-RDPBCGR] section 2.2.1.1.1). */
const tlsProtocol = 1;
const credSsp = 2;

/** An X.224 connection request that offers TLS and network level authentication. */
export const rdp: Protocol = {
  name: "rdp",
  ports: [3388, 3389, 3390, 13389, 33389, 33890],
  opening: () =>
    Buffer.from([3, 0, 0, 19, 14, 0xe0, 0, 0, 0, 0, 0, 1, 0, 8, 0, tlsProtocol | credSsp, 0, 0, 0]),
  whole: (bytes) => bytes.length >= 4 && bytes.length >= bytes.readUInt16BE(2),
  recognise: (bytes) => {
    // TPKT version 3, then an X.224 connection confirm.
    if (bytes.length < 11 || bytes[0] !== 3 || bytes[1] !== 0 || bytes[5] !== 0xd0) return null;
    return { extraInfo: security(bytes), banner: bytes.toString("hex") };
  },
};

function security(bytes: Buffer): string {
  if (bytes.length < 19) return "standard RDP security only";
  const value = bytes.readUInt32LE(15);
  // A failure (type 3) names its reason: 2 is SSL_NOT_ALLOWED_BY_SERVER, 5 HYBRID_REQUIRED_BY_SERVER.
  if (bytes[11] === 3)
    return value === 2 ? "standard RDP security only" : `negotiation failure ${value}`;
  if (value === credSsp) return "network level authentication";
  return value === tlsProtocol ? "TLS, no network level authentication" : "standard RDP security";
}
