import { randomBytes } from "node:crypto";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const readRequest = 1;
const data = 3;
const error = 5;

/** TFTP (RFC 1350): asks for a file that does not exist; the refusal comes from a port of its own. */
export const tftpProbe: UdpProbe = {
  ports: [69],
  repliesFromAnyPort: true,
  ask() {
    const file = `vedette-${randomBytes(6).toString("hex")}`;
    return [
      {
        datagram: Buffer.from(`\0${String.fromCharCode(readRequest)}${file}\0octet\0`, "latin1"),
        read(reply) {
          const kind = reply.readUInt16BE(0);
          const number = reply.readUInt16BE(2);
          // Of the errors there are eight, and they end with a zero; what else may come is small and begins with block 1.
          const refuses = kind === error && number <= 8 && reply.at(-1) === 0;
          const gives = kind === data && number === 1 && reply.length <= 516;
          if (!refuses && !gives) return null;
          const banner = refuses ? replyText(reply.subarray(4, -1), 200) : "";
          return { name: "tftp", banner, confidence: 70 };
        },
      },
    ];
  },
};
