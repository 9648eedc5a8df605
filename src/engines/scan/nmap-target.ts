import type { NmapTarget, ServiceFacts } from "#engines/scan-types";

/** nmap takes ten seconds and more to name services: it is asked for those that have no product and version yet. */
export function nmapTarget(
  address: string,
  tcp: readonly number[],
  udp: readonly number[],
  services: readonly ServiceFacts[],
): NmapTarget {
  const isNamed = (protocol: string, port: number): boolean =>
    services.some(
      (one) =>
        one.protocol === protocol &&
        one.port === port &&
        one.product !== undefined &&
        one.version !== undefined,
    );
  const unnamed = {
    tcp: tcp.filter((port) => !isNamed("tcp", port)),
    udp: udp.filter((port) => !isNamed("udp", port)),
  };
  if (unnamed.tcp.length + unnamed.udp.length > 0)
    return { address, ...unnamed, askServices: true };
  return { address, tcp: tcp.slice(0, 1), udp: udp.slice(0, 1), askServices: false };
}
