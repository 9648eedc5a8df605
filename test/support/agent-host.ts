import type { HostFacts } from "#engines/inventory-types";

/** What an agent says of a host, but for what a test says. */
export function agentHost(change: Partial<HostFacts> = {}): HostFacts {
  return {
    hostname: "web1",
    fqdn: "web1.example.net",
    os: {
      family: "linux",
      id: "debian",
      like: [],
      name: "Debian GNU/Linux 12 (bookworm)",
      version: "12",
      codename: "bookworm",
    },
    kernel: "6.1.0-28-amd64",
    architecture: "x86_64",
    hardware: { uuid: null, vendor: null, product: null, kind: "virtual" },
    interfaces: [{ name: "eth0", mac: "52:54:00:12:34:56", addresses: ["10.0.0.1"] }],
    primaryAddress: "10.0.0.1",
    bootedAt: 1_700_000_000_000,
    packageManager: "dpkg",
    ...change,
  };
}
