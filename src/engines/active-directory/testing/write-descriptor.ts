import fc from "fast-check";
import type { Ace, Sid } from "../domain.ts";

/** A SID as MS-DTYP 2.4.2.2 writes it. */
export function sidBytes(sid: Sid): Buffer {
  const [, , authority = "", ...subs] = sid.split("-");
  const bytes = Buffer.alloc(8 + 4 * subs.length);
  bytes[0] = 1;
  bytes[1] = subs.length;
  bytes.writeUIntBE(Number(authority), 2, 6);
  for (const [index, sub] of subs.entries()) bytes.writeUInt32LE(Number(sub), 8 + 4 * index);
  return bytes;
}

/** A GUID as MS-DTYP 2.3.4.2 writes it. */
export function guidBytes(guid: string): Buffer {
  const [a = "", b = "", c = "", ...rest] = guid.split("-");
  const reversed = [a, b, c].map((part) => Buffer.from(part, "hex").toReversed());
  return Buffer.concat([...reversed, Buffer.from(rest.join(""), "hex")]);
}

/** An access control entry as MS-DTYP 2.4.4 writes it: an object entry only where it names an object. */
export function aceBytes(ace: Ace): Buffer {
  const isObject = ace.objectType !== null || ace.inheritedObjectType !== null;
  const types = (ace.objectType === null ? 0 : 1) + (ace.inheritedObjectType === null ? 0 : 2);
  const body = [
    word(ace.mask),
    ...(isObject ? [word(types)] : []),
    ...(ace.objectType === null ? [] : [guidBytes(ace.objectType)]),
    ...(ace.inheritedObjectType === null ? [] : [guidBytes(ace.inheritedObjectType)]),
    sidBytes(ace.sid),
  ];
  const flags = (ace.inherited ? 0x10 : 0) + (ace.inheritOnly ? 0x0a : 0);
  const type = (isObject ? 5 : 0) + (ace.allow ? 0 : 1);
  return rawAce(type, flags, Buffer.concat(body));
}

/** An entry of any type. */
export function rawAce(type: number, flags: number, body: Uint8Array): Buffer {
  const head = Buffer.from([type, flags, 0, 0]);
  head.writeUInt16LE(4 + body.length, 2);
  return Buffer.concat([head, body]);
}

/** A self-relative descriptor, MS-DTYP 2.4.6, with its parts in the order of Windows: head, DACL, owner, group. */
export function descriptorBytes(parts: {
  owner: Sid | null;
  group?: Sid;
  /** Null: there is no DACL. */
  aces: readonly Uint8Array[] | null;
}): Buffer {
  const owner = parts.owner === null ? Buffer.alloc(0) : sidBytes(parts.owner);
  const group = parts.group === undefined ? Buffer.alloc(0) : sidBytes(parts.group);
  const dacl = parts.aces === null ? Buffer.alloc(0) : aclBytes(parts.aces);
  const head = Buffer.alloc(20);
  head[0] = 1;
  head.writeUInt16LE(0x8000 | (parts.aces === null ? 0 : 0x0004), 2);
  if (parts.owner !== null) head.writeUInt32LE(20 + dacl.length, 4);
  if (parts.group !== undefined) head.writeUInt32LE(20 + dacl.length + owner.length, 8);
  if (parts.aces !== null) head.writeUInt32LE(20, 16);
  return Buffer.concat([head, dacl, owner, group]);
}

function aclBytes(aces: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8);
  head[0] = 4;
  head.writeUInt16LE(8 + aces.reduce((sum, ace) => sum + ace.length, 0), 2);
  head.writeUInt16LE(aces.length, 4);
  return Buffer.concat([head, ...aces]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const anyWord = fc.integer({ min: 0, max: 0xffff_ffff });

/** Any SID that can be written. */
export const anySid: fc.Arbitrary<Sid> = fc
  .tuple(anyWord, fc.array(anyWord, { maxLength: 15 }))
  .map(([authority, subs]) => ["S", 1, authority, ...subs].join("-"));

/** Any entry that says who may what. */
export const anyAce: fc.Arbitrary<Ace> = fc.record(
  {
    allow: fc.boolean(),
    sid: anySid,
    mask: anyWord,
    objectType: fc.option(fc.uuid()),
    inheritedObjectType: fc.option(fc.uuid()),
    inherited: fc.boolean(),
    inheritOnly: fc.boolean(),
  },
  { noNullPrototype: true },
);
