import fc from "fast-check";
import type { Inventory, PackageFacts } from "#engines/inventory-types";
import { packageKey } from "#lib/package-key";
import { agentHost } from "#test/agent-host";

/** A host with one package in this version. */
export function inventoryOf(version: string): Inventory {
  return {
    host: agentHost({ fqdn: null, interfaces: [], primaryAddress: null }),
    packages: [packageOf("openssl", version)],
    listeners: [{ protocol: "tcp", address: "0.0.0.0", port: 22, process: "sshd" }],
    blindSpots: [],
  };
}

function packageOf(name: string, version: string): PackageFacts {
  return { name, version, arch: "amd64", source: name, sourceVersion: version };
}

const anyPackages = fc
  .array(
    fc.record(
      {
        name: fc.constantFrom("bash", "linux-image", "openssl", "__proto__", "\n"),
        version: fc.constantFrom("1", "2", "3"),
        arch: fc.constantFrom("amd64", "all"),
        source: fc.constantFrom("bash", "linux"),
        sourceVersion: fc.constantFrom("1", "2"),
      },
      { noNullPrototype: true },
    ),
    { maxLength: 12 },
  )
  .map((packages) => [...new Map(packages.map((each) => [packageKey(each), each])).values()]);

const anyListener = fc.record(
  {
    protocol: fc.constantFrom("tcp" as const, "udp" as const),
    address: fc.constant("::"),
    port: fc.integer({ min: 1, max: 4 }),
    process: fc.constantFrom(null, "sshd"),
  },
  { noNullPrototype: true },
);

/** A host at any moment, with packages that come, go and change. */
export const anyInventory: fc.Arbitrary<Inventory> = fc.record(
  {
    host: fc.constantFrom("6.1", "6.2").map((kernel) => ({ ...inventoryOf("1").host, kernel })),
    packages: anyPackages,
    listeners: fc.array(anyListener, { maxLength: 3 }),
    blindSpots: fc.constantFrom([], [{ what: "processes" as const, why: "Run it as root." }]),
  },
  { noNullPrototype: true },
);
