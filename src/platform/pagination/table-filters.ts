import { isId } from "#lib/ids";
import { isTimeZone } from "#lib/time-zone";
import { parseTexts } from "./console-table.queries.ts";
import { type Query, oneValue, wrongParameter } from "./page.ts";

/** The last moment that a date can have (ECMA-262 section 21.4.1.1), in Unix epoch milliseconds. */
const latestTime = 8_640_000_000_000_000;

/**
 * A parameter that is a list of ids with commas; `null` when it is not there or empty.
 *
 * @throws Problem `invalid_request` that names the parameter.
 */
export function parseIds(query: Query, name: string): string[] | null {
  const ids = parseTexts(query, name);
  if (ids !== null && !ids.every((id) => isId(id))) throw wrongParameter(name, "must be ids");
  return ids;
}

/**
 * A parameter that is a time in Unix epoch milliseconds; `null` when it is not there or empty.
 *
 * @throws Problem `invalid_request` that names the parameter.
 */
export function parseMoment(query: Query, name: string): number | null {
  const text = oneValue(query, name) ?? "";
  if (text === "") return null;
  const at = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(at <= latestTime)) throw wrongParameter(name, "must be a time in epoch milliseconds");
  return at;
}

/**
 * A parameter that is the name of a time zone; `null` when it is not there or empty.
 *
 * @throws Problem `invalid_request` that names the parameter.
 */
export function parseTimeZone(query: Query, name: string): string | null {
  const text = oneValue(query, name) ?? "";
  if (text === "") return null;
  if (!isTimeZone(text)) throw wrongParameter(name, "must be a time zone such as Europe/Berlin");
  return text;
}

/**
 * A parameter that is `yes` or `no`; `null` when it is not there or empty: both.
 *
 * @throws Problem `invalid_request` that names the parameter.
 */
export function parseYesNo(query: Query, name: string): boolean | null {
  const text = oneValue(query, name) ?? "";
  if (text === "") return null;
  if (text !== "yes" && text !== "no") throw wrongParameter(name, "must be yes or no");
  return text === "yes";
}
