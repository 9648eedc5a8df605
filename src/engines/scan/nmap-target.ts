import type { HostReport, NmapTarget, ServiceFacts } from "#engines/scan-types";
import { isNeverSentTo } from "./fragile.ts";

/**
 * nmap takes ten seconds and more to name services: it is asked for those that have no product and version yet. Over UDP it
 * waits out a minute and a half of silence for a service that it does not recognise, and knows no more than the protocol
 * of most: there it is asked only for what answered in no protocol of ours.
 */
export function nmapTarget(
  { address, tcp, udp, services }: Pick<HostReport, "address" | "tcp" | "udp" | "services">,
  refusedTcp: number | null,
): NmapTarget {
  const openTcp = (tcp?.open ?? []).filter((port) => !isNeverSentTo(port));
  const openUdp = udp?.open ?? [];
  const unnamed = {
    tcp: openTcp.filter((port) => !services.some((one) => isOn("tcp", port, one) && isFull(one))),
    udp: openUdp.filter((port) => !services.some((one) => isOn("udp", port, one) && isAsked(one))),
  };
  if (unnamed.tcp.length + unnamed.udp.length > 0) {
    return { address, ...unnamed, refusedTcp, askServices: true };
  }
  const first = { tcp: openTcp.slice(0, 1), udp: openUdp.slice(0, 1) };
  return { address, ...first, refusedTcp, askServices: false };
}

function isOn(protocol: string, port: number, service: ServiceFacts): boolean {
  return service.protocol === protocol && service.port === port;
}

function isFull({ product, version }: ServiceFacts): boolean {
  return product !== undefined && version !== undefined;
}

function isAsked({ name, method }: ServiceFacts): boolean {
  return name !== undefined && method === "probed";
}
