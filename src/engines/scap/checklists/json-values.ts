import { Unreadable } from "../invalid-audit-file.ts";
import { maxJsonDepth, maxJsonValues } from "../limits.ts";

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The document. @throws Unreadable: it is no JSON, or is made to need much more memory than it is long. */
export async function readJson(texts: AsyncIterable<string>): Promise<unknown> {
  const pieces = await Array.fromAsync(texts);
  const text = pieces.join("");
  checkShape(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Unreadable(`it is no JSON, or ends too early (${reason})`, { cause });
  }
}

/** Counts before anything is built: 64 MB of empty lists would become gigabytes. */
function checkShape(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      at = endOfString(text, at);
      values += 1;
    } else if (char === openBrace || char === openBracket) {
      depth += 1;
      values += 1;
    } else if (char === closeBrace || char === closeBracket) depth -= 1;
    else if (char === comma) values += 1;
    if (depth > maxJsonDepth) {
      throw new Unreadable(`its values are nested deeper than ${maxJsonDepth}, at character ${at}`);
    }
    if (values > maxJsonValues) throw new Unreadable(`it has more than ${maxJsonValues} values`);
  }
}

/** Where the quote at its end is; the end of the text when there is none. */
function endOfString(text: string, begin: number): number {
  for (let at = text.indexOf('"', begin + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The object itself; one without fields for anything else. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Whether it is an object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, or a number as one; empty for anything else. */
export function wordOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

/** The texts of a list, or the one that stands in its place. */
export function wordsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(wordOf).filter((word) => word !== "");
}
