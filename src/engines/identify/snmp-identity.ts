/**
 * Who made an SNMP agent: part of the numbers that IANA gave to enterprises (iana.org/assignments/enterprise-numbers), with
 * short names as people know them.
 */
export const enterpriseNames: ReadonlyMap<number, string> = new Map([
  [2, "IBM"],
  [9, "Cisco"],
  [11, "HP"],
  [42, "Sun"],
  [43, "3Com"],
  [45, "Nortel"],
  [111, "Oracle"],
  [171, "D-Link"],
  [186, "Toshiba"],
  [193, "Ericsson"],
  [207, "Allied Telesis"],
  [211, "Fujitsu"],
  [232, "HP"], // Compaq's, of ProLiant servers
  [236, "Samsung"],
  [253, "Xerox"],
  [297, "Fuji Xerox"],
  [311, "Microsoft"],
  [318, "APC"],
  [343, "Intel"],
  [367, "Ricoh"],
  [368, "Axis"],
  [476, "Emerson Liebert"],
  [534, "Eaton"],
  [641, "Lexmark"],
  [674, "Dell"],
  [789, "NetApp"],
  [890, "ZyXEL"],
  [1248, "Epson"],
  [1347, "Kyocera"],
  [1588, "Brocade"],
  [1602, "Canon"],
  [1872, "Alteon"],
  [1916, "Extreme Networks"],
  [1991, "Foundry"],
  [2001, "OKI"],
  [2011, "Huawei"],
  [2435, "Brother"],
  [2604, "Sophos"],
  [2620, "Check Point"],
  [2636, "Juniper"],
  [3224, "NetScreen"],
  [3375, "F5"],
  [3417, "Blue Coat"],
  [3808, "CyberPower"],
  [3902, "ZTE"],
  [4329, "Siemens"],
  [4413, "Broadcom"],
  [4526, "Netgear"],
  [4881, "Ruijie"],
  [5951, "Citrix NetScaler"],
  [6027, "Force10"],
  [6486, "Alcatel-Lucent"],
  [6527, "Nokia"],
  [6574, "Synology"],
  [6876, "VMware"],
  [6889, "Avaya"],
  [7779, "Infoblox"],
  [8072, "Net-SNMP"],
  [8741, "SonicWall"],
  [9694, "Arbor"],
  [10002, "Ubiquiti"],
  [10704, "Barracuda"],
  [11256, "Stormshield"],
  [11863, "TP-Link"],
  [12325, "FreeBSD"], // its bsnmpd
  [12356, "Fortinet"],
  [14179, "Airespace"],
  [14823, "Aruba"],
  [14988, "MikroTik"],
  [17163, "Riverbed"],
  [18334, "Konica Minolta"],
  [24681, "QNAP"],
  [25053, "Ruckus"],
  [25461, "Palo Alto Networks"],
  [25506, "H3C"],
  [26928, "Aerohive"],
  [29671, "Meraki"],
  [30065, "Arista"],
  [30155, "OpenBSD"],
  [33049, "Mellanox"],
  [35265, "Eltex"],
  [39165, "Hikvision"],
  [40310, "Cumulus"],
  [41112, "Ubiquiti"],
  [47196, "HPE"],
  [50536, "TrueNAS"],
  [1004849, "Dahua"],
]);

/** What an agent says of itself besides its description. */
export interface SnmpIdentity {
  /** sysObjectID, dotted. */
  objectId?: string;
  /** Of the engine's id. */
  enterprise?: number;
  version3?: boolean;
}

/** As text for `extraInfo`: readable for people, and by {@link readSnmpIdentity}. */
export function writeSnmpIdentity({ objectId, enterprise, version3 }: SnmpIdentity): string {
  const words: string[] = [];
  if (version3 === true) words.push("SNMPv3");
  if (objectId !== undefined) words.push(`sysObjectID ${objectId}`);
  if (enterprise !== undefined) {
    words.push(`engine of ${enterpriseNames.get(enterprise) ?? "enterprise"} (${enterprise})`);
  }
  return words.join(", ");
}

/** Reads it back from the `extraInfo` of a service. */
export function readSnmpIdentity(extraInfo: string): SnmpIdentity {
  const objectId = /\bsysObjectID (\d+(?:\.\d+){1,30})/.exec(extraInfo)?.[1];
  const enterprise = /\bengine of [\w .-]{1,40} \((\d{1,10})\)/.exec(extraInfo)?.[1];
  return {
    ...(objectId === undefined ? {} : { objectId }),
    ...(enterprise === undefined ? {} : { enterprise: Number(enterprise) }),
    ...(/\bSNMPv3\b/.test(extraInfo) ? { version3: true } : {}),
  };
}

/** The enterprise number in an object id below 1.3.6.1.4.1; `null` when it is of another tree. */
export function enterpriseIn(objectId: string): number | null {
  const number = /^1\.3\.6\.1\.4\.1\.(\d{1,10})(?:\.|$)/.exec(objectId)?.[1];
  return number === undefined ? null : Number(number);
}
