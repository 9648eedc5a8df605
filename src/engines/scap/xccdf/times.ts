import { Unreadable, quoted } from "../invalid-audit-file.ts";

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * A time of XML Schema as epoch milliseconds. Without a zone it is taken for UTC: whose clock it was, nobody can tell.
 *
 * @param what names it in the error.
 * @throws Unreadable: it is no time, or none that a computer ran at.
 */
export function timeOf(text: string | undefined, what: string): number {
  if (text === undefined) throw new Unreadable(`${what} is missing`);
  const at = parsedTime(text);
  if (at === null) throw new Unreadable(`${what} is ${quoted(text)}, which is no time`);
  return at;
}

/** As {@link timeOf}; `null`: it is no time. */
export function parsedTime(text: string): number | null {
  const match = dateTime.exec(text.trim());
  if (match === null) return null;
  const [, seconds = "", fraction = "", zone = "Z"] = match;
  const at = Date.parse(`${seconds}${fraction.slice(0, 4)}${zone.replace(/^(...)(..)$/, "$1:$2")}`);
  return at > 0 ? at : null;
}
