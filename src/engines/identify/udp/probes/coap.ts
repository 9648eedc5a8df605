import { randomBytes } from "node:crypto";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const tokenLength = 8;

/** CoAP (RFC 7252): asks for the list of resources (RFC 6690). */
export const coapProbe: UdpProbe = {
  ports: [5683],
  ask() {
    const messageId = randomBytes(2);
    const token = randomBytes(tokenLength);
    const path = [".well-known", "core"].flatMap((part, at) => [
      Buffer.from([((at === 0 ? 11 : 0) << 4) | part.length]), // option 11 is a part of the path
      Buffer.from(part),
    ]);
    const confirmableGet = Buffer.from([0x40 | tokenLength, 1]);
    return [
      {
        datagram: Buffer.concat([confirmableGet, messageId, token, ...path]),
        read(reply) {
          const head = reply.readUInt8(0);
          const code = reply.readUInt8(1);
          if (head >> 6 !== 1) return null;
          const isReset = ((head >> 4) & 3) === 3 && code === 0;
          if (isReset && reply.length === 4) {
            return reply.subarray(2, 4).equals(messageId) ? { name: "coap", confidence: 60 } : null;
          }
          // Codes 2.xx, 4.xx and 5.xx are responses.
          if (![2, 4, 5].includes(code >> 5) || (head & 15) !== tokenLength) return null;
          if (!reply.subarray(4, 4 + tokenLength).equals(token)) return null;
          const marker = reply.indexOf(0xff, 4 + tokenLength);
          const resources = marker < 0 ? "" : replyText(reply.subarray(marker + 1), 300);
          return { name: "coap", banner: resources, confidence: 75 };
        },
      },
    ];
  },
};
