/** As much of BSON (bsonspec.org) as a question and its answer need. */
export type BsonValue = string | number | boolean | BsonDocument | null;
export interface BsonDocument {
  [key: string]: BsonValue;
}

/** Writes texts, whole numbers of 32 bits and booleans. */
export function writeBson(document: Readonly<Record<string, string | number | boolean>>): Buffer {
  const parts = Object.entries(document).map(([key, value]) => {
    if (typeof value === "boolean")
      return Buffer.from(`\b${key}\0${value ? "\x01" : "\0"}`, "latin1");
    if (typeof value === "number") {
      const number = Buffer.alloc(4);
      number.writeInt32LE(value);
      return Buffer.concat([Buffer.from(`\x10${key}\0`, "latin1"), number]);
    }
    const length = Buffer.alloc(4);
    length.writeInt32LE(Buffer.byteLength(value) + 1);
    return Buffer.concat([
      Buffer.from(`\x02${key}\0`, "latin1"),
      length,
      Buffer.from(`${value}\0`),
    ]);
  });
  const body = Buffer.concat(parts);
  const whole = Buffer.alloc(body.length + 5);
  whole.writeInt32LE(whole.length);
  body.copy(whole, 4);
  return whole;
}

/** How deep documents are followed: a stranger's nesting must not exhaust the stack. */
const maxDepth = 8;

/** Reads a document as far as it is understood; of types that carry nothing of interest the value is `null`. */
export function readBson(bytes: Buffer, depth = 0): BsonDocument {
  const document: BsonDocument = {};
  if (bytes.length < 5) return document;
  const end = Math.min(bytes.length, bytes.readInt32LE(0));
  for (let at = 4; at < end - 1;) {
    const type = bytes[at] ?? 0;
    const nameEnd = bytes.indexOf(0, at + 1);
    if (nameEnd < 0 || nameEnd >= end) break;
    const name = bytes.toString("utf8", at + 1, nameEnd);
    const start = nameEnd + 1;
    const size = sizeOf(type, bytes, start);
    if (size === null || start + size > end) break;
    document[name] = valueOf(type, bytes.subarray(start, start + size), depth);
    at = start + size;
  }
  return document;
}

function sizeOf(type: number, bytes: Buffer, at: number): number | null {
  const length = at + 4 <= bytes.length ? bytes.readInt32LE(at) : -1;
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
      return length > 0 ? 4 + length : null;
    case 0x03:
    case 0x04:
      return length >= 5 ? length : null;
    case 0x05:
      return length >= 0 ? 5 + length : null;
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0a:
      return 0;
    case 0x10:
      return 4;
    default:
      return null;
  }
}

function valueOf(type: number, bytes: Buffer, depth: number): BsonValue {
  switch (type) {
    case 0x01:
      return bytes.readDoubleLE(0);
    case 0x02:
      return bytes.toString("utf8", 4, bytes.length - 1);
    case 0x03:
    case 0x04:
      return depth < maxDepth ? readBson(bytes, depth + 1) : null;
    case 0x08:
      return bytes[0] === 1;
    case 0x10:
      return bytes.readInt32LE(0);
    default:
      return null;
  }
}
