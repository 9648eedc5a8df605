import { randomBytes } from "node:crypto";
import { cpeOf } from "../../products/product.ts";
import type { UdpAnswer, UdpProbe, UdpQuestion } from "../udp-probe.ts";

/** On this port a message of IKE begins with four zeros, to tell it from ESP (RFC 3948 section 2.2). */
const natPort = 4500;
const headerLength = 28;

/** Vendor ids that tell a product: the beginnings of what their makers hash. */
const vendors: readonly { id: string; product: string; cpe?: string }[] = [
  // MD5 of "strongSwan".
  { id: "882fe56d6fd20dbc2251613b2ebe5beb", product: "strongSwan", cpe: "strongswan:strongswan" },
  { id: "12f5f28c457168a9702d9fe274cc", product: "Cisco Unity" },
  { id: "1e2b516905991c7d7c96fcbfb587e461", product: "Windows" },
];

/** IKE, both versions: each asks for an agreement with common algorithms; a refusal is an answer, too. */
export const ikeProbe: UdpProbe = {
  ports: [500, natPort],
  ask: (_address, port) =>
    ([2, 1] as const).map((version) => ikeQuestion(version, port === natPort)),
};

function ikeQuestion(version: 1 | 2, marked: boolean): UdpQuestion {
  const cookie = randomBytes(8);
  const message = version === 1 ? mainMode(cookie) : initMessage(cookie);
  const skipped = marked ? 4 : 0;
  return {
    datagram: Buffer.concat([Buffer.alloc(skipped), message]),
    read(reply) {
      const body = reply.subarray(skipped);
      if (body.length < headerLength || !body.subarray(0, 8).equals(cookie)) return null;
      if (marked && reply.readUInt32BE(0) !== 0) return null;
      if (body.readUInt32BE(24) > body.length) return null;
      const isMirrored = body.subarray(0, message.length).equals(message);
      return isMirrored ? null : { name: "ike", ...recognise(body) };
    },
  };
}

/** Payload types that hold a vendor id (RFC 2408 section 3.1, RFC 7296 section 3.2). */
const vendorIdPayloads: readonly number[] = [13, 43];
const maxPayloads = 40;

function recognise(body: Buffer): Omit<UdpAnswer, "name"> {
  const answer: Omit<UdpAnswer, "name"> = {
    extraInfo: `IKEv${body.readUInt8(17) >> 4}`,
    confidence: 70,
  };
  let type = body.readUInt8(16);
  let at = headerLength;
  for (let each = 0; each < maxPayloads && type !== 0 && at + 4 <= body.length; each++) {
    const length = body.readUInt16BE(at + 2);
    if (length < 4) break;
    if (vendorIdPayloads.includes(type)) {
      const id = body.toString("hex", at + 4, at + length);
      const known = vendors.find((vendor) => id.startsWith(vendor.id));
      if (known !== undefined) {
        answer.product = known.product;
        if (known.cpe !== undefined) answer.cpes = [cpeOf(known.cpe)];
      }
    }
    type = body.readUInt8(at);
    at += length;
  }
  return answer;
}

function header(
  cookie: Buffer,
  next: number,
  version: number,
  exchange: number,
  flags: number,
  length: number,
): Buffer {
  const bytes = Buffer.alloc(headerLength);
  cookie.copy(bytes);
  bytes[16] = next;
  bytes[17] = version;
  bytes[18] = exchange;
  bytes[19] = flags;
  bytes.writeUInt32BE(length, 24);
  return bytes;
}

/** A payload with its generic header. */
function payload(next: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head[0] = next;
  head.writeUInt16BE(content.length + 4, 2);
  return Buffer.concat([head, content]);
}

/** IKEv1 main mode (RFC 2409 section 5): AES-256 and 3DES, SHA-1, pre-shared key and RSA, groups 2 and 14. */
function mainMode(cookie: Buffer): Buffer {
  const choices = [
    { cipher: 7, keyBits: 256, hash: 2, auth: 1, group: 14 },
    { cipher: 7, keyBits: 256, hash: 2, auth: 3, group: 14 },
    { cipher: 7, keyBits: 256, hash: 2, auth: 1, group: 2 },
    { cipher: 5, keyBits: 0, hash: 2, auth: 1, group: 2 },
    { cipher: 5, keyBits: 0, hash: 2, auth: 3, group: 2 },
  ];
  const transforms = choices.map(({ cipher, keyBits, hash, auth, group }, at) => {
    const attributes = [
      [1, cipher],
      [2, hash],
      [3, auth],
      [4, group],
      ...(keyBits === 0 ? [] : [[14, keyBits]]),
      [11, 1], // lifetime in seconds
      [12, 28_800],
    ].map(([type = 0, value = 0]) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt16BE(0x8000 | type, 0);
      bytes.writeUInt16BE(value, 2);
      return bytes;
    });
    const next = at === choices.length - 1 ? 0 : 3;
    return payload(next, Buffer.concat([Buffer.from([at + 1, 1, 0, 0]), ...attributes]));
  });
  const proposal = payload(
    0,
    Buffer.concat([Buffer.from([1, 1, 0, transforms.length]), ...transforms]),
  );
  const association = payload(0, Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]), proposal]));
  return Buffer.concat([
    header(cookie, 1, 0x10, 2, 0, headerLength + association.length),
    association,
  ]);
}

/** IKE_SA_INIT (RFC 7296 section 1.2): AES-256-CBC, SHA-256, group 14; the key is random, since none will be agreed on. */
function initMessage(cookie: Buffer): Buffer {
  const transforms = [
    { type: 1, id: 12, attributes: Buffer.from([0x80, 14, 1, 0]) }, // 256 bits
    { type: 2, id: 5, attributes: Buffer.alloc(0) },
    { type: 3, id: 12, attributes: Buffer.alloc(0) },
    { type: 4, id: 14, attributes: Buffer.alloc(0) },
  ].map(({ type, id, attributes }, at, all) =>
    payload(
      at === all.length - 1 ? 0 : 3,
      Buffer.concat([Buffer.from([type, 0, 0, id]), attributes]),
    ),
  );
  const proposal = payload(
    0,
    Buffer.concat([Buffer.from([1, 1, 0, transforms.length]), ...transforms]),
  );
  const key = randomBytes(256);
  key[0] = 0x42; // below the prime of the group, and neither 0 nor 1
  const payloads = Buffer.concat([
    payload(34, proposal),
    payload(40, Buffer.concat([Buffer.from([0, 14, 0, 0]), key])),
    payload(0, randomBytes(32)),
  ]);
  return Buffer.concat([
    header(cookie, 33, 0x20, 34, 0x08, headerLength + payloads.length),
    payloads,
  ]);
}
