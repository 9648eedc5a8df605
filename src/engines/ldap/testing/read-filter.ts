import { type BerCursor, tags } from "../ber.ts";

/** Values by names of attributes in lower case. */
type Values = ReadonlyMap<string, readonly (string | Uint8Array)[]>;

/** A filter that a server was asked with. */
export interface ReadFilter {
  /** RFC 4515. */
  readonly text: string;
  holds(values: Values): boolean;
}

/** Reads the kinds of filter that are asked with here, RFC 4511 section 4.5.1.7. */
export function readFilter(request: BerCursor): ReadFilter {
  const tag = request.tag;
  switch (tag) {
    case 0xa0:
    case 0xa1: {
      const parts: ReadFilter[] = [];
      const list = request.enter(tag);
      while (!list.isAtEnd) parts.push(readFilter(list));
      const text = parts.map((part) => part.text).join("");
      return tag === 0xa0
        ? { text: `(&${text})`, holds: (values) => parts.every((part) => part.holds(values)) }
        : { text: `(|${text})`, holds: (values) => parts.some((part) => part.holds(values)) };
    }
    case 0xa2: {
      const part = readFilter(request.enter(tag));
      return { text: `(!${part.text})`, holds: (values) => !part.holds(values) };
    }
    case 0xa3: {
      const equality = request.enter(tag);
      const name = equality.text(tags.octetString);
      const wanted = equality.text(tags.octetString);
      return { text: `(${name}=${wanted})`, holds: (values) => has(values, name, wanted) };
    }
    case 0x87: {
      const name = request.text(tag);
      return { text: `(${name}=*)`, holds: (values) => values.has(name.toLowerCase()) };
    }
    default:
      throw new Error(`no server here knows the filter ${tag}`);
  }
}

function has(values: Values, name: string, wanted: string): boolean {
  const found = values.get(name.toLowerCase()) ?? [];
  return found.some(
    (value) => typeof value === "string" && value.toLowerCase() === wanted.toLowerCase(),
  );
}
