import { BerCursor, tags } from "./ber.ts";

/** An object as it came: names of attributes in lower case, with their options; values that nobody has looked at. */
export interface RawEntry {
  readonly dn: string;
  readonly attributes: ReadonlyMap<string, readonly Buffer[]>;
  /** Bytes of the message that it came in, which is kept as long as any of its values. */
  readonly size: number;
}

/** What a server says, RFC 4511 section 4. */
export type Reply =
  | { readonly kind: "entry"; readonly entry: RawEntry }
  /** Where else there is something; not followed. */
  | { readonly kind: "reference" }
  | {
      readonly kind: "result";
      /** resultCode, RFC 4511 section 4.1.9. */
      readonly code: number;
      readonly text: string;
      /** Of the paged results control (RFC 2696); empty: there are no more pages. */
      readonly cookie: Buffer;
    };

export interface Message {
  /** 0: the server says it without having been asked. */
  readonly id: number;
  readonly reply: Reply;
}

/** protocolOp tags, RFC 4511 section 4. */
const searchResultEntry = 0x64;
const searchResultReference = 0x73;
const controlsTag = 0xa0;
const pagedResults = "1.2.840.113556.1.4.319";
const noCookie = Buffer.alloc(0);

/**
 * Reads a message from a server. Whatever is neither an object nor a reference is the result of something.
 *
 * @throws DamagedMessage
 */
export function readMessage(bytes: Buffer): Message {
  const message = new BerCursor(bytes).enter(tags.sequence);
  const id = message.integer(tags.integer);
  const tag = message.tag ?? 0;
  const operation = message.enter(tag);
  if (tag === searchResultReference) return { id, reply: { kind: "reference" } };
  if (tag === searchResultEntry)
    return { id, reply: { kind: "entry", entry: readEntry(operation, bytes.length) } };
  const code = operation.integer(tags.enumerated);
  operation.bytes(tags.octetString); // matchedDN
  const text = operation.text(tags.octetString);
  const cookie = message.tag === controlsTag ? readCookie(message.enter(controlsTag)) : noCookie;
  return { id, reply: { kind: "result", code, text, cookie } };
}

function readEntry(operation: BerCursor, size: number): RawEntry {
  const dn = operation.text(tags.octetString);
  const list = operation.enter(tags.sequence);
  const attributes = new Map<string, readonly Buffer[]>();
  while (!list.isAtEnd) {
    const attribute = list.enter(tags.sequence);
    const name = attribute.text(tags.octetString).toLowerCase();
    const set = attribute.enter(tags.set);
    const values: Buffer[] = [];
    while (!set.isAtEnd) values.push(set.bytes(tags.octetString));
    attributes.set(name, values);
  }
  return { dn, attributes, size };
}

function readCookie(controls: BerCursor): Buffer {
  while (!controls.isAtEnd) {
    const control = controls.enter(tags.sequence);
    const type = control.text(tags.octetString);
    if (control.tag === tags.boolean) control.bytes(tags.boolean);
    if (type !== pagedResults || control.isAtEnd) continue;
    const value = new BerCursor(control.bytes(tags.octetString)).enter(tags.sequence);
    value.integer(tags.integer);
    // The page's memory is not kept for the sake of a cookie.
    return Buffer.from(value.bytes(tags.octetString));
  }
  return noCookie;
}
