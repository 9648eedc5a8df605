import { oid } from "../codec/oid.ts";

/** HOST-RESOURCES-MIB (RFC 2790). Percent, mean of the last minute, a row per processor. */
export const hrProcessorLoad = oid("1.3.6.1.2.1.25.3.3.1.2");

const hrStorageEntry = "1.3.6.1.2.1.25.2.3.1";
export const hrStorageType = oid(`${hrStorageEntry}.2`);
export const hrStorageDescr = oid(`${hrStorageEntry}.3`);
/** Octets. */
export const hrStorageAllocationUnits = oid(`${hrStorageEntry}.4`);
export const hrStorageSize = oid(`${hrStorageEntry}.5`);
export const hrStorageUsed = oid(`${hrStorageEntry}.6`);

/** Values of hrStorageType. */
export const hrStorageRam = oid("1.3.6.1.2.1.25.2.1.2");
export const hrStorageFixedDisk = oid("1.3.6.1.2.1.25.2.1.4");

/** UCD-SNMP-MIB, memory in KiB. */
export const memTotalReal = oid("1.3.6.1.4.1.2021.4.5.0");
export const memAvailReal = oid("1.3.6.1.4.1.2021.4.6.0");
export const memBuffer = oid("1.3.6.1.4.1.2021.4.14.0");
export const memCached = oid("1.3.6.1.4.1.2021.4.15.0");

/** UCD-SNMP-MIB, ticks of processor time since the host began, by what it was spent on. */
export const ssCpuRaw = {
  user: oid("1.3.6.1.4.1.2021.11.50.0"),
  nice: oid("1.3.6.1.4.1.2021.11.51.0"),
  system: oid("1.3.6.1.4.1.2021.11.52.0"),
  idle: oid("1.3.6.1.4.1.2021.11.53.0"),
  wait: oid("1.3.6.1.4.1.2021.11.54.0"),
  kernel: oid("1.3.6.1.4.1.2021.11.55.0"),
  interrupt: oid("1.3.6.1.4.1.2021.11.56.0"),
  softInterrupt: oid("1.3.6.1.4.1.2021.11.61.0"),
  steal: oid("1.3.6.1.4.1.2021.11.64.0"),
} as const;

/** CISCO-PROCESS-MIB: percent over 5 minutes, a row per processor. CISCO-MEMORY-POOL-MIB: octets, row 1 is "Processor". */
export const cpmCpuTotal5minRev = oid("1.3.6.1.4.1.9.9.109.1.1.1.1.8");
export const ciscoMemoryPoolUsed = oid("1.3.6.1.4.1.9.9.48.1.1.1.5.1");
export const ciscoMemoryPoolFree = oid("1.3.6.1.4.1.9.9.48.1.1.1.6.1");

/** JUNIPER-MIB: percent, a row per component; the routing engines' index begins with 9. */
export const jnxOperatingCpu = oid("1.3.6.1.4.1.2636.3.1.13.1.8");
export const jnxOperatingBuffer = oid("1.3.6.1.4.1.2636.3.1.13.1.11");
export const jnxRoutingEngine = 9;

/** STATISTICS-MIB and NETSWITCH-MIB of HP (ProCurve): percent; octets. */
export const hpSwitchCpuStat = oid("1.3.6.1.4.1.11.2.14.11.5.1.9.6.1.0");
export const hpLocalMemTotalBytes = oid("1.3.6.1.4.1.11.2.14.11.5.1.1.2.1.1.1.5.1");
export const hpLocalMemFreeBytes = oid("1.3.6.1.4.1.11.2.14.11.5.1.1.2.1.1.1.6.1");

export const vendors = {
  cisco: oid("1.3.6.1.4.1.9"),
  juniper: oid("1.3.6.1.4.1.2636"),
  hp: oid("1.3.6.1.4.1.11"),
} as const;
export type Vendor = keyof typeof vendors;
