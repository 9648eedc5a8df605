import type { DeviceType } from "./evidence.ts";

/** What a maker's devices are, most of the time. */
export interface MakerRule {
  /** In the vendor of a network card, or in the enterprise of an SNMP agent. */
  readonly pattern: RegExp;
  readonly type: DeviceType;
  /** Per cent of what of theirs is met in networks. */
  readonly weight: number;
}

export const makerRules: readonly MakerRule[] = [
  {
    pattern:
      /brother|lexmark|kyocera|ricoh|xerox|zebra|konica|oki electric|^oki$|seiko epson|^epson/i,
    type: "printer",
    weight: 60,
  },
  { pattern: /^canon/i, type: "printer", weight: 50 },
  { pattern: /hikvision|dahua|^axis|mobotix|vivotek|hanwha/i, type: "camera", weight: 65 },
  {
    pattern: /yealink|^snom|polycom|grandstream|gigaset|^mitel|^avaya/i,
    type: "phone",
    weight: 60,
  },
  { pattern: /synology|qnap|netapp|western digital|truenas/i, type: "storage", weight: 65 },
  {
    pattern: /fortinet|palo alto|check ?point|sonicwall|watchguard|stormshield|sophos|barracuda/i,
    type: "firewall",
    weight: 65,
  },
  {
    pattern:
      /routerboard|mikrotik|draytek|\bavm\b|lancom|juniper|arris|technicolor|sagemcom|speedport/i,
    type: "router",
    weight: 45,
  },
  {
    pattern:
      /cisco|extreme networks|brocade|arista|foundry|allied telesis|^h3c|hangzhou h3c|mellanox|force10/i,
    type: "switch",
    weight: 40,
  },
  {
    pattern: /ruckus|aruba|aerohive|airespace|meraki|eero|ubiquiti/i,
    type: "access_point",
    weight: 40,
  },
  {
    pattern: /american power conversion|^apc$|eaton|cyberpower|liebert|vertiv/i,
    type: "ups",
    weight: 60,
  },
  {
    pattern:
      /siemens|rockwell|allen-bradley|schneider electric|wago|beckhoff|phoenix contact|omron|^abb\b|mitsubishi electric|moxa|lantronix/i,
    type: "industrial",
    weight: 40,
  },
  { pattern: /vmware|nutanix|xensource/i, type: "server", weight: 30 },
  { pattern: /super micro|hewlett packard enterprise/i, type: "server", weight: 35 },
  {
    pattern: /sonos|roku|vizio|lg electronics|nintendo|sony interactive/i,
    type: "media",
    weight: 60,
  },
  {
    pattern: /espressif|raspberry pi|philips lighting|tuya|amazon|honeywell/i,
    type: "iot",
    weight: 35,
  },
];
