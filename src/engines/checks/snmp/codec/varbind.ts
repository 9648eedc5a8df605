import type { BerReader } from "./ber-reader.ts";
import type { BerWriter } from "./ber-writer.ts";
import { DecodeError } from "./decode-error.ts";
import { type Oid, readOid } from "./oid.ts";

/** One object of a PDU: its name, and its value by type (RFC 2578 section 7.1, RFC 3416 section 3). */
export type Varbind =
  | { oid: Oid; type: "integer" | "counter32" | "gauge32" | "timeticks"; value: number }
  | { oid: Oid; type: "counter64"; value: bigint }
  | { oid: Oid; type: "octets" | "address" | "opaque"; value: Buffer }
  | { oid: Oid; type: "oid"; value: Oid }
  | { oid: Oid; type: Absent; value: null };

/** `null` stands in requests; the others say that the agent does not have the object. */
type Absent = "null" | "noSuchObject" | "noSuchInstance" | "endOfMibView";

const tags = {
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  address: 0x40,
  counter32: 0x41,
  gauge32: 0x42,
  timeticks: 0x43,
  opaque: 0x44,
  counter64: 0x46,
  noSuchObject: 0x80,
  noSuchInstance: 0x81,
  endOfMibView: 0x82,
} as const;

const sequenceTag = 0x30;

/** Writes one varbind. @throws RangeError when a value is outside of its type or the message gets too long */
export function writeVarbind(writer: BerWriter, varbind: Varbind): void {
  const mark = writer.mark;
  writeValue(writer, varbind);
  writer.oid(varbind.oid);
  writer.wrap(sequenceTag, mark);
}

/** Reads one varbind. @throws DecodeError */
export function readVarbind(reader: BerReader): Varbind {
  const outer = reader.enter(sequenceTag, "a varbind");
  const nameEnd = reader.header(tags.oid, "the name of a varbind");
  const name = readOid(reader.bytes, reader.position, nameEnd);
  reader.position = nameEnd;
  const varbind = readValue(reader, name);
  reader.leave(outer, "a varbind");
  return varbind;
}

function writeValue(writer: BerWriter, varbind: Varbind): void {
  switch (varbind.type) {
    case "integer":
    case "counter32":
    case "gauge32":
    case "timeticks":
      return writer.integer(varbind.value, tags[varbind.type]);
    case "counter64":
      return writer.unsigned64(varbind.value, tags.counter64);
    case "octets":
    case "address":
    case "opaque":
      return writer.octets(tags[varbind.type], varbind.value);
    case "oid":
      return writer.oid(varbind.value);
    default:
      return writer.latin1(tags[varbind.type], "");
  }
}

function readValue(reader: BerReader, name: Oid): Varbind {
  const tag = reader.peekTag();
  const end = reader.anyHeader("a value");
  switch (tag) {
    case tags.integer:
      return { oid: name, type: "integer", value: reader.signed(end, "an INTEGER") };
    case tags.counter32:
      return { oid: name, type: "counter32", value: reader.unsigned32(end, "a Counter32") };
    case tags.gauge32:
      return { oid: name, type: "gauge32", value: reader.unsigned32(end, "a Gauge32") };
    case tags.timeticks:
      return { oid: name, type: "timeticks", value: reader.unsigned32(end, "a TimeTicks") };
    case tags.counter64:
      return { oid: name, type: "counter64", value: reader.unsigned64(end, "a Counter64") };
    case tags.octets:
      return { oid: name, type: "octets", value: view(reader, end) };
    case tags.address:
      return { oid: name, type: "address", value: view(reader, end) };
    case tags.opaque:
      return { oid: name, type: "opaque", value: view(reader, end) };
    case tags.oid:
      return { oid: name, type: "oid", value: objectId(reader, end) };
    case tags.null:
      return { oid: name, type: "null", value: nothing(reader, end) };
    case tags.noSuchObject:
      return { oid: name, type: "noSuchObject", value: nothing(reader, end) };
    case tags.noSuchInstance:
      return { oid: name, type: "noSuchInstance", value: nothing(reader, end) };
    case tags.endOfMibView:
      return { oid: name, type: "endOfMibView", value: nothing(reader, end) };
    default:
      throw new DecodeError(`a value has the unknown tag 0x${tag.toString(16)}`);
  }
}

function view(reader: BerReader, end: number): Buffer {
  const found = reader.bytes.subarray(reader.position, end);
  reader.position = end;
  return found;
}

function objectId(reader: BerReader, end: number): Oid {
  const found = readOid(reader.bytes, reader.position, end);
  reader.position = end;
  return found;
}

function nothing(reader: BerReader, end: number): null {
  reader.position = end;
  return null;
}
