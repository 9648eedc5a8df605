import { randomInt } from "node:crypto";
import type { HostReport } from "#engines/scan-types";
import { replyText } from "../../reply-text.ts";
import { readDnsName } from "../dns-message.ts";
import type { UdpProbe } from "../udp-probe.ts";

/** The name `*`, padded with zeros, in the encoding of RFC 1001 section 14.1: each half of a byte as a letter from `A`. */
const anyName = `CK${"A".repeat(30)}`;
const nodeStatus = 0x21;
const internet = 1;

const nameLength = 15;
/** A name, its kind, and flags (RFC 1002 section 4.2.18). */
const entryLength = nameLength + 3;
const groupFlag = 0x8000;

/** What the kinds of NetBIOS names mean that tell something of a host. */
const workstation = 0x00;
const fileServer = 0x20;
const domainControllers = 0x1c;

/** NetBIOS name service: the names of a Windows or Samba host, its workgroup and its MAC. */
export const netbiosProbe: UdpProbe = {
  ports: [137],
  ask() {
    const id = randomInt(0x1_0000);
    const datagram = Buffer.alloc(50);
    datagram.writeUInt16BE(id, 0);
    datagram.writeUInt16BE(1, 4);
    datagram[12] = anyName.length;
    datagram.write(anyName, 13, "latin1");
    datagram.writeUInt16BE(nodeStatus, 46);
    datagram.writeUInt16BE(internet, 48);
    return [
      {
        datagram,
        read(reply) {
          const isReply = (reply.readUInt16BE(2) & 0x8000) !== 0;
          if (!isReply || reply.readUInt16BE(0) !== id || reply.readUInt16BE(6) === 0) return null;
          const { end } = readDnsName(reply, 12);
          if (reply.readUInt16BE(end) !== nodeStatus) return null;
          return { name: "netbios-ns", ...readNodeStatus(reply, end + 10) };
        },
      },
    ];
  },
};

function readNodeStatus(reply: Buffer, at: number) {
  const count = reply.readUInt8(at);
  const names: HostReport["names"] = [];
  const facts: string[] = [];
  for (let each = 0; each < count; each++) {
    const entry = at + 1 + each * entryLength;
    const name = replyText(reply.subarray(entry, entry + nameLength), nameLength);
    const kind = reply.readUInt8(entry + nameLength);
    const isGroup = (reply.readUInt16BE(entry + nameLength + 1) & groupFlag) !== 0;
    if (name === "") continue;
    if (kind === workstation && !isGroup) names.push({ name, source: "netbios" });
    if (kind === workstation && isGroup) facts.push(`workgroup ${name}`);
    if (kind === fileServer && !isGroup) facts.push("file server");
    if (kind === domainControllers && isGroup) facts.push(`domain controller of ${name}`);
  }
  const unit = at + 1 + count * entryLength;
  if (unit + 6 > reply.length) throw new RangeError("a node status is cut off");
  const mac = reply.toString("hex", unit, unit + 6).replace(/..(?=.)/g, "$&:");
  return {
    names,
    extraInfo: facts.join(", "),
    confidence: 75,
    ...(mac === "00:00:00:00:00:00" ? {} : { mac }), // Samba does not tell it
  };
}
