import Type, { type Static } from "typebox";

/*
 * What an agent knows of the host that it runs on: facts, no opinion. Texts are cut to their length and cleared of control
 * characters where they are read. Times are Unix epoch milliseconds.
 */

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number) => Type.String({ maxLength });
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });

/** Which program keeps the list of installed packages. */
const packageManagers = ["dpkg", "rpm", "apk"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** The host itself. */
export const HostFacts = Type.Object(
  {
    /** As the host calls itself, without its domain where it has one. */
    hostname: text(255),
    /** Fully qualified, in lower case; `null`: it has none. */
    fqdn: nullable(text(255)),
    os: Type.Object(
      {
        family: Type.Enum(["linux", "windows", "macos", "bsd", "other"]),
        /** `ID` of os-release: `debian`, `ubuntu`, `almalinux`, `rhel`, `alpine`; `windows`, `macos`. */
        id: text(50),
        /** `ID_LIKE` of os-release: what it descends from. */
        like: Type.Array(text(50), { maxItems: 10 }),
        /** For people: `Debian GNU/Linux 12 (bookworm)`. */
        name: text(200),
        /** `12`, `22.04`, `9.4`, `10.0.26100`; `null`: a rolling release, or testing. */
        version: nullable(text(50)),
        /** `bookworm`, `jammy`. */
        codename: nullable(text(50)),
      },
      closed,
    ),
    /** Release of the running kernel: `6.1.0-28-amd64`. */
    kernel: text(100),
    /** As `uname -m` says it: `x86_64`, `aarch64`. */
    architecture: text(50),
    /** Who made the machine and what it is, from its firmware. */
    hardware: Type.Object(
      {
        /** SMBIOS system UUID in lower case; `null`: not readable, in a container, or a value that many machines share. */
        uuid: nullable(text(36)),
        vendor: nullable(text(100)),
        product: nullable(text(100)),
        kind: Type.Enum(["physical", "virtual", "container", "unknown"]),
      },
      closed,
    ),
    /** Without loopback, and without those that only connect containers and virtual machines of this host. */
    interfaces: Type.Array(
      Type.Object(
        {
          name: text(50),
          /** Lower case with colons. */
          mac: nullable(text(17)),
          /** Canonical, without zone; link-local ones left out. */
          addresses: Type.Array(text(45), { maxItems: 100 }),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
    /** The address from which it reaches the rest of the world; `null`: it has no default route. */
    primaryAddress: nullable(text(45)),
    /** When the kernel started; its uptime is the time since. */
    bootedAt: time,
    /** `null`: no package manager that is known here. */
    packageManager: nullable(Type.Enum(packageManagers)),
  },
  closed,
);
export type HostFacts = Static<typeof HostFacts>;

/** One installed package. */
export const PackageFacts = Type.Object(
  {
    name: text(255),
    /** With epoch and revision, as the package manager compares it: `1:9.2p1-2+deb12u3`, `8.7p1-38.el9_4.1`, `3.1.4-r5`. */
    version: text(255),
    /** `amd64`, `x86_64`, `all`, `noarch`. */
    arch: text(50),
    /** Source package that it was built from; its own name where it has none. */
    source: text(255),
    /** Version of the source package: differs from `version` where only the binary was rebuilt or has its own number. */
    sourceVersion: text(255),
  },
  closed,
);
export type PackageFacts = Static<typeof PackageFacts>;

/** A socket that takes connections or datagrams. */
export const ListenerFacts = Type.Object(
  {
    protocol: Type.Enum(["tcp", "udp"]),
    /** `0.0.0.0` and `::` for all. */
    address: text(45),
    port: Type.Integer({ minimum: 1, maximum: 65_535 }),
    /** Name of the program; `null`: it may not be seen without more rights. */
    process: nullable(text(100)),
  },
  closed,
);
export type ListenerFacts = Static<typeof ListenerFacts>;

/** What the agent could not see, and why: a sentence that says what would help. */
export const BlindSpot = Type.Object(
  {
    what: Type.Enum(["hardware", "packages", "listeners", "processes", "interfaces", "audit"]),
    why: text(300),
  },
  closed,
);
export type BlindSpot = Static<typeof BlindSpot>;

/** Everything of one moment. Lists are in the order of their texts, so that equal inventories are equal texts. */
export interface Inventory {
  readonly host: HostFacts;
  readonly packages: readonly PackageFacts[];
  readonly listeners: readonly ListenerFacts[];
  readonly blindSpots: readonly BlindSpot[];
}
