import type { PlainPdu } from "../codec/pdu.ts";
import { SnmpFailure } from "./failure.ts";

/** Error statuses that are handled (RFC 3416 section 3). */
export const tooBig = 1;
export const noSuchName = 2;
export const genErr = 5;

const names: readonly string[] = [
  "noError",
  "tooBig",
  "noSuchName",
  "badValue",
  "readOnly",
  "genErr",
  "noAccess",
  "wrongType",
  "wrongLength",
  "wrongEncoding",
  "wrongValue",
  "noCreation",
  "inconsistentValue",
  "resourceUnavailable",
  "commitFailed",
  "undoFailed",
  "authorizationError",
];
const refusals: ReadonlySet<string> = new Set(["noAccess", "authorizationError"]);

/** The failure that an answer with an error status is, when nothing can be done about it. */
export function errorFailure(peer: string, pdu: PlainPdu): SnmpFailure {
  const name = names[pdu.errorStatus] ?? `status ${pdu.errorStatus}`;
  if (refusals.has(name)) {
    return new SnmpFailure(
      "credentials",
      `${peer} refuses access (${name}): the community or user may not read this at this security level`,
    );
  }
  return new SnmpFailure("protocol", `${peer} answers with the SNMP error ${name}`);
}
