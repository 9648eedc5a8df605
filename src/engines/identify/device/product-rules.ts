import type { DeviceType } from "./evidence.ts";

/** What a service's product, page title, server header or greeting says of the device that it runs on. */
export interface DeviceProductRule {
  readonly pattern: RegExp;
  readonly type: DeviceType;
  readonly weight: number;
}

export const productRules: readonly DeviceProductRule[] = [
  {
    pattern:
      /printer web server|LaserJet|OfficeJet|DeskJet|JetDirect|Web Image Monitor|Lexmark|CentreWare|SyncThru|KM-MFP|PaperCut MF/i,
    type: "printer",
    weight: 80,
  },
  {
    pattern:
      /camera web server|network camera|IP ?camera|Hikvision|Dahua|AXIS .{0,30}Camera|\bNVR\b|\bDVR\b|DNVRS|ONVIF/i,
    type: "camera",
    weight: 80,
  },
  {
    pattern:
      /RouterOS|FRITZ!Box|Speedport|DrayTek|Vigor|LANCOM|EdgeOS|OpenWrt|LuCI|DD-WRT|TP-Link router|ASUS router|Cisco IOS|MiniUPnPd|InternetGatewayDevice/i,
    type: "router",
    weight: 75,
  },
  {
    pattern:
      /FortiGate|FortiOS|PAN-OS|GlobalProtect|SonicWall|Sophos Firewall|WatchGuard|Check Point|Cisco ASA|pfSense|OPNsense|BIG-IP/i,
    type: "firewall",
    weight: 80,
  },
  { pattern: /\bairOS\b|UniFi AP|Aruba Instant|ArubaOS/i, type: "access_point", weight: 60 },
  {
    pattern: /ProCurve|EdgeSwitch|PowerConnect|Smart Switch|Catalyst|\bGS\d{3}T/i,
    type: "switch",
    weight: 70,
  },
  {
    pattern: /DiskStation|Synology|QNAP|\bQTS\b|TrueNAS|FreeNAS|openmediavault|MiniDLNA/i,
    type: "storage",
    weight: 75,
  },
  {
    pattern: /Proxmox|VMware ESXi|XenServer|XCP-ng|Hyper-V Server|vCenter/i,
    type: "hypervisor",
    weight: 80,
  },
  {
    pattern: /HPE? iLO|Integrated Lights-Out|iDRAC|Supermicro BMC|MegaRAC/i,
    type: "management_controller",
    weight: 85,
  },
  {
    pattern: /APC .{0,30}Management|Network Management Card|PowerChute/i,
    type: "ups",
    weight: 75,
  },
  {
    pattern: /Yealink|\bsnom\b|Polycom|Grandstream|Cisco-SIPGateway|\bGXP\d/i,
    type: "phone",
    weight: 75,
  },
  {
    pattern: /SIMATIC|Modicon|Allen-Bradley|\bWAGO\b|CODESYS|Niagara/i,
    type: "industrial",
    weight: 80,
  },
  {
    pattern: /Roku|Chromecast|Sonos|webOS TV|Smart ?TV|Kodi|Plex Media/i,
    type: "media",
    weight: 70,
  },
  { pattern: /Philips hue|Shelly|Tasmota|ESP Easy|Home Assistant/i, type: "iot", weight: 75 },
];
