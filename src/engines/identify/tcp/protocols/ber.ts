/** One element of BER with a definite length (ITU-T X.690), as LDAP uses it (RFC 4511 section 5.1). */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** Where the next one begins. */
  readonly end: number;
}

/** Reads the element at `at`; `null` when it is not there as a whole. */
export function readElement(bytes: Buffer, at: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || lengthBytes > 4) return null;
  const start = at + 2 + lengthBytes;
  if (start > bytes.length) return null;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  if (start + length > bytes.length) return null;
  return { tag, content: bytes.subarray(start, start + length), end: start + length };
}

/** The elements that these bytes consist of, as far as they are whole. */
export function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const element = readElement(bytes, at);
    if (element === null) break;
    elements.push(element);
    at = element.end;
  }
  return elements;
}

/** An element with a tag of one byte and a content of at most 65,535 (X.690). */
export function writeElement(tag: number, ...contents: readonly (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const head = Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]);
  return Buffer.concat([head, content]);
}
