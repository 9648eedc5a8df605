import type { DeviceType, OsGuess } from "./evidence.ts";

/** What a description (sysDescr) tells. */
export interface DescriptionRule {
  readonly pattern: RegExp;
  /** The group `version` of the pattern is added to the name, and is the version of the CPE (`vendor:product`). */
  readonly os?: {
    readonly name: string;
    readonly family: OsGuess["family"];
    readonly cpe?: string;
  };
  readonly device?: DeviceType;
}

const network = "network";

/** Our own reading of the descriptions that agents of each maker give; the first that fits counts. */
export const descriptionRules: readonly DescriptionRule[] = [
  {
    pattern: /Cisco Adaptive Security Appliance Version (?<version>[\d.()]+)/,
    os: { name: "Cisco ASA", family: network, cpe: "cisco:adaptive_security_appliance_software" },
    device: "firewall",
  },
  {
    pattern: /Cisco NX-OS.{0,100}?Version (?<version>[\w.()]+)/,
    os: { name: "Cisco NX-OS", family: network, cpe: "cisco:nx-os" },
    device: "switch",
  },
  {
    pattern: /Cisco IOS XR Software.{0,100}?Version (?<version>[\w.()]+)/,
    os: { name: "Cisco IOS XR", family: network, cpe: "cisco:ios_xr" },
    device: "router",
  },
  {
    pattern:
      /Cisco IOS Software.{0,60}?(?:IOS-XE|Catalyst L3 Switch).{0,100}?Version (?<version>[\w.()]+)/,
    os: { name: "Cisco IOS XE", family: network, cpe: "cisco:ios_xe" },
    device: "switch",
  },
  {
    pattern: /(?:IOS-XE|IOS XE) Software.{0,100}?Version (?<version>[\w.()]+)/,
    os: { name: "Cisco IOS XE", family: network, cpe: "cisco:ios_xe" },
  },
  {
    // Catalyst images begin with a letter for the switch's series; routers' with C and four digits or ISR.
    pattern:
      /Cisco IOS Software, (?:C?(?:2960|3560|3750|3850|9\d00|CAT)\w*|CBS|ME\d).{0,100}?Version (?<version>[\w.()]+)/i,
    os: { name: "Cisco IOS", family: network, cpe: "cisco:ios" },
    device: "switch",
  },
  {
    pattern:
      /(?:Cisco IOS Software|Cisco Internetwork Operating System Software).{0,200}?Version (?<version>[\w.()]+)/,
    os: { name: "Cisco IOS", family: network, cpe: "cisco:ios" },
    device: "router",
  },
  { pattern: /Cisco (?:Unified )?IP Phone/i, device: "phone" },
  { pattern: /Cisco Controller|Wireless LAN Controller/i, device: "access_point" },
  {
    pattern: /Juniper Networks, Inc\. (?:srx|ssg)\S* .{0,200}?JUNOS (?<version>[\w.-]+)/i,
    os: { name: "Juniper Junos", family: network, cpe: "juniper:junos" },
    device: "firewall",
  },
  {
    pattern: /Juniper Networks, Inc\. (?:ex|qfx)\S* .{0,200}?JUNOS (?<version>[\w.-]+)/i,
    os: { name: "Juniper Junos", family: network, cpe: "juniper:junos" },
    device: "switch",
  },
  {
    pattern: /Juniper Networks.{0,200}?JUNOS (?<version>[\w.-]+)/i,
    os: { name: "Juniper Junos", family: network, cpe: "juniper:junos" },
    device: "router",
  },
  {
    pattern: /^RouterOS\b(?:.{0,60}?(?<version>\d+\.\d+(?:\.\d+)?))?/,
    os: { name: "MikroTik RouterOS", family: network, cpe: "mikrotik:routeros" },
    device: "router",
  },
  {
    pattern: /Arista Networks EOS version (?<version>[\w.-]+)/,
    os: { name: "Arista EOS", family: network, cpe: "arista:eos" },
    device: "switch",
  },
  {
    pattern: /(?:ProCurve|Aruba) .{0,60}?revision (?<version>[A-Z]{1,2}\.[\d.]+)/,
    os: { name: "ArubaOS-Switch", family: network, cpe: "arubanetworks:arubaos-switch" },
    device: "switch",
  },
  {
    pattern: /ArubaOS \(MODEL: [^)]{1,40}\), Version (?<version>[\d.]+)/,
    os: { name: "ArubaOS", family: network, cpe: "arubanetworks:arubaos" },
    device: "access_point",
  },
  {
    pattern: /(?:Comware|H3C|HPE).{0,200}?Version (?<version>\d[\w.]*)/,
    os: { name: "Comware", family: network },
    device: "switch",
  },
  {
    pattern:
      /Huawei (?:Versatile Routing Platform|VRP)|VRP \(R\) software, Version (?<version>[\d.]+)/,
    os: { name: "Huawei VRP", family: network, cpe: "huawei:vrp" },
    device: "router",
  },
  {
    pattern: /ExtremeXOS .{0,60}?version (?<version>[\d.]+)/,
    os: { name: "ExtremeXOS", family: network, cpe: "extremenetworks:extremexos" },
    device: "switch",
  },
  {
    pattern: /\bFortiGate|\bFGT[_-]?\d/i,
    os: { name: "Fortinet FortiOS", family: network, cpe: "fortinet:fortios" },
    device: "firewall",
  },
  {
    pattern: /Palo Alto Networks.{0,40}firewall/i,
    os: { name: "Palo Alto PAN-OS", family: network, cpe: "paloaltonetworks:pan-os" },
    device: "firewall",
  },
  {
    pattern: /SonicWALL/i,
    os: { name: "SonicOS", family: network, cpe: "sonicwall:sonicos" },
    device: "firewall",
  },
  {
    pattern: /Check Point|Gaia\b/i,
    os: { name: "Check Point Gaia", family: network, cpe: "checkpoint:gaia_os" },
    device: "firewall",
  },
  {
    pattern: /\bpfSense\b/i,
    os: { name: "pfSense", family: "bsd", cpe: "netgate:pfsense" },
    device: "firewall",
  },
  {
    pattern: /\bOPNsense\b/i,
    os: { name: "OPNsense", family: "bsd", cpe: "opnsense:opnsense" },
    device: "firewall",
  },
  {
    pattern: /\bEdgeOS v?(?<version>[\d.]+)/,
    os: { name: "Ubiquiti EdgeOS", family: "linux", cpe: "ui:edgeos" },
    device: "router",
  },
  { pattern: /\b(?:UAP|U6|U7|UniFi AP)\b/, device: "access_point" },
  { pattern: /\b(?:USW|UniFi Switch|EdgeSwitch)\b/, device: "switch" },
  {
    pattern: /VMware ESXi (?<version>\d[\d.]*)/,
    os: { name: "VMware ESXi", family: "other", cpe: "vmware:esxi" },
    device: "hypervisor",
  },
  {
    pattern: /NetApp Release (?<version>[\w.]+)/,
    os: { name: "NetApp ONTAP", family: "other", cpe: "netapp:data_ontap" },
    device: "storage",
  },
  {
    pattern: /\b(?:Synology|DiskStation)\b/i,
    os: { name: "Synology DSM", family: "linux", cpe: "synology:diskstation_manager" },
    device: "storage",
  },
  {
    pattern: /\bQNAP\b|\bTS-\d{3}\w*\b/,
    os: { name: "QNAP QTS", family: "linux", cpe: "qnap:qts" },
    device: "storage",
  },
  { pattern: /\b(?:TrueNAS|FreeNAS)\b/, device: "storage" },
  { pattern: /APC (?:Web\/SNMP|Network) Management Card|\bUPS\b|PowerNet/i, device: "ups" },
  {
    pattern:
      /JETDIRECT|LaserJet|OfficeJet|Lexmark|KYOCERA|Brother NC-|EPSON (?:Built-in|.{0,20}Print)|RICOH|Xerox|Canon (?:iR|MF|LBP)|KONICA MINOLTA|OKI OkiLAN|SHARP MX|\bprinter\b/i,
    device: "printer",
  },
  {
    pattern: /AXIS .{0,60}(?:Camera|Video)|Network Camera|\bIPCAM|Hikvision|\bDahua/i,
    device: "camera",
  },
  { pattern: /Polycom|Yealink|snom\b|Grandstream GXP|\bMitel\b.{0,20}phone/i, device: "phone" },
  { pattern: /SIMATIC|\bS7-\d{3,4}\b|Modicon|Allen-Bradley|\bPLC\b/i, device: "industrial" },
  { pattern: /Integrated Lights-Out|\biDRAC|\biLO \d/i, device: "management_controller" },
  {
    pattern: /FreeBSD \S{1,253} (?<version>\d+\.\d+)-/,
    os: { name: "FreeBSD", family: "bsd", cpe: "freebsd:freebsd" },
  },
  {
    pattern: /OpenBSD \S{1,253} (?<version>\d+\.\d+)\b/,
    os: { name: "OpenBSD", family: "bsd", cpe: "openbsd:openbsd" },
  },
  {
    pattern: /NetBSD \S{1,253} (?<version>\d+\.\d+)/,
    os: { name: "NetBSD", family: "bsd", cpe: "netbsd:netbsd" },
  },
  { pattern: /Darwin Kernel Version (?<version>\d+)/, os: { name: "macOS", family: "macos" } },
  { pattern: /SunOS \S{1,253} (?<version>5\.\d+)/, os: { name: "Solaris", family: "other" } },
  {
    pattern: /AIX version: 0?(?<version>\d+\.\d+)/i,
    os: { name: "IBM AIX", family: "other", cpe: "ibm:aix" },
  },
];

/** Kernel and distribution in the description of Net-SNMP: `Linux host 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian …`. */
export const linuxDescription =
  /^Linux \S{1,253} (?<kernel>\d+\.\d+(?:\.\d+)?)\S{0,60} (?<build>#.{0,200})/;

/** Microsoft's agent: `Hardware: Intel64 … - Software: Windows Version 6.3 (Build 17763 Multiprocessor Free)`. */
export const windowsDescription =
  /Software: Windows (?:Version|2000 Version) (?<version>\d+\.\d+) \(Build (?<build>\d+)/;
