/**
 * Object identifiers, held as they travel: the BER content octets, one character per octet. So comparing, hashing and
 * testing for a subtree are plain string operations, and no answer needs its identifiers turned into numbers.
 */
import { DecodeError } from "./decode-error.ts";

declare const encoded: unique symbol;

/** An object identifier in BER (X.690 section 8.19), as a Latin-1 string. */
export type Oid = string & { readonly [encoded]: true };

/** RFC 2578 section 3.5. */
const maxArcs = 128;
const maxArc = 0xffff_ffff;

/**
 * Reads the dotted form, with or without a leading dot.
 * @throws RangeError when it is not an object identifier of at least two arcs
 */
export function oid(dotted: string): Oid {
  const text = dotted.startsWith(".") ? dotted.slice(1) : dotted;
  if (!/^\d{1,10}(\.\d{1,10})+$/.test(text)) throw new RangeError(`${dotted} is not an OID`);
  const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
  if (first > 2 || (first < 2 && second > 39) || rest.length > maxArcs - 2) {
    throw new RangeError(`${dotted} is not an OID`);
  }
  return child(fromLatin1(encodeArc(first * 40 + second)), ...rest);
}

/** The identifier with more arcs behind it. @throws RangeError for an arc that is not an unsigned 32-bit integer */
export function child(parent: Oid, ...arcs: readonly number[]): Oid {
  let text: string = parent;
  for (const arc of arcs) text += encodeArc(arc);
  return fromLatin1(text);
}

/** True when `candidate` lies below `parent`. */
export function isBelow(candidate: Oid, parent: Oid): boolean {
  return candidate.length > parent.length && candidate.startsWith(parent);
}

/** The arcs of `whole` after its prefix `parent`. */
export function arcsBelow(whole: Oid, parent: Oid): number[] {
  return decodeArcs(whole, parent.length);
}

/** The dotted form, without a leading dot. */
export function formatOid(value: Oid): string {
  const [head = 0, ...rest] = decodeArcs(value, 0);
  const first = Math.min(2, Math.floor(head / 40));
  return [first, head - first * 40, ...rest].join(".");
}

/** Below 0, 0 or above 0, in the lexicographic order of arcs in which agents walk (RFC 3416 section 4.2.2). */
export function compareOids(a: Oid, b: Oid): number {
  const shared = Math.min(a.length, b.length);
  let at = 0;
  while (at < shared && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === shared) return a.length - b.length;
  let start = at;
  while (start > 0 && a.charCodeAt(start - 1) >= 0x80) start--;
  // Encodings are minimal, so the longer arc is the larger one.
  const longer = arcEnd(a, start) - arcEnd(b, start);
  return longer !== 0 ? longer : a.charCodeAt(at) - b.charCodeAt(at);
}

/**
 * Reads the content octets of an OBJECT IDENTIFIER.
 * @throws DecodeError when it is empty, cut off, has padded arcs, arcs above 32 bits or more than 128 of them
 */
export function readOid(bytes: Buffer, start: number, end: number): Oid {
  let arcs = 1;
  let arc = 0;
  let inside = false;
  for (let at = start; at < end; at++) {
    const octet = bytes[at] ?? 0;
    if (!inside && octet === 0x80) throw new DecodeError("an OID has a padded arc");
    arc = arc * 128 + (octet & 0x7f);
    inside = octet >= 0x80;
    if (inside) continue;
    // The first subidentifier holds two arcs: 2 * 40 + the second.
    if (arc > (arcs === 1 ? maxArc + 80 : maxArc)) {
      throw new DecodeError("an OID has an arc above 32 bits");
    }
    arc = 0;
    if (++arcs > maxArcs) throw new DecodeError("an OID has more than 128 arcs");
  }
  if (inside || start >= end) throw new DecodeError("an OID is empty or cut off");
  return fromLatin1(bytes.toString("latin1", start, end));
}

function decodeArcs(text: string, from: number): number[] {
  const arcs: number[] = [];
  let arc = 0;
  for (let at = from; at < text.length; at++) {
    const octet = text.charCodeAt(at);
    arc = arc * 128 + (octet & 0x7f);
    if (octet < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  return arcs;
}

function encodeArc(arc: number): string {
  if (!Number.isInteger(arc) || arc < 0 || arc > maxArc + 80) {
    throw new RangeError(`${arc} is not an arc of an OID`);
  }
  let text = String.fromCharCode(arc % 128);
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
    text = String.fromCharCode(0x80 | (rest % 128)) + text;
  }
  return text;
}

function arcEnd(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) >= 0x80) at++;
  return at;
}

/** The brand's only source: every caller has just checked or made the encoding. */
function fromLatin1(text: string): Oid {
  if (fitsDatagram(text)) return text;
  throw new RangeError(`an OID of ${text.length} bytes`);
}

/** An encoding travels in one UDP datagram. */
function fitsDatagram(text: string): text is Oid {
  return text.length <= 65_535;
}
