import { randomInt } from "node:crypto";
import { cpeOf } from "../../products/product.ts";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const frameLength = 8;

/**
 * memcached over UDP (its protocol.txt, "UDP protocol"). It knows no login there, so a server that answers at all gives
 * everybody its data.
 */
export const memcachedProbe: UdpProbe = {
  ports: [11_211],
  ask() {
    const id = randomInt(0x1_0000);
    const frame = Buffer.alloc(frameLength);
    frame.writeUInt16BE(id, 0);
    frame.writeUInt16BE(1, 4); // one datagram in all
    return [
      {
        datagram: Buffer.concat([frame, Buffer.from("version\r\n")]),
        read(reply) {
          if (reply.readUInt16BE(0) !== id) return null;
          const text = replyText(reply.subarray(frameLength), 100);
          const version = /^VERSION (\d[\w.]{0,30})/.exec(text)?.[1];
          if (version === undefined) return null;
          return {
            name: "memcached",
            product: "Memcached",
            version,
            cpes: [cpeOf("memcached:memcached", version)],
            banner: text,
            observations: ["open_access"],
            confidence: 80,
          };
        },
      },
    ];
  },
};
