import { arcsBelow, isBelow, oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";

/** What a report says (RFC 3414 section 3.2, RFC 3412 section 7.2, RFC 3413 section 3.2). */
export type Report =
  | "unsupportedSecurityLevel"
  | "notInTimeWindow"
  | "unknownUserName"
  | "unknownEngineId"
  | "wrongDigest"
  | "decryptionError"
  | "unknownSecurityModel"
  | "invalidMessage"
  | "unknownPduHandler"
  | "unavailableContext"
  | "unknownContext"
  | "other";

const groups = [
  {
    base: oid("1.3.6.1.6.3.15.1.1"), // usmStats
    reports: [
      "unsupportedSecurityLevel",
      "notInTimeWindow",
      "unknownUserName",
      "unknownEngineId",
      "wrongDigest",
      "decryptionError",
    ],
  },
  {
    base: oid("1.3.6.1.6.3.11.2.1"), // snmpMPDStats
    reports: ["unknownSecurityModel", "invalidMessage", "unknownPduHandler"],
  },
  {
    base: oid("1.3.6.1.6.3.12.1"), // snmpTargetObjects, of which 4 and 5 are counters of contexts
    reports: ["other", "other", "other", "unavailableContext", "unknownContext"],
  },
] as const satisfies readonly { base: ReturnType<typeof oid>; reports: readonly Report[] }[];

/** The meaning of a report PDU: that of the first counter in it that is known. */
export function reportOf(varbinds: readonly Varbind[]): Report {
  for (const varbind of varbinds) {
    for (const { base, reports } of groups) {
      if (!isBelow(varbind.oid, base)) continue;
      const [number = 0] = arcsBelow(varbind.oid, base);
      return reports[number - 1] ?? "other";
    }
  }
  return "other";
}
