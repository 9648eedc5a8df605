import { hash } from "node:crypto";
import { DamagedValue } from "./damaged-value.ts";
import type { Ace, SecurityDescriptor, Sid } from "./domain.ts";
import { guidText } from "./guid.ts";
import { sidLength, sidText } from "./sid.ts";

/** Control bits, MS-DTYP 2.4.6. */
const daclPresent = 0x0004;
const selfRelative = 0x8000;
const headLength = 20;
const aclHeadLength = 8;
const aceHeadLength = 4;
/** AceFlags, MS-DTYP 2.4.4.1. */
const inheritOnlyAce = 0x08;
const inheritedAce = 0x10;
/** Flags of object entries, MS-DTYP 2.4.4.3. */
const objectTypePresent = 1;
const inheritedObjectTypePresent = 2;

/**
 * AceType, MS-DTYP 2.4.4.1. Of entries with a condition, which a directory's objects have only from strangers' hands, those that
 * allow are taken as if it held, and those that deny as if it did not.
 */
const aceTypes: ReadonlyMap<number, { allow: boolean; object: boolean }> = new Map([
  [0x00, { allow: true, object: false }],
  [0x01, { allow: false, object: false }],
  [0x05, { allow: true, object: true }],
  [0x06, { allow: false, object: true }],
  [0x09, { allow: true, object: false }],
  [0x0b, { allow: true, object: true }],
]);

/**
 * Reads self-relative security descriptors, MS-DTYP 2.4.6, without their SACL. Equal bytes give the same object, in descriptors
 * that differ equal entries do: tens of thousands of objects share a few dozen. What was read is kept as long as the reader.
 *
 * The reader throws `DamagedValue` for bytes that are none.
 */
export function createDescriptorReader(): (bytes: Uint8Array) => SecurityDescriptor {
  const descriptors = new Map<string, SecurityDescriptor>();
  const aces = new Map<string, Ace | null>();
  const sids = new Map<string, Sid>();

  function sidAt(bytes: Uint8Array): Sid {
    const key = textOf(bytes.subarray(0, sidLength(bytes)));
    const known = sids.get(key);
    if (known !== undefined) return known;
    const made = sidText(bytes);
    sids.set(key, made);
    return made;
  }
  /** Null: an entry that only audits, or that says nothing about who may. */
  function aceOf(bytes: Uint8Array): Ace | null {
    const key = textOf(bytes);
    const known = aces.get(key);
    if (known !== undefined) return known;
    const made = readAce(bytes, sidAt);
    aces.set(key, made);
    return made;
  }
  return (bytes) => {
    const key = hash("sha256", bytes, "base64");
    const known = descriptors.get(key);
    if (known !== undefined) return known;
    const made = readDescriptor(bytes, sidAt, aceOf);
    descriptors.set(key, made);
    return made;
  };
}

function readDescriptor(
  bytes: Uint8Array,
  sidAt: (bytes: Uint8Array) => Sid,
  aceOf: (bytes: Uint8Array) => Ace | null,
): SecurityDescriptor {
  if (bytes.length < headLength || bytes[0] !== 1) {
    throw new DamagedValue("these bytes are no security descriptor of revision 1");
  }
  const view = viewOf(bytes);
  const control = view.getUint16(2, true);
  if ((control & selfRelative) === 0) {
    throw new DamagedValue("a security descriptor is not self-relative");
  }
  const ownerAt = view.getUint32(4, true);
  const daclAt = view.getUint32(16, true);
  const hasDacl = (control & daclPresent) !== 0 && daclAt !== 0;
  return {
    owner: ownerAt === 0 ? null : sidAt(bytes.subarray(ownerAt)),
    aces: hasDacl ? readAcl(bytes.subarray(daclAt), aceOf) : null,
  };
}

/** MS-DTYP 2.4.5. */
function readAcl(bytes: Uint8Array, aceOf: (bytes: Uint8Array) => Ace | null): Ace[] {
  if (bytes.length < aclHeadLength) throw new DamagedValue("an access control list is cut off");
  const view = viewOf(bytes);
  const size = view.getUint16(2, true);
  const count = view.getUint16(4, true);
  if (size > bytes.length) throw new DamagedValue("an access control list is cut off");
  const aces: Ace[] = [];
  let at = aclHeadLength;
  for (let index = 0; index < count; index++) {
    if (at + aceHeadLength > size) throw new DamagedValue(`entry ${index} of a list is cut off`);
    const length = view.getUint16(at + 2, true);
    if (length < aceHeadLength || at + length > size) {
      throw new DamagedValue(`entry ${index} of a list has a length that cannot be`);
    }
    const ace = aceOf(bytes.subarray(at, at + length));
    if (ace !== null) aces.push(ace);
    at += length;
  }
  return aces;
}

/** MS-DTYP 2.4.4.2 to 2.4.4.9. */
function readAce(bytes: Uint8Array, sidAt: (bytes: Uint8Array) => Sid): Ace | null {
  const type = aceTypes.get(bytes[0] ?? 0xff);
  if (type === undefined) return null;
  const flags = bytes[1] ?? 0;
  let at = aceHeadLength;
  function take(length: number): Uint8Array {
    if (at + length > bytes.length) throw new DamagedValue("an entry of a list is too short");
    at += length;
    return bytes.subarray(at - length, at);
  }
  const mask = viewOf(take(4)).getUint32(0, true);
  const present = type.object ? viewOf(take(4)).getUint32(0, true) : 0;
  const objectType = (present & objectTypePresent) === 0 ? null : guidText(take(16));
  const inheritedObjectType =
    (present & inheritedObjectTypePresent) === 0 ? null : guidText(take(16));
  return {
    allow: type.allow,
    sid: sidAt(bytes.subarray(at)),
    mask,
    objectType,
    inheritedObjectType,
    inherited: (flags & inheritedAce) !== 0,
    inheritOnly: (flags & inheritOnlyAce) !== 0,
  };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** As a key: a character for each byte. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
