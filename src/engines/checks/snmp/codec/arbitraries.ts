/** Random SNMP for property tests. */
import fc from "fast-check";
import { type Oid, oid } from "./oid.ts";
import type { Pdu } from "./pdu.ts";
import type { Varbind } from "./varbind.ts";

/** fast-check makes objects without prototype unless told otherwise. */
const plain = { noNullPrototype: true } as const;

const arc = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 0xffff_ffff }));

/** Dotted object identifiers of 2 to 20 arcs. */
export const dottedOid: fc.Arbitrary<string> = fc
  .tuple(fc.nat({ max: 2 }), fc.nat({ max: 39 }), fc.array(arc, { maxLength: 18 }))
  .map(([first, second, rest]) => [first, second, ...rest].join("."));

export const anyOid: fc.Arbitrary<Oid> = dottedOid.map(oid);

const bytes = fc.uint8Array({ maxLength: 40 }).map((content) => Buffer.from(content));
const unsigned32 = fc.nat({ max: 0xffff_ffff });

const anyVarbind: fc.Arbitrary<Varbind> = fc.oneof(
  fc.record(
    {
      oid: anyOid,
      type: fc.constant("integer" as const),
      value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    },
    plain,
  ),
  fc.record(
    {
      oid: anyOid,
      type: fc.constantFrom("counter32" as const, "gauge32" as const, "timeticks" as const),
      value: unsigned32,
    },
    plain,
  ),
  fc.record(
    {
      oid: anyOid,
      type: fc.constant("counter64" as const),
      value: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
    },
    plain,
  ),
  fc.record(
    {
      oid: anyOid,
      type: fc.constantFrom("octets" as const, "address" as const, "opaque" as const),
      value: bytes,
    },
    plain,
  ),
  fc.record({ oid: anyOid, type: fc.constant("oid" as const), value: anyOid }, plain),
  fc.record(
    {
      oid: anyOid,
      type: fc.constantFrom(
        "null" as const,
        "noSuchObject" as const,
        "noSuchInstance" as const,
        "endOfMibView" as const,
      ),
      value: fc.constant(null),
    },
    plain,
  ),
);

const requestId = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const varbinds = fc.array(anyVarbind, { maxLength: 12 });
const small = fc.nat({ max: 1000 });

export const anyPdu: fc.Arbitrary<Pdu> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom(
        "get" as const,
        "getNext" as const,
        "response" as const,
        "report" as const,
      ),
      requestId,
      errorStatus: small,
      errorIndex: small,
      varbinds,
    },
    plain,
  ),
  fc.record(
    {
      type: fc.constant("getBulk" as const),
      requestId,
      nonRepeaters: small,
      maxRepetitions: small,
      varbinds,
    },
    plain,
  ),
);

/** A way to damage bytes: flip, drop, repeat, cut or insert some of them. */
export const anyDamage: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc
  .array(
    fc.record(
      {
        kind: fc.constantFrom("set", "drop", "insert", "cut", "repeat"),
        at: fc.nat({ max: 2000 }),
        octet: fc.nat({ max: 255 }),
        length: fc.nat({ max: 20 }),
      },
      plain,
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((steps) => (bytes: Buffer) => {
    let damaged = [...bytes];
    for (const { kind, at: place, octet, length } of steps) {
      const at = damaged.length === 0 ? 0 : place % damaged.length;
      if (kind === "set") damaged[at] = octet;
      else if (kind === "drop") damaged.splice(at, length);
      else if (kind === "insert") damaged.splice(at, 0, ...Array<number>(length).fill(octet));
      else if (kind === "cut") damaged = damaged.slice(0, at);
      else damaged.splice(at, 0, ...damaged.slice(at, at + length));
    }
    return Buffer.from(damaged);
  });
