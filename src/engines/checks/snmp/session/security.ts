import type { CauseCode } from "#engines/check-types";
import type { GetBulkPdu, PlainPdu } from "../codec/pdu.ts";
import type { Varbind } from "../codec/varbind.ts";

/** What is asked, before it has an id. */
export type Request =
  | { type: "get" | "getNext"; varbinds: Varbind[] }
  | { type: "getBulk"; nonRepeaters: number; maxRepetitions: number; varbinds: Varbind[] };

/** What a datagram that came under our id means. */
export type Verdict =
  | { kind: "answer"; pdu: PlainPdu }
  /** Something was learnt that the request needs: send it again at once. */
  | { kind: "again" }
  /** `words` go on after the device's name: `does not know the user "mon"`. */
  | { kind: "refused"; code: CauseCode; words: string }
  /** Not to be believed or not to be read; `words` as above. The true answer may still come. */
  | { kind: "ignored"; code: CauseCode; words: string };

/** How messages to one device are made and believed: a community, or a user of v3. */
export interface Security {
  readonly version: 1 | 2 | 3;
  /** The datagram for a request. Until the engine of a v3 agent is known it is a discovery in the request's place. */
  encode(request: Request, id: number): Buffer;
  /** @throws DecodeError when the datagram is not SNMP */
  decode(datagram: Buffer, id: number): Verdict;
  /** A second datagram to send beside a repeated request, whose answer explains why the request has none; or `null`. */
  encodeProbe(id: number): Buffer | null;
  /** Takes the answer to a probe. @throws DecodeError when the datagram is not SNMP */
  takeProbe(datagram: Buffer, id: number): void;
  /** To be called when `attempt` (from 2) begins because the one before got no answer. */
  retry(attempt: number): void;
  /** What a silent device's silence may mean, to go on after `no SNMP answer from …`. */
  explainSilence(): { code: CauseCode; words: string };
}

/** Gives a request its id. */
export function identified(request: Request, requestId: number): PlainPdu | GetBulkPdu {
  return request.type === "getBulk"
    ? { ...request, requestId }
    : { type: request.type, requestId, errorStatus: 0, errorIndex: 0, varbinds: request.varbinds };
}
