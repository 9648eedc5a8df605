import type { DnKey } from "./domain.ts";

/** A name that may be written in more ways than its case: escapes, quotes, blanks around its signs, a second `=` in a part. */
const hasManySpellings = /[\\"+;<>#\p{Cc}]|^ | $| [,=]|[,=] |=[^,]*=/u;
/** What stands behind a backslash in a key, RFC 4514 section 2.4. */
const escaped: ReadonlySet<string> = new Set('\\,+"<>;=#');
const bytePairs = /(?:\\[0-9a-fA-F]{2})+/y;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The key that names are compared by: however a name is escaped or quoted (RFC 4514, RFC 2253 section 4), and whatever blanks
 * stand around its signs. What is no distinguished name gets a key of its own. It is the key of itself.
 */
export function dnKey(dn: string): DnKey {
  if (!hasManySpellings.test(dn)) return dn.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  while (at <= dn.length) {
    const end = endOfPart(dn, at);
    parts.push(partKey(dn.slice(at, end)));
    at = end + 1;
  }
  return parts.join(",");
}

/** Where the sign is that ends the part that begins here. */
function endOfPart(dn: string, from: number): number {
  let isQuoted = false;
  for (let at = from; at < dn.length; at++) {
    const sign = dn[at];
    if (sign === "\\") at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "," || sign === ";")) return at;
  }
  return dn.length;
}

function partKey(part: string): string {
  const sign = part.indexOf("=");
  if (sign < 0) return valueKey(part);
  return `${valueKey(part.slice(0, sign))}=${valueKey(part.slice(sign + 1))}`;
}

function valueKey(value: string): string {
  const characters = [...unescaped(value).toLowerCase()];
  const last = characters.length - 1;
  // A blank at either end is there only because it was escaped.
  const keys = characters.map((character, index) =>
    character === " " && (index === 0 || index === last) ? "\\ " : characterKey(character),
  );
  return keys.join("");
}

function characterKey(character: string): string {
  if (escaped.has(character)) return `\\${character}`;
  if (!/\p{Cc}/u.test(character)) return character;
  return Array.from(Buffer.from(character), (byte) => `\\${hex(byte)}`).join("");
}

/** Quotes and blanks around the value are gone, what is behind a backslash is itself. */
function unescaped(value: string): string {
  let text = "";
  /** Up to here it does not end in blanks that do not count. */
  let kept = 0;
  for (let at = value.length - value.replace(/^ +/, "").length; at < value.length; at++) {
    const sign = value[at] ?? "";
    if (sign === "\\") {
      bytePairs.lastIndex = at;
      const pairs = bytePairs.exec(value)?.[0];
      text += pairs === undefined ? (value[at + 1] ?? sign) : decoded(pairs);
      at += pairs === undefined ? 1 : pairs.length - 1;
    } else if (sign !== '"') {
      text += sign;
    }
    if (sign !== " ") kept = text.length;
  }
  return text.slice(0, kept);
}

/** A run of `\c3\bc` as the text whose bytes it is; bytes that are no UTF-8 stand for themselves. */
function decoded(run: string): string {
  const bytes = Buffer.from(run.replaceAll("\\", ""), "hex");
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString("latin1");
  }
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
