import type { BerReader } from "./ber-reader.ts";
import type { BerWriter } from "./ber-writer.ts";
import { DecodeError } from "./decode-error.ts";
import type { Oid } from "./oid.ts";
import { readVarbind, type Varbind, writeVarbind } from "./varbind.ts";

/** What is asked or answered (RFC 3416 section 3). Traps, informs and sets are none of ours. */
export type Pdu = GetBulkPdu | PlainPdu;

/** Every PDU but GetBulk. In requests both error fields are 0. */
export interface PlainPdu {
  type: "get" | "getNext" | "response" | "report";
  requestId: number;
  errorStatus: number;
  /** The position, from 1, of the varbind that caused the error. */
  errorIndex: number;
  varbinds: Varbind[];
}

export interface GetBulkPdu {
  type: "getBulk";
  requestId: number;
  nonRepeaters: number;
  maxRepetitions: number;
  varbinds: Varbind[];
}

const tagOf = { get: 0xa0, getNext: 0xa1, response: 0xa2, getBulk: 0xa5, report: 0xa8 } as const;
const typeOf = new Map<number, Pdu["type"]>([
  [tagOf.get, "get"],
  [tagOf.getNext, "getNext"],
  [tagOf.response, "response"],
  [tagOf.getBulk, "getBulk"],
  [tagOf.report, "report"],
]);

const sequenceTag = 0x30;

/** The varbinds of a request: names without values. */
export function namesOnly(oids: readonly Oid[]): Varbind[] {
  return oids.map((oid) => ({ oid, type: "null", value: null }));
}

/** Writes a PDU. @throws RangeError when a value is outside of its type or the message gets too long */
export function writePdu(writer: BerWriter, pdu: Pdu): void {
  const mark = writer.mark;
  for (let at = pdu.varbinds.length - 1; at >= 0; at--) {
    const varbind = pdu.varbinds[at];
    if (varbind !== undefined) writeVarbind(writer, varbind);
  }
  writer.wrap(sequenceTag, mark);
  writer.integer(pdu.type === "getBulk" ? pdu.maxRepetitions : pdu.errorIndex);
  writer.integer(pdu.type === "getBulk" ? pdu.nonRepeaters : pdu.errorStatus);
  writer.integer(pdu.requestId);
  writer.wrap(tagOf[pdu.type], mark);
}

/** Reads a PDU. @throws DecodeError */
export function readPdu(reader: BerReader): Pdu {
  const type = typeOf.get(reader.peekTag());
  if (type === undefined) {
    throw new DecodeError(
      `0x${reader.peekTag().toString(16)} is no kind of PDU that is spoken here`,
    );
  }
  const outer = reader.enter(tagOf[type], "the PDU");
  const requestId = reader.integer("the request id");
  const first = reader.integer("the error status");
  const second = reader.integer("the error index");
  const list = reader.enter(sequenceTag, "the list of varbinds");
  const varbinds: Varbind[] = [];
  while (!reader.done) varbinds.push(readVarbind(reader));
  reader.leave(list, "the list of varbinds");
  reader.leave(outer, "the PDU");
  return type === "getBulk"
    ? { type, requestId, nonRepeaters: first, maxRepetitions: second, varbinds }
    : { type, requestId, errorStatus: first, errorIndex: second, varbinds };
}
