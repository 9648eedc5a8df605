import { oid } from "../codec/oid.ts";

/** IF-MIB (RFC 2863). */
export const ifNumber = oid("1.3.6.1.2.1.2.1.0");
export const ifTableLastChange = oid("1.3.6.1.2.1.31.1.5.0");

const ifEntry = "1.3.6.1.2.1.2.2.1";
const ifXEntry = "1.3.6.1.2.1.31.1.1.1";

export const ifDescr = oid(`${ifEntry}.2`);
export const ifType = oid(`${ifEntry}.3`);
/** Bits a second; 4,294,967,295 means "see ifHighSpeed". */
export const ifSpeed = oid(`${ifEntry}.5`);
export const ifAdminStatus = oid(`${ifEntry}.7`);
export const ifOperStatus = oid(`${ifEntry}.8`);
export const ifInOctets = oid(`${ifEntry}.10`);
export const ifInDiscards = oid(`${ifEntry}.13`);
export const ifInErrors = oid(`${ifEntry}.14`);
export const ifOutOctets = oid(`${ifEntry}.16`);
export const ifOutDiscards = oid(`${ifEntry}.19`);
export const ifOutErrors = oid(`${ifEntry}.20`);

export const ifName = oid(`${ifXEntry}.1`);
export const ifHcInOctets = oid(`${ifXEntry}.6`);
export const ifHcOutOctets = oid(`${ifXEntry}.10`);
/** Millions of bits a second. */
export const ifHighSpeed = oid(`${ifXEntry}.15`);
export const ifAlias = oid(`${ifXEntry}.18`);
/** sysUpTime when the interface's counters last lost their continuity. */
export const ifCounterDiscontinuityTime = oid(`${ifXEntry}.19`);

const adminWords = ["up", "down", "testing"] as const;
const operWords = [
  "up",
  "down",
  "testing",
  "unknown",
  "dormant",
  "notPresent",
  "lowerLayerDown",
] as const;

export type AdminStatus = (typeof adminWords)[number];
export type OperStatus = (typeof operWords)[number];

/** The word for an ifAdminStatus; `null` for a number that has none. */
export function adminWord(status: number | null): AdminStatus | null {
  return status === null ? null : (adminWords[status - 1] ?? null);
}

/** The word for an ifOperStatus; `unknown` for a number that has none. */
export function operWord(status: number | null): OperStatus {
  return status === null ? "unknown" : (operWords[status - 1] ?? "unknown");
}

/** Bits a second: ifHighSpeed where it says something (RFC 2863 section 3.1.8), else ifSpeed below its ceiling. */
export function speedBps(highSpeed: number | null, speed: number | null): number | null {
  if (highSpeed !== null && highSpeed > 0) return highSpeed * 1_000_000;
  // Some agents stop one short of the ceiling.
  return speed !== null && speed > 0 && speed < 0xffff_fffe ? speed : null;
}
