/** An element of BER: its tag, its length, and what is in it. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, { length }) => sum + length, 0);
  const head = Buffer.alloc(6);
  head[0] = tag;
  if (length < 0x80) {
    head[1] = length;
    return Buffer.concat([head.subarray(0, 2), ...contents]);
  }
  head[1] = 0x84;
  head.writeUInt32BE(length, 2);
  return Buffer.concat([head, ...contents]);
}

export function octets(value: string | Uint8Array): Buffer {
  return element(0x04, typeof value === "string" ? Buffer.from(value) : value);
}

export function integer(value: number, tag = 0x02): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return element(tag, bytes);
}

/** LDAPMessage, RFC 4511 section 4.1.1. */
export function message(id: number, operation: Uint8Array, controls?: Uint8Array): Buffer {
  return element(0x30, integer(id), operation, ...(controls === undefined ? [] : [controls]));
}

/** LDAPResult behind any tag: `0x61` bind, `0x65` search, `0x78` extended. */
export function result(tag: number, code: number, text = ""): Buffer {
  return element(tag, integer(code, 0x0a), octets(""), octets(text));
}

/** SearchResultEntry. */
export function searchEntry(
  dn: string,
  attributes: Iterable<readonly [name: string, values: readonly (string | Uint8Array)[]]>,
): Buffer {
  const list = Array.from(attributes, ([name, values]) =>
    element(0x30, octets(name), element(0x31, ...values.map(octets))),
  );
  return element(0x64, octets(dn), element(0x30, ...list));
}

/** The control of RFC 2696 as a server sends it. */
export function pagedResults(cookie: Uint8Array): Buffer {
  const value = element(0x30, integer(0), octets(cookie));
  return element(0xa0, element(0x30, octets("1.2.840.113556.1.4.319"), octets(value)));
}
