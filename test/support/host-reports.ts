import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { formatPortList } from "#lib/port-list";

/** What a test says of a service; the rest is as an identified one has it. */
export function serviceFacts(port: number, change: Partial<ServiceFacts> = {}): ServiceFacts {
  return {
    protocol: "tcp",
    port,
    cpes: [],
    method: "probed",
    confidence: 80,
    observations: [],
    engine: "own",
    unsettled: false,
    ...change,
  };
}

/** nginx, as its `Server` header names it. */
export function nginx(port: number, version: string): ServiceFacts {
  return serviceFacts(port, {
    name: "http",
    product: "nginx",
    version,
    cpes: [`cpe:2.3:a:f5:nginx:${version}:*:*:*:*:*:*:*`],
    banner: `nginx/${version}`,
  });
}

/** OpenSSH, as its banner names it; `debian` is the revision behind the version: `2+deb12u3`. */
export function openssh(version: string, debian?: string, port = 22): ServiceFacts {
  const [, number = version, update = "*"] = /^([\d.]+)(p\d+)?$/.exec(version) ?? [];
  return serviceFacts(port, {
    name: "ssh",
    product: "OpenSSH",
    version,
    cpes: [`cpe:2.3:a:openbsd:openssh:${number}:${update}:*:*:*:*:*:*`],
    banner: `SSH-2.0-OpenSSH_${version}${debian === undefined ? "" : ` Debian-${debian}`}`,
    ...(debian === undefined
      ? {}
      : { package: { distribution: "debian" as const, version: `${version}-${debian}` } }),
  });
}

/** The report of a full scan of TCP ports 1 to 10000. */
export function hostReport(
  address: string,
  services: readonly ServiceFacts[],
  change: Partial<HostReport> = {},
): HostReport {
  const open = services.map(({ port }) => port).toSorted((a, b) => a - b);
  return {
    address,
    outcome: "up",
    startedAt: 0,
    finishedAt: Date.now(),
    names: [],
    tcp: { ports: formatPortList(Array.from({ length: 10_000 }, (_, i) => i + 1)), open },
    services: [...services],
    ...change,
  };
}
