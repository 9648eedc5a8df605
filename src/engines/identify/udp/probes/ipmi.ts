import { randomInt } from "node:crypto";
import type { UdpProbe } from "../udp-probe.ts";

/** RMCP (DMTF DSP0114) with class IPMI, no session. */
const rmcp = [0x06, 0x00, 0xff, 0x07];
const noSession = [0, 0, 0, 0, 0, 0, 0, 0, 0];
const application = 0x06;
const channelCapabilities = 0x38;

/** Of the types of authentication that are offered: none at all. */
const noAuthentication = 0x01;

/** IPMI over a network (IPMI 2.0 section 22.13): which logins a management controller offers, asked before any. */
export const ipmiProbe: UdpProbe = {
  ports: [623],
  ask() {
    const sequence = randomInt(64);
    const head = [0x20, application << 2];
    const body = [0x81, sequence << 2, channelCapabilities, 0x8e, 0x04]; // this channel, as administrator
    const message = [...head, checksum(head), ...body, checksum(body)];
    return [
      {
        datagram: Buffer.from([...rmcp, ...noSession, message.length, ...message]),
        read(reply) {
          if (reply.readUInt8(0) !== 0x06 || reply.readUInt8(3) !== 0x07) return null;
          const at = 4 + 1 + 4 + 4 + 1;
          if (reply.readUInt8(4) !== 0 || reply.readUInt8(at + 1) >> 2 !== application + 1)
            return null;
          if (reply.readUInt8(at + 4) >> 2 !== sequence) return null;
          if (reply.readUInt8(at + 5) !== channelCapabilities) return null;
          if (reply.readUInt8(at + 6) !== 0) return { name: "ipmi", confidence: 70 };
          const open = (reply.readUInt8(at + 8) & noAuthentication) !== 0;
          return {
            name: "ipmi",
            extraInfo: capabilities(reply, at + 7),
            ...(open ? { observations: ["no_authentication"] } : {}),
            confidence: 75,
          };
        },
      },
    ];
  },
};

function capabilities(reply: Buffer, at: number): string {
  const types = reply.readUInt8(at + 1);
  const logins = reply.readUInt8(at + 2);
  const extended = reply.readUInt8(at + 3);
  const isVersion2 = (types & 0x80) !== 0 && (extended & 0x02) !== 0;
  const facts = [`IPMI ${isVersion2 ? "2.0" : "1.5"}`];
  if ((types & noAuthentication) !== 0) facts.push("sessions without authentication");
  if ((logins & 0x01) !== 0) facts.push("anonymous login");
  if ((logins & 0x02) !== 0) facts.push("null user names");
  return facts.join(", ");
}

/** The sum with it is 0. */
function checksum(bytes: readonly number[]): number {
  return -bytes.reduce((sum, byte) => sum + byte, 0) & 0xff;
}
