import { randomBytes } from "node:crypto";
import type { UdpProbe } from "../udp-probe.ts";

const portmapper = 100_000;
const dump = 4;
const accepted = 0;
const maxEntries = 200;

/** Programs that people look for (the numbers of RFC 1833 and its registry). */
const programs: ReadonlyMap<number, string> = new Map([
  [100_000, "portmapper"],
  [100_003, "nfs"],
  [100_004, "ypserv"],
  [100_005, "mountd"],
  [100_007, "ypbind"],
  [100_009, "yppasswdd"],
  [100_021, "nlockmgr"],
  [100_024, "status"],
  [100_227, "nfs_acl"],
]);

/** The port mapper of ONC RPC (RFC 1833 section 3), which lists the programs of its host. */
export const rpcbindProbe: UdpProbe = {
  ports: [111],
  ask() {
    const transaction = randomBytes(4);
    const call = Buffer.alloc(40); // the rest are empty credentials
    transaction.copy(call);
    call.writeUInt32BE(2, 8); // the version of RPC
    call.writeUInt32BE(portmapper, 12);
    call.writeUInt32BE(2, 16); // the version of the port mapper
    call.writeUInt32BE(dump, 20);
    return [
      {
        datagram: call,
        read(reply) {
          const isReply = reply.readUInt32BE(4) === 1;
          if (!isReply || !reply.subarray(0, 4).equals(transaction)) return null;
          if (reply.readUInt32BE(8) !== accepted || reply.length < 24) {
            return { name: "rpcbind", confidence: 70 };
          }
          return { name: "rpcbind", extraInfo: listedPrograms(reply), confidence: 75 };
        },
      },
    ];
  },
};

/** Entries of program, version, protocol and port, each behind a 1; a 0 ends them. */
function listedPrograms(reply: Buffer): string {
  const versions = new Map<number, Set<number>>();
  let at = 24;
  for (let each = 0; each < maxEntries && at + 20 <= reply.length; each++) {
    if (reply.readUInt32BE(at) !== 1) break;
    const program = reply.readUInt32BE(at + 4);
    const known = versions.get(program) ?? new Set();
    versions.set(program, known.add(reply.readUInt32BE(at + 8)));
    at += 20;
  }
  const words = [...versions].map(([program, numbers]) => {
    const name = programs.get(program) ?? String(program);
    return `${name} ${[...numbers].toSorted((a, b) => a - b).join(" ")}`;
  });
  return words.join(", ");
}
