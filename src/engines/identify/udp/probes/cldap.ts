import { randomInt } from "node:crypto";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const wanted = ["dnsHostName", "defaultNamingContext", "vendorName"];

const searchRequest = 0x63;
const searchEntry = 0x64;
const searchDone = 0x65;

/** LDAP without a connection, as domain controllers of Active Directory speak it: reads the root entry (RFC 4512 section 5.1). */
export const cldapProbe: UdpProbe = {
  ports: [389],
  ask() {
    const id = randomInt(1, 0x7fff_ffff);
    const idBytes = Buffer.alloc(4);
    idBytes.writeUInt32BE(id);
    const search = element(
      searchRequest,
      element(0x04), // the root
      element(0x0a, Buffer.from([0])), // only it
      element(0x0a, Buffer.from([0])),
      element(0x02, Buffer.from([1])),
      element(0x02, Buffer.from([5])), // seconds
      element(0x01, Buffer.from([0])),
      element(0x87, Buffer.from("objectClass")), // whatever it is
      element(0x30, ...wanted.map((name) => element(0x04, Buffer.from(name)))),
    );
    return [
      {
        datagram: element(0x30, element(0x02, idBytes), search),
        read(reply) {
          const message = readElement(reply, 0);
          const number = readElement(reply, message.start);
          if (message.tag !== 0x30 || number.tag !== 0x02 || number.end - number.start > 4) {
            return null;
          }
          const came = reply.readUIntBE(number.start, number.end - number.start);
          const operation = readElement(reply, number.end);
          if (came !== id || ![searchEntry, searchDone].includes(operation.tag)) return null;
          const attributes =
            operation.tag === searchEntry ? readAttributes(reply, operation) : new Map();
          const host = attributes.get("dnshostname");
          const domain = attributes.get("defaultnamingcontext");
          return {
            name: "ldap",
            extraInfo: [
              ...(domain === undefined ? [] : [`directory ${domain}`]),
              ...(host === undefined ? [] : [`host ${host}`]),
            ].join(", "),
            ...(domain === undefined ? {} : { product: "Active Directory" }),
            confidence: 70,
          };
        },
      },
    ];
  },
};

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const long = content.length > 127;
  const length = long ? [0x82, content.length >> 8, content.length & 0xff] : [content.length];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

interface Element {
  tag: number;
  start: number;
  end: number;
}

/** @throws RangeError when it leads outside of the reply */
function readElement(reply: Buffer, at: number): Element {
  const tag = reply.readUInt8(at);
  const first = reply.readUInt8(at + 1);
  const octets = first < 0x80 ? 0 : first & 0x7f;
  if (octets > 4) throw new RangeError("a length is too long");
  const start = at + 2 + octets;
  const end = start + (octets === 0 ? first : reply.readUIntBE(at + 2, octets));
  if (end > reply.length) throw new RangeError("an element ends beyond the reply");
  return { tag, start, end };
}

/** First values by name in lower case. */
function readAttributes(reply: Buffer, entry: Element): Map<string, string> {
  const found = new Map<string, string>();
  const name = readElement(reply, entry.start);
  const list = readElement(reply, name.end);
  for (let at = list.start; at < list.end;) {
    const attribute = readElement(reply, at);
    const type = readElement(reply, attribute.start);
    const values = readElement(reply, type.end);
    const key = reply.toString("latin1", type.start, type.end).toLowerCase();
    if (values.start < values.end) {
      const value = readElement(reply, values.start);
      found.set(key, replyText(reply.subarray(value.start, value.end), 200));
    }
    at = attribute.end;
  }
  return found;
}
