import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** `discovery`: which hosts are there; `ports`: also which ports are open; `full`: also what runs on them. */
export const scanTypes = ["discovery", "ports", "full"] as const;
export type ScanType = (typeof scanTypes)[number];

/** Probes a second: connection attempts, datagrams and pings alike; `null`: not limited. */
export const ScanBudget = Type.Object(
  {
    perHostPerSec: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
    /** To all addresses of one /24 (IPv6: one /120) together. */
    perSubnetPerSec: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
    totalPerSec: nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
  },
  closed,
);
export type ScanBudget = Static<typeof ScanBudget>;

export const defaultBudget: ScanBudget = {
  perHostPerSec: 50,
  perSubnetPerSec: 2_000,
  totalPerSec: 5_000,
};

/** What a scan is to do; valid in itself, independent of who asked for it. */
export const ScanSpec = Type.Object(
  {
    scanType: Type.Enum(scanTypes),
    /** Addresses, CIDRs, ranges (`10.0.0.1-10.0.0.20`, `10.0.0.1-20`) and host names. */
    targets: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
      minItems: 1,
      maxItems: 1000,
    }),
    /** Never touched, whatever the targets say: addresses, CIDRs, ranges. */
    exclude: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), { maxItems: 1000 }),
    /** `top-N` (N most used, at most 1000) or a list such as `22,80,8000-8100`. */
    tcpPorts: Type.String({ minLength: 1, maxLength: 5000 }),
    /** `common`, a list, or `null` for none. Only a full scan asks UDP. */
    udpPorts: nullable(Type.String({ minLength: 1, maxLength: 5000 })),
    budget: ScanBudget,
    /** How long one connection attempt waits, in milliseconds. */
    connectTimeoutMs: Type.Integer({ minimum: 50, maximum: 30_000 }),
    /** Also ask printers and industrial controllers for their services. They are left alone otherwise. */
    includeFragile: Type.Boolean(),
    /** Let `nmap` add what it knows, where the probe has it. */
    allowNmap: Type.Boolean(),
  },
  closed,
);
export type ScanSpec = Static<typeof ScanSpec>;

/** More than a /12 in one scan is a mistake more often than a wish. */
export const mostScanAddresses = 1_048_576n;
/** An IPv6 /112: larger blocks are empty but for a few addresses, which no scan ever finds. */
export const largestIpv6Block = 65_536n;
