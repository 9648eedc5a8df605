import { randomBytes } from "node:crypto";
import { cpeOf } from "../../products/product.ts";
import type { UdpProbe } from "../udp-probe.ts";

/** Opcodes in the upper five bits; the lower three are a key number, 0 at first. */
const resetByClient = 7 << 3;
const resetByServer = 8 << 3;
/** What a server says that is taken already. */
const acknowledgement = 5 << 3;
const sessionLength = 8;

/** OpenVPN's first message. A server with `tls-auth` or `tls-crypt` keeps silent, as WireGuard does. */
export const openvpnProbe: UdpProbe = {
  ports: [1194],
  ask() {
    const session = randomBytes(sessionLength);
    // No acknowledgements, message number 0.
    const datagram = Buffer.concat([Buffer.from([resetByClient]), session, Buffer.alloc(5)]);
    return [
      {
        datagram,
        read(reply) {
          if (![resetByServer, acknowledgement].includes(reply.readUInt8(0))) return null;
          // It acknowledges one message, and says whose.
          const acknowledged = reply.readUInt8(1 + sessionLength);
          const at = 2 + sessionLength + acknowledged * 4;
          if (acknowledged !== 1 || !reply.subarray(at, at + sessionLength).equals(session)) {
            return null;
          }
          return {
            name: "openvpn",
            product: "OpenVPN",
            cpes: [cpeOf("openvpn:openvpn")],
            confidence: 75,
          };
        },
      },
    ];
  },
};
