import type { DeviceType } from "./evidence.ts";

/** Open TCP ports that together speak for a kind of device, if none of some others is open. */
export interface PortRule {
  readonly all: readonly number[];
  readonly none: readonly number[];
  readonly type: DeviceType;
  readonly weight: number;
  /** What they are for. */
  readonly words: string;
}

/** SSH and remote desktop: next to them, a print or web port belongs to a server. */
const serverPorts = [22, 3389];

export const portRules: readonly PortRule[] = [
  { all: [9100], none: serverPorts, type: "printer", weight: 55, words: "raw printing" },
  { all: [515], none: serverPorts, type: "printer", weight: 45, words: "line printer daemon" },
  {
    all: [631],
    none: serverPorts,
    type: "printer",
    weight: 35,
    words: "Internet Printing Protocol",
  },
  { all: [554], none: [3389], type: "camera", weight: 45, words: "streams video" },
  { all: [8000, 554], none: [], type: "camera", weight: 30, words: "a camera's own service" },
  { all: [37_777], none: [], type: "camera", weight: 50, words: "Dahua's service" },
  { all: [5060], none: [25, 3389], type: "phone", weight: 25, words: "telephony" },
  { all: [102], none: [], type: "industrial", weight: 55, words: "Siemens S7" },
  { all: [502], none: [], type: "industrial", weight: 60, words: "Modbus" },
  { all: [44_818], none: [], type: "industrial", weight: 65, words: "EtherNet/IP" },
  { all: [20_000], none: [22], type: "industrial", weight: 35, words: "DNP3" },
  { all: [2404], none: [], type: "industrial", weight: 60, words: "IEC 60870-5-104" },
  { all: [8006], none: [], type: "hypervisor", weight: 50, words: "Proxmox VE" },
  { all: [902], none: [], type: "hypervisor", weight: 35, words: "VMware" },
  { all: [16_509], none: [], type: "hypervisor", weight: 45, words: "libvirt" },
  { all: [88, 389, 445], none: [], type: "server", weight: 80, words: "a domain controller" },
  { all: [5000, 5001], none: [3389], type: "storage", weight: 25, words: "Synology's pages" },
  { all: [3260], none: [], type: "storage", weight: 45, words: "iSCSI" },
  { all: [2049], none: [], type: "server", weight: 20, words: "NFS" },
  { all: [548], none: [3389], type: "storage", weight: 25, words: "Apple file sharing" },
  { all: [8291], none: [], type: "router", weight: 70, words: "MikroTik's Winbox" },
  { all: [179], none: [], type: "router", weight: 50, words: "BGP" },
  { all: [4786], none: [], type: "switch", weight: 60, words: "Cisco Smart Install" },
  { all: [10_443, 541], none: [], type: "firewall", weight: 40, words: "FortiGate" },
  { all: [62_078], none: [], type: "phone", weight: 70, words: "an iPhone or iPad" },
  { all: [8008, 8009], none: [22], type: "media", weight: 50, words: "Google Cast" },
  {
    all: [135, 445],
    none: [80, 443, 25, 53, 88],
    type: "workstation",
    weight: 20,
    words: "Windows file sharing",
  },
];
