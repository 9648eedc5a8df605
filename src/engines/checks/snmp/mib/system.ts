import { oid } from "../codec/oid.ts";

/** SNMPv2-MIB (RFC 3418). */
export const sysDescr = oid("1.3.6.1.2.1.1.1.0");
export const sysObjectId = oid("1.3.6.1.2.1.1.2.0");
/** Hundredths of a second since the agent began; rolls over after 497 days. */
export const sysUpTime = oid("1.3.6.1.2.1.1.3.0");
/** The same without its instance, for GETNEXT and GETBULK. */
export const sysUpTimeObject = oid("1.3.6.1.2.1.1.3");
export const sysName = oid("1.3.6.1.2.1.1.5.0");

/** SNMP-FRAMEWORK-MIB (RFC 3411). */
export const snmpEngineBoots = oid("1.3.6.1.6.3.10.2.1.2.0");
/** Seconds since the engine's last boot; 31 bits. */
export const snmpEngineTime = oid("1.3.6.1.6.3.10.2.1.3.0");

/** HOST-RESOURCES-MIB (RFC 2790): hundredths of a second since the host, not the agent, began. */
export const hrSystemUptime = oid("1.3.6.1.2.1.25.1.1.0");
