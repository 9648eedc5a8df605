import { randomBytes, randomInt } from "node:crypto";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { UdpAnswer, UdpProbe, UdpQuestion } from "../udp-probe.ts";

const headerLength = 48;

/** NTP (RFC 5905): the time, and then the variables of the server (RFC 9327), where many keep their version. */
export const ntpProbe: UdpProbe = {
  ports: [123],
  ask() {
    const datagram = Buffer.alloc(headerLength);
    datagram[0] = 0b00_100_011; // no warning, version 4, client
    const nonce = randomBytes(8); // for the time of sending, which servers hand back untouched (RFC 9109 commends it)
    nonce.copy(datagram, 40);
    return [
      {
        datagram,
        read(reply) {
          const isServer = (reply.readUInt8(0) & 7) === 4;
          if (!isServer || !reply.subarray(24, 32).equals(nonce)) return null;
          const stratum = reply.readUInt8(1);
          const extraInfo = stratum === 0 ? "not synchronised" : `stratum ${stratum}`;
          return { name: "ntp", extraInfo, confidence: 70, next: askVariables() };
        },
      },
    ];
  },
};

const readVariables = 2;
const response = 0x80;

/** Mode 6, "read variables" of the system. */
function askVariables(): UdpQuestion {
  const sequence = randomInt(1, 0x1_0000);
  const datagram = Buffer.alloc(12);
  datagram[0] = 0b00_010_110; // version 2, control
  datagram[1] = readVariables;
  datagram.writeUInt16BE(sequence, 2);
  return {
    datagram,
    read(reply) {
      const isControl = (reply.readUInt8(0) & 7) === 6;
      if (!isControl || reply.readUInt8(1) >> 5 !== response >> 5) return null;
      if (reply.readUInt16BE(2) !== sequence) return null;
      const text = reply.toString("latin1", 12, 12 + Math.min(reply.readUInt16BE(10), 1000));
      return { name: "ntp", ...versionIn(text) };
    },
  };
}

const products: readonly ProductRule[] = [
  {
    pattern: /version="?ntpd ntpsec-(?<version>\d[\d.]{0,20})/,
    product: "NTPsec",
    cpe: "ntpsec:ntpsec",
  },
  {
    pattern: /version="?ntpd (?<version>\d+\.\d+\.\d+)(?<update>p\d+)?/,
    product: "ntpd",
    cpe: "ntp:ntp",
  },
];

function versionIn(text: string): Omit<UdpAnswer, "name"> {
  const system = /system="([^"]{1,100})"/.exec(text)?.[1];
  const extraInfo = `answers control messages${system === undefined ? "" : `, system ${system}`}`;
  return { confidence: 75, ...matchProduct(products, text), banner: text, extraInfo };
}
