/** 8 bytes of header and 56 of payload, as ping(8) sends. */
export const packetSize = 64;

/** ICMP types that we send or understand (RFC 792, RFC 4443). */
export const icmpTypes = {
  4: { request: 8, reply: 0, unreachable: 3, expired: 11 },
  6: { request: 128, reply: 129, unreachable: 1, expired: 3 },
} as const;

/**
 * Byte offsets in an echo message of what tells one of our packets from all others: the identifier (a datagram socket
 * has the kernel's), the sequence (used again after 65,536 packets), a serial that counts all packets of the socket,
 * and 32 random bits that other programs do not have.
 */
export const mark = { id: 4, sequence: 6, serial: 8, secret: 12, end: 16 } as const;

/** Writes everything that is the same in all packets; {@link writeEcho} does the rest. */
export function prepareEcho(view: DataView, at: number, family: 4 | 6): void {
  view.setUint8(at, icmpTypes[family].request);
  for (let offset = mark.end; offset < packetSize; offset++) view.setUint8(at + offset, offset);
}

// The sum of the constant part: type and code, and the filler from byte 16 on.
const constantSum = { 4: icmpTypes[4].request << 8, 6: icmpTypes[6].request << 8 };
const fillerSum = Array.from(
  { length: (packetSize - 16) / 2 },
  (_, word) => ((16 + 2 * word) << 8) | (17 + 2 * word),
).reduce((sum, word) => sum + word, 0);

/**
 * Writes mark and checksum (RFC 1071) into a prepared packet. A raw ICMPv6 or a datagram socket computes the checksum
 * again; a raw ICMPv4 socket does not.
 */
export function writeEcho(
  view: DataView,
  at: number,
  family: 4 | 6,
  id: number,
  sequence: number,
  serial: number,
  secret: number,
): void {
  view.setUint16(at + mark.id, id);
  view.setUint16(at + mark.sequence, sequence);
  view.setUint32(at + mark.serial, serial);
  view.setUint32(at + mark.secret, secret);
  let sum = constantSum[family] + fillerSum + id + sequence;
  sum += (serial >>> 16) + (serial & 0xffff) + (secret >>> 16) + (secret & 0xffff);
  sum = (sum & 0xffff) + (sum >>> 16);
  sum = (sum & 0xffff) + (sum >>> 16);
  view.setUint16(at + 2, ~sum & 0xffff);
}

/** Where the ICMP message begins in what a socket delivers: raw IPv4 sockets deliver the IP header, too. */
export function icmpOffset(view: DataView, at: number, hasIpHeader: boolean): number {
  return hasIpHeader ? at + (view.getUint8(at) & 0x0f) * 4 : at;
}

/** An ICMP error about one of our packets. */
export interface IcmpError {
  type: number;
  code: number;
  /** The address of who says so. */
  from: Uint8Array;
}

/** True when the packet is lost for good; a redirect or "packet too big" is advice to the sender. */
export function isFatal(family: 4 | 6, type: number): boolean {
  const { unreachable, expired } = icmpTypes[family];
  return type === unreachable || type === expired;
}

/** What a router or host says with an error message, in the words of ping(8). */
export function errorWords(family: 4 | 6, type: number, code: number): string {
  if (type === icmpTypes[family].expired) {
    return "time to live exceeded (a routing loop?)";
  }
  const words = type === icmpTypes[family].unreachable ? unreachableWords[family][code] : undefined;
  return words ?? `ICMP error type ${type} code ${code}`;
}

const unreachableWords: Readonly<Record<4 | 6, Readonly<Record<number, string>>>> = {
  4: {
    0: "network unreachable",
    1: "host unreachable",
    2: "protocol unreachable",
    3: "port unreachable",
    5: "source route failed",
    6: "network unknown",
    7: "host unknown",
    9: "network administratively prohibited",
    10: "host administratively prohibited",
    11: "network unreachable for this type of service",
    12: "host unreachable for this type of service",
    13: "communication administratively prohibited",
  },
  6: {
    0: "no route to destination",
    1: "communication administratively prohibited",
    2: "beyond the scope of the source address",
    3: "address unreachable",
    4: "port unreachable",
    5: "source address failed the policy",
    6: "route rejected",
  },
};
