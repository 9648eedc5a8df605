import { randomBytes } from "node:crypto";
import type { UdpProbe } from "../udp-probe.ts";

/** A version that is reserved to make servers tell theirs (RFC 9000 section 15). */
const reservedVersion = 0x1a2a_3a4a;
const idLength = 8;
/** Servers need not answer shorter ones (RFC 9000 section 14.1). */
const leastLength = 1200;

const versions: ReadonlyMap<number, string> = new Map([
  [0x0000_0001, "1"],
  [0x6b33_43cf, "2"],
]);

/** QUIC, below HTTP/3 and DNS: a server that does not know the version lists those it knows (RFC 8999 section 6). */
export const quicProbe: UdpProbe = {
  ports: [443],
  ask() {
    const target = randomBytes(idLength);
    const source = randomBytes(idLength);
    const head = Buffer.alloc(6);
    head[0] = 0xc0;
    head.writeUInt32BE(reservedVersion, 1);
    head[5] = idLength;
    const parts = [head, target, Buffer.from([idLength]), source];
    return [
      {
        datagram: Buffer.concat(parts, leastLength),
        read(reply) {
          if (reply.readUInt8(0) < 0x80 || reply.readUInt32BE(1) !== 0) return null;
          const ids = Buffer.concat([
            Buffer.from([idLength]),
            source,
            Buffer.from([idLength]),
            target,
          ]);
          if (!reply.subarray(5, 5 + ids.length).equals(ids)) return null;
          const known: string[] = [];
          for (let at = 5 + ids.length; at + 4 <= reply.length; at += 4) {
            const version = versions.get(reply.readUInt32BE(at));
            if (version !== undefined) known.push(version);
          }
          const extraInfo = known.length === 0 ? "" : `version ${known.join(", ")}`;
          return { name: "quic", extraInfo, confidence: 75 };
        },
      },
    ];
  },
};
