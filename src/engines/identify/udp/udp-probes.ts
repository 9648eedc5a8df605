import { cldapProbe } from "./probes/cldap.ts";
import { coapProbe } from "./probes/coap.ts";
import { dnsProbe } from "./probes/dns.ts";
import { ikeProbe } from "./probes/ike.ts";
import { ipmiProbe } from "./probes/ipmi.ts";
import { mdnsProbe } from "./probes/mdns.ts";
import { memcachedProbe } from "./probes/memcached.ts";
import { mssqlProbe } from "./probes/mssql.ts";
import { netbiosProbe } from "./probes/netbios.ts";
import { ntpProbe } from "./probes/ntp.ts";
import { openvpnProbe } from "./probes/openvpn.ts";
import { quicProbe } from "./probes/quic.ts";
import { rpcbindProbe } from "./probes/rpcbind.ts";
import { sipProbe } from "./probes/sip.ts";
import { snmpProbe } from "./probes/snmp.ts";
import { ssdpProbe } from "./probes/ssdp.ts";
import { stunProbe } from "./probes/stun.ts";
import { tftpProbe } from "./probes/tftp.ts";
import { wsDiscoveryProbe } from "./probes/ws-discovery.ts";
import type { UdpProbe } from "./udp-probe.ts";

/** Every protocol that is asked over UDP, the most frequent first. */
const udpProbes: readonly UdpProbe[] = [
  dnsProbe,
  snmpProbe,
  ntpProbe,
  netbiosProbe,
  mdnsProbe,
  ssdpProbe,
  ikeProbe,
  sipProbe,
  openvpnProbe,
  quicProbe,
  stunProbe,
  rpcbindProbe,
  tftpProbe,
  cldapProbe,
  mssqlProbe,
  memcachedProbe,
  wsDiscoveryProbe,
  coapProbe,
  ipmiProbe,
];

/** What to ask on a port: the protocols that live there, or all where none does. */
export function probesFor(port: number): readonly UdpProbe[] {
  const own = udpProbes.filter(({ ports }) => ports.includes(port));
  return own.length > 0 ? own : udpProbes;
}

/** The ports that `common` means in a scan: those of every protocol that is asked, ascending. */
export const commonUdpPorts: readonly number[] = [
  ...new Set(udpProbes.flatMap(({ ports }) => ports)),
].toSorted((a, b) => a - b);
