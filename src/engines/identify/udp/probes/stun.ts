import { randomBytes } from "node:crypto";
import { cpeOf } from "../../products/product.ts";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const magic = 0x2112_a442;
const bindingRequest = 0x0001;
const bindingAnswers: readonly number[] = [0x0101, 0x0111];
const software = 0x8022;
const headerLength = 20;

/** STUN (RFC 8489), which TURN servers speak, too. */
export const stunProbe: UdpProbe = {
  ports: [3478],
  ask() {
    const datagram = Buffer.alloc(headerLength);
    datagram.writeUInt16BE(bindingRequest, 0);
    datagram.writeUInt32BE(magic, 4);
    randomBytes(12).copy(datagram, 8);
    return [
      {
        datagram,
        read(reply) {
          if (!bindingAnswers.includes(reply.readUInt16BE(0))) return null;
          if (!reply.subarray(4, headerLength).equals(datagram.subarray(4))) return null;
          const banner = softwareIn(reply);
          const version = /^Coturn-(\d[\w.]{0,30})/.exec(banner)?.[1];
          if (version === undefined) return { name: "stun", banner, confidence: 70 };
          const cpes = [cpeOf("coturn_project:coturn", version)];
          return { name: "stun", product: "coturn", version, cpes, banner, confidence: 80 };
        },
      },
    ];
  },
};

/** The attribute that names the program; attributes are padded to four bytes. */
function softwareIn(reply: Buffer): string {
  for (let at = headerLength; at + 4 <= reply.length;) {
    const length = reply.readUInt16BE(at + 2);
    if (reply.readUInt16BE(at) === software) {
      return replyText(reply.subarray(at + 4, at + 4 + length), 200);
    }
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return "";
}
